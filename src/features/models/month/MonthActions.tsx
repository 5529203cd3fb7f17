import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { Button } from '#kits/ui/index.ts';
import { openConfirm } from '../confirm.ts';
import sticky from '../StickyActions.module.css';
import styles from './MonthEntry.module.css';
import { formatCount } from './month-labels.ts';
import { toDayChanges } from './month-rows.ts';
import type { MonthScreen } from './month-screen.ts';
import type { MonthState } from './month-state.ts';

type Props = {
  screen: MonthScreen;
  state: Extract<MonthState, { status: 'ready' }>;
  /** What the last paste did. */
  message: string;
  saveButton: RefObject<HTMLButtonElement | null>;
};

/** One save for all days with changes, in reach below the grid. */
export function MonthActions({ screen, state, message, saveButton }: Props) {
  const grid = useStore(screen.$grid);
  const changed = useStore(screen.$changed);
  const faults = useStore(screen.$faults);
  const conflicts = useStore(screen.$conflicts);
  const busy = useStore(screen.$busy);
  const publishCount = toDayChanges(state.month, grid, changed, true).length;

  function begin(publish: boolean): void {
    const [fault] = faults;
    if (fault) {
      document.querySelector<HTMLElement>(`[data-cell="${fault.row}:${fault.column}"]`)?.focus();
      return;
    }
    const deletions = screen.countDeletions();
    if (deletions === 0 || conflicts.length > 0) void screen.save(publish);
    else
      openConfirm('DELETE', { what: formatCount(deletions, 'entry', 'entries') }, () => {
        void screen.save(publish);
      });
  }

  return (
    <div className={sticky.actions}>
      <p className={styles.status} role="status">
        {[
          message,
          changed.length > 0 ? `${formatCount(changed.length, 'day is', 'days are')} not saved.` : '',
          faults.length > 0 ? `${formatCount(faults.length, 'cell needs', 'cells need')} a correction.` : '',
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {changed.length > 0 && <Button onClick={screen.discard}>Discard changes</Button>}
      <Button
        ref={saveButton}
        aria-disabled={changed.length === 0 || busy !== undefined}
        onClick={() => begin(false)}
      >
        {busy === 'SAVE' ? 'Saving…' : 'Save'}
      </Button>
      <Button
        variant="primary"
        aria-disabled={publishCount === 0 || busy !== undefined}
        onClick={() => begin(true)}
      >
        {busy === 'PUBLISH'
          ? 'Publishing…'
          : publishCount === 0
            ? 'Publish'
            : `Publish ${formatCount(publishCount, 'day', 'days')}`}
      </Button>
    </div>
  );
}
