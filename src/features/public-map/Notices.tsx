import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { Button, Disclosure, Notice } from '#kits/ui/index.ts';
import styles from './Notices.module.css';
import { describeSkipped } from './read-sites.ts';
import type { PublicMapScreen } from './screen.ts';

/** Notices about what is missing from the map, each with a button to fix it. */
export function Notices({ screen, online }: { screen: PublicMapScreen; online: boolean }) {
  const loadErrors = useStore(screen.data.$loadErrors);
  const emptyReason = useStore(screen.$emptyReason);
  const idMatches = useStore(screen.$idMatches);
  const skipped = describeSkipped(useStore(screen.data.$skipped));
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
      {skipped && <Notice severity="info">{skipped}</Notice>}
      {idMatches && idMatches.unknown.length > 0 && (
        <UnknownIds
          unknown={idMatches.unknown}
          count={idMatches.found.length + idMatches.unknown.length}
          action={
            emptyReason === 'ids' && <Button onClick={thenFocusContent(screen.clearIds)}>Clear ids</Button>
          }
        />
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

/** More of them are counted, and listed on request. */
const maxNamedIds = 5;

type UnknownIdsProps = { unknown: readonly string[]; count: number; action: ReactNode };

function UnknownIds({ unknown, count, action }: UnknownIdsProps) {
  const [open, setOpen] = useState(false);
  const numberOf = (ids: number) => ids.toLocaleString('en-US');
  return (
    <Notice severity="warning" action={action}>
      {unknown.length > maxNamedIds ? (
        <>
          {numberOf(unknown.length)} of {numberOf(count)} ids were not found.
          <Disclosure label="Show them" open={open} onToggle={() => setOpen(!open)}>
            {open && <span className={styles.ids}>{unknown.join(', ')}</span>}
          </Disclosure>
        </>
      ) : (
        <>
          {unknown.length === 1 ? 'No site has the id ' : 'No site has any of the ids '}
          {unknown.join(', ')}.
        </>
      )}
    </Notice>
  );
}

/** The button disappears with its notice, so the focus moves to the start of the page's content. */
function thenFocusContent(act: () => void): () => void {
  return () => {
    act();
    document.getElementById('content')?.focus();
  };
}
