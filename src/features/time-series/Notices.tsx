import { useStore } from '@nanostores/react';
import { LoadErrors, Notice } from '#kits/ui/index.ts';
import { droppedNote } from './notes.ts';
import type { TimeSeriesScreen } from './screen.ts';

/** Notices of lists that failed to load and of filters that were not restored. */
export function Notices({ screen }: { screen: TimeSeriesScreen }) {
  const faults = useStore(screen.lists.$faults);
  const unreadable = useStore(screen.$unreadable);
  const dropped = useStore(screen.$dropped);
  return (
    <>
      <LoadErrors errors={faults} />
      {unreadable && (
        <Notice severity="warning">
          The filters you saved could not be read, so the default filters are used. Your next Submit replaces
          them.
        </Notice>
      )}
      {dropped && <Notice severity="warning">{droppedNote(dropped)}</Notice>}
    </>
  );
}
