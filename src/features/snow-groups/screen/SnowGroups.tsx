import { useStore } from '@nanostores/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { describeSnow, standingAfterClass } from '#domain/finding/group-text.ts';
import { zoneOf } from '#domain/finding/percentile-bar.ts';
import { DateField } from '#kits/form/Field.tsx';
import type { SheetFacts } from '#kits/html/print-sheet.ts';
import boardTable from '#kits/ui/BoardTable.module.css';
import { Button, LoadState, Row, Stack } from '#kits/ui/index.ts';
import standing from '#kits/ui/marks/Standing.module.css';
import { Sheet } from '#kits/ui/print/Sheet.tsx';
import { addDays, formatUsDate } from '#lib/calendar.ts';
import { monthAndDay, weekdayAndDate } from '#lib/calendar-names.ts';
import type { SnowBoard, SnowBoardGroup } from '../contract.ts';
import { describeGroups, describeInches, describeSince, describeUsual, rankGroups } from './group-text.ts';
import styles from './SnowGroups.module.css';
import type { SnowGroupsState } from './state.ts';

type SnowGroupsProps = { screen: SnowGroupsState; onChosen?: () => void };

/** The groups of snow sites on a day: percent of the median as ranked bars, and what the last days did. */
export function SnowGroups({ screen, onChosen }: SnowGroupsProps) {
  const { board } = screen.groups;
  const state = useStore(board.$state);
  const choice = useStore(screen.groups.$choice);
  const shown = 'data' in state ? state.data : undefined;
  if (!choice || shown === null) return null;
  const day = choice.on ?? shown?.on;
  const isLatest = shown !== undefined && day !== undefined && day >= shown.newest;
  const step = (days: number) => day !== undefined && screen.setDay(addDays(day, days));
  return (
    <Stack as="section" gap={2} className={boardTable.board} aria-label="Groups of snow sites">
      {shown && <p className="sentence">{describeGroups(shown)}</p>}
      <Row gap={2} data-align="end" className="no-print">
        <p className="quiet grow">{shown && weekdayAndDate(shown.on)}</p>
        <Button icon aria-label="The day before" onClick={() => step(-1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </Button>
        <Button icon aria-label="The day after" aria-disabled={isLatest} onClick={() => !isLatest && step(1)}>
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
        <DateField label="Day" value={day} onChange={screen.setDay} />
      </Row>
      {/* What fails is said once, above. */}
      {state.status !== 'idle' && state.status !== 'failed' && (
        <LoadState state={state} noun="the groups" lines={12} retry={board.retry} />
      )}
      {shown && (
        <Sheet
          kind="board"
          status="ready"
          title={describeGroups(shown)}
          subtitle={weekdayAndDate(shown.on)}
          facts={factsOf(shown)}
        >
          <GroupsTable
            board={shown}
            chosen={choice.group}
            onChoose={(label) => {
              screen.chooseGroup(label);
              onChosen?.();
            }}
          />
        </Sheet>
      )}
    </Stack>
  );
}

/** What the paper says of the groups. */
function factsOf({ groups }: SnowBoard): SheetFacts {
  return {
    source: [...new Set(groups.flatMap((each) => each.delivered_by))].join(', '),
  };
}

type GroupsTableProps = { board: SnowBoard; chosen: string; onChoose: (label: string) => void };

function GroupsTable({ board: { on, groups }, chosen, onChoose }: GroupsTableProps) {
  const scale = Math.max(
    150,
    ...groups.map(({ percent_of_median: percent }) => Math.min(percent ?? 0, maxScale)),
  );
  const [first] = groups;
  return (
    <table className={`${boardTable.table} full-width ${styles.table}`} data-blocks>
      <thead>
        <tr>
          <th scope="col">Group of sites</th>
          <th scope="col">
            Percent of the median <small>for {monthAndDay(on)}; line: the median; ring: a year ago</small>
          </th>
          {first?.changes.map(({ days }) => (
            <th key={days} scope="col">
              {days === 1 ? '1 day' : `${days} days`} <small>{describeSince(on, days)}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rankGroups(groups).map((group) => (
          <GroupRow
            key={group.label}
            group={group}
            on={on}
            scale={scale}
            isChosen={group.label === chosen}
            onChoose={onChoose}
          />
        ))}
      </tbody>
    </table>
  );
}

/** A longer bar would make all others short. */
const maxScale = 300;

type GroupRowProps = {
  group: SnowBoardGroup;
  on: string;
  scale: number;
  isChosen: boolean;
  onChoose: (label: string) => void;
};

function GroupRow({ group, on, scale, isChosen, onChoose }: GroupRowProps) {
  const { label, rdate, changes, count } = group;
  const text = describeSnow(group);
  const { percent, class: name, sites, missing, yearBefore } = text;
  // A percentage stays on one line.
  const place = [standingAfterClass(text), yearBefore].filter(Boolean).join('; ').replaceAll(' %', '\u00a0%');
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row">
        <button
          type="button"
          className={`${boardTable.name} strong accent text-start ${styles.name}`}
          aria-pressed={isChosen}
          onClick={() => onChoose(label)}
        >
          {label}
        </button>
        <small>
          {[sites, rdate !== null && rdate < on && `through ${formatUsDate(rdate)}`, missing]
            .filter(Boolean)
            .join(', ')}
        </small>
      </th>
      <td>
        <span className={styles.percent}>
          <strong className="text-lg">{percent ?? '–'}</strong>
          <PercentBar group={group} scale={scale} />
        </span>
        <small>
          {name && (
            <span className={standing.class} data-tone={name.tone}>
              {name.text}
            </span>
          )}
          {name && place !== '' && ', '}
          {place}
        </small>
      </td>
      {changes.map((change) => (
        <td key={change.days}>
          <span className={boardTable.label} aria-hidden="true">
            {change.days === 1 ? '1 day' : `${change.days} days`}
          </span>
          {change.change === null ? (
            <span className="muted">no value</span>
          ) : (
            <>
              <strong>{describeInches(change.change)}</strong>
              <small>{describeUsual(change, count)}</small>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

const barWidth = 240;
const barHeight = 20;

/** A bar from zero in the color of the class, over a line at the median; a ring is a year ago. */
function PercentBar({ group, scale }: { group: SnowBoardGroup; scale: number }) {
  const { percent_of_median: percent, percentile, median, year_before } = group;
  if (percent === null) return null;
  const xOf = (each: number) => (barWidth * Math.min(each, scale)) / scale;
  const before = year_before && median ? (100 * year_before.value) / median : undefined;
  return (
    <svg className="full-width" viewBox={`0 0 ${barWidth + 6} ${barHeight}`} aria-hidden="true">
      <rect width={barWidth} height="10" y="5" fill="var(--color-ground)" />
      <rect
        width={xOf(percent)}
        height="10"
        y="5"
        fill={percentile === null ? 'var(--color-ink-muted)' : `var(--pct-${zoneOf(percentile) + 1})`}
      />
      {before !== undefined && (
        <circle
          cx={xOf(before)}
          cy="10"
          r="4"
          fill="var(--color-surface)"
          stroke="var(--color-ink-muted)"
          strokeWidth="1.5"
        />
      )}
      <path d={`M${xOf(100)} 0V${barHeight}`} stroke="var(--color-ink)" strokeWidth="1.5" />
    </svg>
  );
}
