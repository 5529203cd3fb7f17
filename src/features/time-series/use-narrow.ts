import { useSyncExternalStore } from 'react';

const narrow = '(width < 768px)';

function subscribe(changed: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether there is no room for the filters beside the map. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(narrow).matches);
}
