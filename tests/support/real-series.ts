import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { outlookRequestOf } from '#contract/basin/basin-requests.ts';
import { type DayNumber, dayNumber } from '#lib/calendar.ts';
import { basin } from './basin.ts';

const directory = path.resolve(import.meta.dirname, '../../../shared/data/real');
/** Tests on measured series are skipped where these are not at hand. */
export const hasRealSeries = existsSync(directory);

const firstYear = 1982;
export const lastYear = 2020;
export const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at);
/** The Bureau of Reclamation's columns. */
export const flowColumns: Readonly<Record<string, string>> = { heise: 'heii_qu', 'island-park': 'isli_qu' };
export const snowFile = 'snotel_annual_peak_and_apr1_swe.csv';
export const flowFile = 'usbr_daily_heii_heni_isli_1980_2020.csv';
const storageFile = 'usbr_daily_reservoir_af_1980_2020.csv';

export const request = outlookRequestOf(basin);
export const fillGroups = request.fill;

export function rowsOf(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(path.join(directory, file), 'utf8').trim().split('\n');
  const names = head.trim().split(',');
  return lines.map((line) => {
    const cells = line.trim().split(',');
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

export function dailyValues(file: string, column: string): Map<DayNumber, number> {
  return new Map(
    rowsOf(file).flatMap((row) => {
      const cell = row[column];
      return cell ? [[dayNumber(row.DateTime ?? ''), Number(cell)] as const] : [];
    }),
  );
}

/** The days from one day of a year to another, `MM-DD`, both included. */
export function daysOf(from: string, to: string, year: number, startYear = year): DayNumber[] {
  const first = dayNumber(`${startYear}-${from}`);
  return Array.from({ length: dayNumber(`${year}-${to}`) - first + 1 }, (_, at) => first + at);
}

/** The total storage of a fill group by day; the few negative values are no storage. */
export const totalsOf = memoized((group: string): ReadonlyMap<DayNumber, number> => {
  const members = membersOf(group);
  const records = members.map(({ id }) => dailyValues(storageFile, `${id.toLowerCase()}_af`));
  return new Map(
    [...(records[0]?.keys() ?? [])].flatMap((day) => {
      const values = records.map((record) => record.get(day) ?? -1);
      return values.some((value) => value < 0) ? [] : [[day, values.reduce((sum, value) => sum + value, 0)]];
    }),
  );
});

function membersOf(group: string) {
  return request.fill.find(({ id }) => id === group)?.members ?? [];
}

export function capacityOf(group: string): number {
  return membersOf(group).reduce((sum, { capacity }) => sum + capacity, 0);
}

/** The total storage of a fill group on a day. */
export function realStorage(group: string, day: string): number | undefined {
  return totalsOf(group).get(dayNumber(day));
}

export function pointOf(group: string): string {
  return request.fill.find(({ id }) => id === group)?.point ?? '';
}

export function flowsFrom(flows: ReadonlyMap<DayNumber, number>, days: readonly DayNumber[]): number[] {
  return days.flatMap((day) => flows.get(day) ?? []);
}

export function memoized<Value>(compute: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>();
  return (name) => {
    const value = known.get(name) ?? compute(name);
    known.set(name, value);
    return value;
  };
}
