import { useEffect, useSyncExternalStore } from 'react';

const wideEnough = '(width >= 1100px)';

function subscribeToWidth(changed: () => void): () => void {
  const query = matchMedia(wideEnough);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether panels have room beside the map. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribeToWidth, () => matchMedia(wideEnough).matches);
}

function subscribeToConnection(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** Whether the browser has a connection; calls back when it is there again. */
export function useOnline(back: () => void): boolean {
  useEffect(() => {
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, [back]);
  return useSyncExternalStore(subscribeToConnection, () => navigator.onLine);
}
