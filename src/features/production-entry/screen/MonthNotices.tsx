import { useStore } from '@nanostores/react';
import { Button, Card, Notice, Row } from '#kits/ui/index.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { monthAndDay } from '#lib/calendar-names.ts';
import { formatMoment } from '#lib/calendar-text.ts';
import { authorName } from '../../records/index.ts';
import { monthColumns, shorten } from '../rules/cells.ts';
import type { MonthRow } from '../rules/grid.ts';
import styles from './MonthEntry.module.css';
import { formatCount, type MonthState } from './month-rows.ts';
import type { MonthScreen } from './month-screen.ts';

type Props = {
  screen: MonthScreen;
  state: Extract<MonthState, { status: 'ready' }>;
  /** The subject of the user. */
  reader: string;
};

/** What the grid has to say above its days: restored text, and days that someone else has saved. */
export function MonthNotices({ screen, state, reader }: Props) {
  const restoredAt = useStore(screen.$restoredAt);
  const conflicts = useStore(screen.$conflicts);
  return (
    <>
      {restoredAt !== undefined && (
        <Notice severity="info" action={<Button onClick={screen.discard}>Discard</Button>}>
          Unsaved changes from {formatMoment(restoredAt)} have been restored.
        </Notice>
      )}
      {conflicts.length > 0 && (
        <Conflicts screen={screen} state={state} reader={reader} conflicts={conflicts} />
      )}
    </>
  );
}

/** Shows for each day what someone else has saved and what was typed, to choose from. */
function Conflicts({ screen, state, reader, conflicts }: Props & { conflicts: readonly number[] }) {
  const grid = useStore(screen.$grid);
  return (
    <Card
      as="section"
      className={styles.notice}
      data-severity="warning"
      role="alert"
      aria-label="Someone else has saved"
    >
      <p>
        <strong>
          Someone has saved {formatCount(conflicts.length, 'day', 'days')} since you opened the month.
        </strong>{' '}
        Nothing was overwritten. Choose for each day before you save.
      </p>
      <ul className="anywhere stack" data-gap={1}>
        {conflicts.map((index) => {
          const day = state.month.days[index];
          const saved = state.saved[index];
          const mine = grid[index];
          if (!day || !saved || !mine) return null;
          const author = day.entry
            ? ` (${authorName(day.entry.updated_by, reader)}, ${formatMoment(day.entry.updated_at)})`
            : '';
          const date = monthAndDay(day.day);
          return (
            <li key={day.day}>
              {formatUsDate(day.day)}: theirs {describeDifference(saved, mine)}
              {author}, yours {describeDifference(mine, saved)}
              <Row gap={2}>
                <Button onClick={() => screen.takeTheirs(index)}>Take theirs for {date}</Button>
                <Button onClick={() => screen.keepMine(index)}>Keep mine for {date}</Button>
              </Row>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Lists the cells of a row that differ from another one: `12.5 (Hours Pumped)`. */
function describeDifference(row: MonthRow, other: MonthRow): string {
  const differing = monthColumns.filter(({ name }) => row.cells[name] !== other.cells[name]);
  if (differing.every(({ name }) => row.cells[name] === '')) return 'no entry';
  return differing.map(({ name, label }) => `${shorten(row.cells[name]) || 'blank'} (${label})`).join(', ');
}
