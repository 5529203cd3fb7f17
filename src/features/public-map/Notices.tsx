import { useStore } from '@nanostores/react';
import { Button, Notice } from '#kits/ui/index.ts';
import styles from './Notices.module.css';
import type { PublicMapScreen } from './screen.ts';

/** Notices about what is missing from the map, each with a button to fix it. */
export function Notices({ screen, online }: { screen: PublicMapScreen; online: boolean }) {
  const loadErrors = useStore(screen.data.$loadErrors);
  const emptyReason = useStore(screen.$emptyReason);
  const idMatches = useStore(screen.$idMatches);
  const unknown = idMatches?.unknown ?? [];
  return (
    <div className={styles.notices} data-over-map>
      {!online && (
        <Notice severity="warning">
          You are offline. The map keeps what was loaded, and loads the rest when you are online again.
        </Notice>
      )}
      {loadErrors.map((loadError) => (
        <Notice
          key={loadError.id}
          severity={loadError.outdated ? 'warning' : 'error'}
          action={<Button onClick={loadError.retry}>Try again</Button>}
        >
          {loadError.message}
        </Notice>
      ))}
      {unknown.length > 0 && (
        <Notice
          severity="warning"
          action={
            emptyReason === 'ids' && <Button onClick={thenFocusContent(screen.clearIds)}>Clear ids</Button>
          }
        >
          {unknown.length === 1 ? 'No site has the id ' : 'No site has any of the ids '}
          {unknown.join(', ')}.
        </Notice>
      )}
      {emptyReason === 'filters' && (
        <Notice
          severity="info"
          action={<Button onClick={thenFocusContent(screen.clearFilters)}>Clear filters</Button>}
        >
          No site matches all of these filters.
        </Notice>
      )}
      {emptyReason === 'none' && <Notice severity="info">There are no monitoring sites yet.</Notice>}
    </div>
  );
}

/** The button disappears with its notice, so the focus moves to the start of the page's content. */
function thenFocusContent(act: () => void): () => void {
  return () => {
    act();
    document.getElementById('content')?.focus();
  };
}
