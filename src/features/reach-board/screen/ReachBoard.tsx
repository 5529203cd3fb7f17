import { useStore } from '@nanostores/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { withheldFinding } from '#domain/finding/finding.ts';
import { percentileBar } from '#domain/finding/percentile-bar.ts';
import { seasonStarts } from '#domain/season/gain-season.ts';
import { sparklineBox, sparklinePath } from '#kits/chart/sparkline-path.ts';
import { DateField, SelectField } from '#kits/form/Field.tsx';
import type { SheetFacts } from '#kits/html/print-sheet.ts';
import boardTable from '#kits/ui/BoardTable.module.css';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { Button, LoadState, Row, Stack } from '#kits/ui/index.ts';
import standing from '#kits/ui/marks/Standing.module.css';
import { Bar } from '#kits/ui/marks/Standing.tsx';
import { Sheet } from '#kits/ui/print/Sheet.tsx';
import { addDays, formatUsDate } from '#lib/calendar.ts';
import { monthAndDay, monthName, weekdayAndDate } from '#lib/calendar-names.ts';
import { countOf } from '#lib/count-text.ts';
import type { ReachBoard as Board, BoardReach, WindowGain } from '../contract.ts';
import {
  countWord,
  describeBoard,
  describeGaining,
  describeNeed,
  describeWindow,
} from '../rules/board-text.ts';
import styles from './ReachBoard.module.css';
import { gageErrors, type ReachBoardState, startLabels } from './state.ts';

type ReachBoardProps = { screen: ReachBoardState; isFolded: boolean };

/** All reaches of the rivers at once. After Submit it is folded to its sentence. */
export function ReachBoard({ screen, isFolded }: ReachBoardProps) {
  const state = useStore(screen.board.$state);
  const [isOpen, setIsOpen] = useState(!isFolded);
  useEffect(() => setIsOpen(!isFolded), [isFolded]);
  const board = 'data' in state ? state.data : undefined;
  if (board === null) return null;
  const sentence = board && describeBoard(board);
  return (
    <section
      className={`ruled-below ${isFolded ? 'no-print' : ''} ${boardTable.board} ${styles.board}`}
      aria-label="All reaches"
      data-board
      data-folded={isFolded || undefined}
    >
      <Disclosure
        label={<span className="sentence">{sentence || 'All reaches'}</span>}
        open={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      >
        <Stack gap={2}>
          <BoardChoice screen={screen} board={board} />
          <div className={board || 'error' in state ? undefined : styles.waiting}>
            {state.status !== 'idle' && (
              <LoadState state={state} noun="the reaches" lines={24} retry={screen.board.retry} />
            )}
          </div>
          {board && isFolded && <BoardTable board={board} screen={screen} />}
          {board && !isFolded && (
            <Sheet
              kind="board"
              status="ready"
              title={sentence || 'All reaches'}
              subtitle={`${weekdayAndDate(board.on)}, against ${board.reference}; ± with gages off by ${board.error_percent} %`}
              facts={factsOf(board)}
            >
              <BoardTable board={board} screen={screen} />
            </Sheet>
          )}
        </Stack>
      </Disclosure>
    </section>
  );
}

/** What the paper says of the board. */
function factsOf({ reaches }: Board): SheetFacts {
  return {
    notes: ['Bars: place among 1991–2020 for the same days; ring: a year ago'],
    source: [...new Set(reaches.flatMap((each) => each.delivered_by))].join(', '),
  };
}

function BoardChoice({ screen, board }: { screen: ReachBoardState; board: Board | undefined }) {
  const { on, error } = useStore(screen.$boardView);
  const { start } = useStore(screen.$view);
  const shown = on ?? board?.on;
  const step = (days: number) => shown !== undefined && screen.setBoard({ on: addDays(shown, days) });
  const isLatest = board !== undefined && shown !== undefined && shown >= (board.newest ?? shown);
  return (
    <Row gap={2} data-align="end" className={`no-print ${styles.choice}`}>
      <p className="quiet grow">
        {board && `${weekdayAndDate(board.on)}${board.sum?.is_provisional ? ', provisional' : ''}`}
      </p>
      <Button icon aria-label="The day before" onClick={() => step(-1)}>
        <ChevronLeft size={16} aria-hidden="true" />
      </Button>
      <Button icon aria-label="The day after" aria-disabled={isLatest} onClick={() => !isLatest && step(1)}>
        <ChevronRight size={16} aria-hidden="true" />
      </Button>
      <DateField label="Day" value={shown} onChange={(day) => screen.setBoard({ on: day })} />
      <SelectField
        label="Season since"
        value={start}
        choices={seasonStarts.map((value) => ({ value, label: startLabels[value] }))}
        onChange={(value) => screen.setView({ start: value })}
      />
      <SelectField
        label="Gage error"
        value={error}
        choices={gageErrors.map((value) => ({ value, label: `${value} %` }))}
        onChange={(value) => screen.setBoard({ error: value })}
      />
    </Row>
  );
}

function BoardTable({ board, screen }: { board: Board; screen: ReachBoardState }) {
  const { windows, reaches, sum, on } = board;
  const range = ({ from, to }: { from: string; to: string }) => `${monthAndDay(from)}–${monthAndDay(to)}`;
  return (
    <table className={`${boardTable.table} full-width ${styles.table}`} data-blocks>
      <thead>
        <tr>
          <th scope="col">
            Reach <small>downstream</small>
          </th>
          <th scope="col">
            7-day mean <small>{range(windows.week)}</small>
          </th>
          {windows.month && (
            <th scope="col">
              {monthName(on)} to date <small>{range(windows.month)}</small>
            </th>
          )}
          <th scope="col">
            {windows.season.to < on ? 'Last season' : 'Season to date'} <small>{range(windows.season)}</small>
          </th>
          <th scope="col">
            Week by week <small>dotted: median</small>
          </th>
        </tr>
      </thead>
      <tbody>
        {reaches.map((reach, at) => {
          const before = reaches[at - 1];
          const gap = before && before.to_name !== reach.from_name ? betweenOf(before, reach) : undefined;
          return [
            gap && (
              <tr key={gap} data-gap>
                <th scope="row">{gap}</th>
                <td colSpan={windows.month ? 4 : 3}>not computed: not all inflows are measured</td>
              </tr>
            ),
            <tr key={reach.loc_ndx}>
              <th scope="row">
                <button
                  type="button"
                  className={`${boardTable.name} strong accent text-start`}
                  onClick={() => screen.compare(reach.loc_ndx)}
                >
                  {reach.loc_name}
                </button>
                <Way reach={reach} on={on} />
              </th>
              <Cells figures={reach} hasMonth={windows.month !== null} />
            </tr>,
          ];
        })}
      </tbody>
      {sum && (
        <tfoot>
          <tr>
            <th scope="row">
              <span className="strong">
                Sum of the {countWord(sum.names.length)}
                {sum.names.length < reaches.length && ` that have the day: ${sum.names.join(', ')}`}
              </span>
              <Way reach={sum} on={on} />
            </th>
            <Cells figures={sum} hasMonth={windows.month !== null} />
          </tr>
        </tfoot>
      )}
    </table>
  );
}

type Figures = Pick<BoardReach, 'week' | 'month' | 'season' | 'weeks' | 'usual_weeks'> &
  Partial<Pick<BoardReach, 'is_withheld' | 'through' | 'pace' | 'reference_gain'>>;

/** Whether a reach gains or loses, with an arrow into the river or out of it. */
function Way({ reach, on }: { reach: Figures; on: string }) {
  const gaining = describeGaining(reach);
  const age =
    typeof reach.through === 'string' && reach.through < on && `through ${formatUsDate(reach.through)}`;
  return (
    <small>
      {gaining && (
        <span className={standing.class} data-tone={gaining.tone}>
          <span aria-hidden="true">{gaining.text.startsWith('losing') ? '← ' : '→ '}</span>
          {gaining.text}
        </span>
      )}{' '}
      {age}
    </small>
  );
}

function Cells({ figures, hasMonth }: { figures: Figures; hasMonth: boolean }) {
  const { week, month, season, is_withheld: isWithheld, through, weeks, usual_weeks: usual } = figures;
  if (isWithheld || through === null) {
    return (
      <td colSpan={hasMonth ? 4 : 3} className="muted">
        {isWithheld ? withheldFinding.standing : 'no value of the last 30 days'}
      </td>
    );
  }
  return (
    <>
      <Cell label="7 days" window="week" gain={week} />
      {hasMonth && <Cell label="Month" window="month" gain={month} />}
      <Cell label="Season" window="season" gain={season}>
        {season && <small>{describeNeed({ ...figures, season })}</small>}
      </Cell>
      <td className={styles.weeks}>
        <Weeks weeks={weeks} usual={usual} />
      </td>
    </>
  );
}

type CellProps = {
  label: string;
  window: 'week' | 'month' | 'season';
  gain: WindowGain | null;
  children?: React.ReactNode;
};

function Cell({ label, window, gain, children }: CellProps) {
  if (gain === null) return <td className="muted">a day is missing</td>;
  const { value, error, place, bar } = describeWindow(gain, window);
  return (
    <td>
      <span className={boardTable.label} aria-hidden="true">
        {label}
      </span>
      <span className={`${styles.value} nowrap`}>
        <strong className="text-lg">{value}</strong> <small>{error}</small>
      </span>
      {bar && <Bar markup={percentileBar(bar, 'row')} />}
      <small>
        {place}
        {gain.estimated > 0 && `; ${countOf(gain.estimated, 'day')} estimated`}
      </small>
      {children}
    </td>
  );
}

/** The weeks of the season and, dotted, what is usual. */
function Weeks({ weeks, usual }: { weeks: Figures['weeks']; usual: Figures['usual_weeks'] }) {
  const both = [...weeks, ...usual].filter((each) => each !== null);
  if (weeks.length < 2 || both.length === 0) return null;
  const [low, high] = [Math.min(...both), Math.max(...both)];
  const pathOf = (values: readonly (number | null)[]) => {
    const known = values.flatMap((value, x) => (value === null ? [] : [{ x, value }]));
    return sparklinePath({
      xs: known.map(({ x }) => x),
      ys: known.map(({ value }) => value),
      maxGap: 1,
      range: [low, high],
      span: [0, values.length - 1],
    });
  };
  return (
    <svg
      viewBox={`0 0 ${sparklineBox.width} ${sparklineBox.height}`}
      preserveAspectRatio="none"
      fill="none"
      strokeWidth="1.75"
      aria-hidden="true"
    >
      {low < 0 && high > 0 && (
        <path d={pathOf(weeks.map(() => 0))} stroke="var(--color-line-strong)" strokeWidth="1" />
      )}
      <path d={pathOf(usual)} stroke="var(--color-ink-muted)" strokeDasharray="2 3" />
      <path d={pathOf(weeks)} stroke="var(--color-accent)" />
    </svg>
  );
}

/** `Lorenzo to Shelley`, between `Heise to Lorenzo` and `Shelley to near Blackfoot`. */
function betweenOf(before: BoardReach, reach: BoardReach): string | undefined {
  const end = before.loc_name.split(' to ').at(-1);
  const [start] = reach.loc_name.split(' to ');
  return end && start ? `${end} to ${start}` : undefined;
}
