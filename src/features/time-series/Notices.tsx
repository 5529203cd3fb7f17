import { useStore } from '@nanostores/react';
import { LoadErrors, Notice } from '#kits/ui/index.ts';
import { droppedNote } from './notes.ts';
import type { TimeSeriesScreen } from './screen.ts';

/** Notices of lists that failed to load, of filters that were not restored, and of a link's impossible dates. */
export function Notices({ screen }: { screen: TimeSeriesScreen }) {
  const faults = useStore(screen.lists.$faults);
  const unreadable = useStore(screen.$unreadable);
  const dropped = useStore(screen.$dropped);
  const linkFaults = useStore(screen.$linkFaults);
  return (
    <>
      <LoadErrors errors={faults} />
      {unreadable && (
        <Notice severity="warning">
          The filters you saved could not be read, so the default filters are used. Your next Submit replaces
          them.
        </Notice>
      )}
      {linkFaults.length > 0 && <Notice severity="warning">{linkFaults.join(' ')}</Notice>}
      {dropped && <Notice severity="warning">{droppedNote(dropped)}</Notice>}
    </>
  );
}
