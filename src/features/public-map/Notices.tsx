import { useStore } from '@nanostores/react';
import { Button, Notice } from '#kits/ui/index.ts';
import styles from './Notices.module.css';
import type { PublicMapScreen } from './screen.ts';

/** What stands in the way of the full map, each with what to do about it. */
export function Notices({ screen, online }: { screen: PublicMapScreen; online: boolean }) {
  const faults = useStore(screen.data.$faults);
  const emptiness = useStore(screen.$emptiness);
  const identified = useStore(screen.$identified);
  const unknown = identified?.unknown ?? [];
  return (
    <div className={styles.notices}>
      {!online && (
        <Notice severity="warning">
          You are offline. What was loaded stays; the rest follows when you are back.
        </Notice>
      )}
      {faults.map((fault) => (
        <Notice
          key={fault.id}
          severity={fault.outdated ? 'warning' : 'error'}
          action={<Button onClick={fault.retry}>Try again</Button>}
        >
          {fault.message}
        </Notice>
      ))}
      {unknown.length > 0 && (
        <Notice
          severity="warning"
          action={emptiness === 'ids' && <Button onClick={leaving(screen.clearIds)}>Clear ids</Button>}
        >
          {unknown.length === 1 ? 'No site has the id ' : 'No site has one of the ids '}
          {unknown.join(', ')}.
        </Notice>
      )}
      {emptiness === 'filters' && (
        <Notice
          severity="info"
          action={<Button onClick={leaving(screen.clearFilters)}>Clear filters</Button>}
        >
          No site passes all of these filters.
        </Notice>
      )}
      {emptiness === 'none' && <Notice severity="info">There are no monitoring sites yet.</Notice>}
    </div>
  );
}

/** The button goes away with its notice: the focus goes to where the page's content begins. */
function leaving(act: () => void): () => void {
  return () => {
    act();
    document.getElementById('content')?.focus();
  };
}
