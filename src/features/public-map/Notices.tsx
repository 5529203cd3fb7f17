import { useStore } from '@nanostores/react';
import { Button, Notice } from '#kits/ui/index.ts';
import styles from './Notices.module.css';
import type { PublicMapScreen } from './screen.ts';

/** What stands in the way of the full map, each with what to do about it. */
export function Notices({ screen, online }: { screen: PublicMapScreen; online: boolean }) {
  const loadErrors = useStore(screen.data.$loadErrors);
  const emptyReason = useStore(screen.$emptyReason);
  const idMatches = useStore(screen.$idMatches);
  const unknown = idMatches?.unknown ?? [];
  return (
    <div className={styles.notices}>
      {!online && (
        <Notice severity="warning">
          You are offline. What was loaded stays; the rest follows when you are back.
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
          {unknown.length === 1 ? 'No site has the id ' : 'No site has one of the ids '}
          {unknown.join(', ')}.
        </Notice>
      )}
      {emptyReason === 'filters' && (
        <Notice
          severity="info"
          action={<Button onClick={thenFocusContent(screen.clearFilters)}>Clear filters</Button>}
        >
          No site passes all of these filters.
        </Notice>
      )}
      {emptyReason === 'none' && <Notice severity="info">There are no monitoring sites yet.</Notice>}
    </div>
  );
}

/** The button goes away with its notice: the focus goes to where the page's content begins. */
function thenFocusContent(act: () => void): () => void {
  return () => {
    act();
    document.getElementById('content')?.focus();
  };
}
