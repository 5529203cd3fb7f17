import type { RequestFailed } from '#client/request.ts';
import type { DayChange, ProductionDay } from '#contract/production-months.ts';
import { type MonthColumn, monthColumns } from '#domain/production-month/cells.ts';
import type { MonthRow, MonthTotals } from '#domain/production-month/grid.ts';
import { recordStatus } from '#domain/records/versions.ts';
import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';

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

/** Describes a paste or a file: `62 cells were filled. 3 have no place in the grid; they are listed above the grid.` */
export function describePaste({ taken, left }: { taken: number; left: number }): string {
  const filled = `${formatCount(taken, 'cell was', 'cells were')} filled.`;
  return left === 0
    ? filled
    : `${filled} ${formatCount(left, 'has no place in the grid; it is', 'have no place in the grid; they are')} listed above the grid.`;
}
