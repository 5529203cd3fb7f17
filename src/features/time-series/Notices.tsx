import { useStore } from '@nanostores/react';
import { LoadErrors, Notice } from '#kits/ui/index.ts';
import { droppedNote } from './notes.ts';
import type { TimeSeriesScreen } from './screen.ts';

/** What could not be loaded or restored, each with what to do about it. */
export function Notices({ screen }: { screen: TimeSeriesScreen }) {
  const faults = useStore(screen.lists.$faults);
  const unreadable = useStore(screen.$unreadable);
  const dropped = useStore(screen.$dropped);
  return (
    <>
      <LoadErrors errors={faults} />
      {unreadable && (
        <Notice severity="warning">
          The filters you saved could not be read, so the default ones are here. Your next Submit replaces
          them.
        </Notice>
      )}
      {dropped && <Notice severity="warning">{droppedNote(dropped)}</Notice>}
    </>
  );
}
