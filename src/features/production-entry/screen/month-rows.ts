import type { RequestFailed } from '#contract/request.ts';
import { recordStatus } from '#domain/records/versions.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import type { SafeStorage } from '#lib/page/storage.ts';
import type { UnsavedStore } from '../../records/index.ts';
import type { DayChange, ProductionDay, ProductionMonth } from '../contract.ts';
import { type MonthColumn, monthColumns } from '../rules/cells.ts';
import {
  blankCells,
  isBlankRow,
  isChanged,
  type MonthGrid,
  type MonthRow,
  type MonthTotals,
  toEntry,
} from '../rules/grid.ts';

/** Converts a month to the rows of the grid. Days in the future and days with delivered hours are locked. */
export function toGrid({ days, today }: ProductionMonth): MonthGrid {
  return days.map(({ day, entry, delivered }): MonthRow => {
    if (entry) return { day, cells: toCells(entry.content) };
    if (delivered !== null) {
      return { day, lock: 'delivered', cells: { ...blankCells, hours_pumped: String(delivered) } };
    }
    return { day, lock: day > today ? 'future' : undefined, cells: blankCells };
  });
}

function toCells(content: Readonly<Record<string, unknown>>): MonthRow['cells'] {
  const cells = monthColumns.map(({ name }) => [name, String(content[name] ?? '')] as const);
  return Object.fromEntries(cells) as MonthRow['cells'];
}

/** The state in which the days with changes were opened: the `updated_at` of the entry, null without one. */
export type SeenDays = Readonly<Record<string, string | null>>;

export function seenOf({ entry }: ProductionDay): string | null {
  return entry?.updated_at ?? null;
}

/** Lists the indexes of the rows with changes. */
export function findChangedRows(grid: MonthGrid, saved: MonthGrid): number[] {
  return grid.flatMap((row, index) => (isChanged(row, saved[index]) ? [index] : []));
}

/** The states of the rows with changes; rows that had changes before keep theirs. */
export function updateSeen(
  changed: readonly number[],
  { days }: ProductionMonth,
  before: SeenDays,
): SeenDays {
  const entries = changed.flatMap((index) => {
    const day = days[index];
    if (!day) return [];
    const known = before[day.day];
    return [[day.day, known === undefined ? seenOf(day) : known] as const];
  });
  return Object.fromEntries(entries);
}

/** Lists the rows with changes whose entry someone else has changed, too. */
export function findConflicts({ days }: ProductionMonth, seen: SeenDays): number[] {
  return days.flatMap((day, index) => {
    const known = seen[day.day];
    return known === undefined || known === seenOf(day) ? [] : [index];
  });
}

/** What a save sends: the days with changes, and to publish also those that are not published yet. */
export function toDayChanges(
  month: ProductionMonth,
  grid: MonthGrid,
  changed: readonly number[],
  publish: boolean,
): DayChange[] {
  return month.days.flatMap((day, index): DayChange[] => {
    const row = grid[index];
    const isUnpublished = day.entry !== null && day.entry.status_id !== recordStatus.published;
    if (!row || row.lock || !(changed.includes(index) || (publish && isUnpublished))) return [];
    return [{ day: day.day, seen: seenOf(day), content: isBlankRow(row) ? null : toEntry(row) }];
  });
}

/** A well, by its loc_id, and a month, `YYYY-MM`. */
export type MonthPlace = { readonly well: string; readonly month: string };

export type MonthState =
  | { readonly status: 'unchosen' | 'loading' }
  | { readonly status: 'failed'; readonly error: RequestFailed }
  | { readonly status: 'ready'; readonly month: ProductionMonth; readonly saved: MonthGrid };

export type MonthSettings = {
  /** Where the last well and method are stored. */
  storage: SafeStorage;
  subject: string;
  /** Stores typed cells until they are saved. */
  unsavedOf: (place: MonthPlace) => UnsavedStore;
};

/** A fault that the server has found. `column` is undefined for one of the whole day. */
export type ServerFault = {
  readonly day: string;
  readonly column: MonthColumn | undefined;
  readonly message: string;
};

/** Reads the days and cells from the paths of a problem: `body.days.2026-08-03.hours_pumped`. */
export function toServerFaults({ problem }: Pick<RequestFailed, 'problem'>): ServerFault[] {
  return (problem?.errors ?? []).flatMap(({ path, message }) => {
    const [, day, field] = /^body\.days\.(\d{4}-\d{2}-\d{2})(?:\.(\w+))?$/.exec(path) ?? [];
    if (day === undefined) return [];
    return [{ day, column: monthColumns.find(({ name }) => name === field)?.name, message }];
  });
}

export function formatCount(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Says what a save has done: `5 days were published. 1 entry was deleted.` */
export function describeSaved(days: readonly DayChange[], publish: boolean): string {
  const deleted = days.filter(({ content }) => content === null).length;
  const saved = days.length - deleted;
  const verb = saved === 1 ? 'was' : 'were';
  const how = publish ? 'published' : 'saved as a draft';
  return [
    saved > 0
      ? `${formatCount(saved, 'day', 'days')} ${verb} ${publish || saved === 1 ? how : 'saved as drafts'}.`
      : '',
    deleted > 0 ? `${formatCount(deleted, 'entry was', 'entries were')} deleted.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The state of a day, beneath its date; undefined for a published one and for one without entry. */
export function describeDay(
  row: MonthRow,
  day: ProductionDay | undefined,
  isChanged: boolean,
): string | undefined {
  if (row.lock === 'future') return 'Future';
  if (row.lock === 'delivered') return 'Delivered';
  if (isChanged) return 'Not saved';
  if (!day?.entry || day.entry.status_id === recordStatus.published) return undefined;
  return day.entry.status_id === recordStatus.draft ? 'Draft' : 'Changes';
}

/** Formats the head of a row: `Mon 08/03`. */
export function formatDayHead(day: string): string {
  return formatWallTime(day, dateFormats.weekdayAndDay);
}

/** Formats `2026-08` as `August 2026`. */
export function formatMonth(month: string): string {
  return formatWallTime(`${month}-01`, dateFormats.monthAndYear);
}

/** Formats a number of the totals: at most two decimals. */
export function formatTotal(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

/** Describes the month: `312.5 hours on 18 of 21 days`. */
export function describeTotals({ hours, days, pumpedDays }: MonthTotals): string {
  return `${formatTotal(hours)} hours; pumped on ${pumpedDays} of ${formatCount(days, 'day', 'days')} entered`;
}
