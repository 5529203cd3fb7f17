import type { Requester, RequestFailed } from '#client/request.ts';
import type { DayChange, ProductionDay, ProductionMonth } from '#contract/production-months.ts';
import { monthColumns } from '#domain/production-month/cells.ts';
import {
  blankCells,
  isBlankRow,
  isChanged,
  type MonthGrid,
  type MonthRow,
  toEntry,
} from '#domain/production-month/grid.ts';
import { recordStatus } from '#domain/records/versions.ts';
import type { SafeStorage } from '#lib/storage.ts';
import type { Address } from '#stores/address.ts';
import type { ToastSeverity } from '#stores/toasts.ts';
import type { UnsavedStore } from '../unsaved.ts';

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
export type Place = { readonly well: string; readonly month: string };

export type MonthState =
  | { readonly status: 'unchosen' | 'loading' }
  | { readonly status: 'failed'; readonly error: RequestFailed }
  | { readonly status: 'ready'; readonly month: ProductionMonth; readonly saved: MonthGrid };

export type MonthSettings = {
  request: Requester;
  address: Address;
  /** Where the last well and method are stored. */
  storage: SafeStorage;
  subject: string;
  /** Stores typed cells until they are saved. */
  unsavedOf: (place: Place) => UnsavedStore;
  notify: (message: string, severity: ToastSeverity) => void;
  now?: () => Date;
};

/** Decodes a text file: UTF-16 by its mark, UTF-8, or Windows-1252, as older versions of Excel write it. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
