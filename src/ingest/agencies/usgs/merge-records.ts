import { type DayNumber, formatDay, parseDay } from '#lib/calendar.ts';
import type { Reading, Rejection, SourceSeries, Target } from '../../source.ts';

/** A value as USGS sent it, from any of its services. */
export type UsgsRow = {
  /** The site number, without the agency's prefix. */
  readonly site: string;
  /** Parameter code, `00060`. */
  readonly code: string;
  /** Distinguishes several records of one parameter at a site, by sensor or by statistic. */
  readonly record: string;
  /** Measured by hand. Any recorder's value for the day takes precedence. */
  readonly isFieldMeasurement?: boolean;
  /** `YYYY-MM-DD`, the calendar day at the site. */
  readonly date: string;
  /** The instant of a field measurement, to sort those of one day. */
  readonly time?: string;
  /** The value as text; null if missing. */
  readonly value: string | null;
  readonly isApproved: boolean;
  /** As USGS spells them: words or letters. */
  readonly qualifiers: readonly string[];
  readonly line: number;
};

/** Stands in for a missing value. */
const noDataValue = -999_999;

/** The portal's qualifiers for those of USGS; others stay as they are. */
const qualifierNames: Readonly<Record<string, string>> = {
  E: 'e',
  ESTIMATED: 'e',
  ICE: 'Ice',
  EQUIP: 'Eqp',
  EQP: 'Eqp',
  BACKWATER: 'Bkw',
  BKW: 'Bkw',
};

/**
 * Merges rows, in any order, into series. If a site has several records of a parameter, the longest counts and the
 * others fill its gaps; field measurements fill the remaining ones, the first of a day. If a parameter comes with two
 * codes, such as elevations above two datums, only the first code counts. Text such as `Ice` instead of a number is a
 * missing value, never zero.
 *
 * `daysOfRecord` gives the length of a whole record, also outside the requested days; without it, values are counted.
 */
export function mergeUsgsRows(
  rows: readonly UsgsRow[],
  targetOf: (site: string, code: string) => Target | undefined,
  since: DayNumber | undefined,
  daysOfRecord?: (record: string) => number | undefined,
): SourceSeries[] {
  const bySeries = Map.groupBy(rows, ({ site, code }) => `${site} ${code}`);
  const taken = new Set<string>();
  // Descending: of two codes, the higher one is for the newer datum.
  const names = [...bySeries.keys()].toSorted().toReversed();
  return names.map((name): SourceSeries => {
    const [site = '', code = ''] = name.split(' ');
    const target = targetOf(site, code);
    const record = target && `${target.site.id} ${target.parameter}`;
    if (!target || record === undefined || taken.has(record)) return { kind: 'unknown', name };
    taken.add(record);
    return mergeRecords(name, target, bySeries.get(name) ?? [], since, daysOfRecord);
  });
}

function mergeRecords(
  name: string,
  target: Target,
  rows: readonly UsgsRow[],
  since: DayNumber | undefined,
  daysOfRecord: (record: string) => number | undefined = () => undefined,
): SourceSeries {
  const length = (record: readonly UsgsRow[]) => daysOfRecord(record[0]?.record ?? '') ?? countOf(record);
  const inOrder = rows.toSorted((one, other) => compare(one.time ?? one.date, other.time ?? other.date));
  const records = [...Map.groupBy(inOrder, ({ record }) => record).values()].sort(
    (one, other) =>
      Number(isFieldRecord(one)) - Number(isFieldRecord(other)) ||
      length(other) - length(one) ||
      compare(one[0]?.record ?? '', other[0]?.record ?? ''),
  );
  const readings = new Map<DayNumber, Reading>();
  const rejections: Rejection[] = [];
  const missing = new Set<DayNumber>();
  for (const record of records) {
    const before = new Set(readings.keys());
    for (const row of record) {
      const day = parseDay(row.date);
      if (day === undefined) {
        return {
          kind: 'refused',
          name,
          message: `Row ${row.line}: "${row.date}" is not a date (YYYY-MM-DD).`,
        };
      }
      if ((since !== undefined && day < since) || before.has(day)) continue;
      const value = numberOf(row.value);
      if (value === undefined) {
        missing.add(day);
        continue;
      }
      const existing = readings.get(day);
      if (existing && existing.value !== value) {
        rejections.push({ day, value: String(value), reason: `a second value for ${formatDay(day)}` });
        continue;
      }
      readings.set(day, {
        day,
        value,
        approval: row.isApproved ? 'A' : 'P',
        qualifier: qualifierOf(row.qualifiers),
        line: row.line,
      });
    }
  }
  for (const day of readings.keys()) missing.delete(day);
  const sorted = [...readings.values()].sort((one, other) => one.day - other.day);
  return { kind: 'read', name, target, readings: sorted, rejections, missing: missing.size };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function isFieldRecord([first]: readonly UsgsRow[]): boolean {
  return first?.isFieldMeasurement === true;
}

function countOf(rows: readonly UsgsRow[]): number {
  return rows.filter(({ value }) => numberOf(value) !== undefined).length;
}

function numberOf(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) && value !== noDataValue ? value : undefined;
}

/** Joins the portal's names of qualifiers. Leaves out A and P, the approval status. */
function qualifierOf(qualifiers: readonly string[]): string | undefined {
  const named = qualifiers
    .flatMap((each) => each.split(/[:,]\s*/))
    .filter((each) => each !== '' && each !== 'A' && each !== 'P')
    .map((each) => qualifierNames[each.toUpperCase()] ?? each);
  return named.length === 0 ? undefined : [...new Set(named)].join(' ');
}
