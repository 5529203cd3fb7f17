import { useEffect, useSyncExternalStore } from 'react';
import { useMediaQuery } from '#lib/media-query.ts';

const wideEnough = '(width >= 1100px)';

/** Whether the screen is wide enough for panels beside the map, before anything is drawn. */
export const isWideWindow = (): boolean => matchMedia(wideEnough).matches;

/** Whether the screen is wide enough for panels beside the map. */
export function useWide(): boolean {
  return useMediaQuery(wideEnough);
}

function subscribeToConnection(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** Whether the browser is online; calls `onReconnect` when the connection returns. */
export function useOnline(onReconnect: () => void): boolean {
  useEffect(() => {
    addEventListener('online', onReconnect);
    return () => removeEventListener('online', onReconnect);
  }, [onReconnect]);
  return useSyncExternalStore(subscribeToConnection, () => navigator.onLine);
}
