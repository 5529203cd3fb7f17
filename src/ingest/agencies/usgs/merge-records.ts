import { type DayNumber, formatDay, parseDay } from '#domain/calendar.ts';
import type { Reading, Rejection, SourceSeries, Target } from '../../source.ts';

/** A value of USGS as it came, whichever service said it. */
export type UsgsRow = {
  /** The station's number, without the agency. */
  readonly site: string;
  /** Parameter code, `00060`. */
  readonly code: string;
  /** A site may have several records of one parameter: by sensor, or by statistic. */
  readonly record: string;
  /** What people measured comes after what a recorder kept. */
  readonly isFieldMeasurement?: boolean;
  /** `YYYY-MM-DD`, the calendar day at the site. */
  readonly date: string;
  /** The instant of what was measured, to put several of one day in order. */
  readonly time?: string;
  /** The value as text; null where there is none. */
  readonly value: string | null;
  readonly isApproved: boolean;
  /** USGS's own words or letters. */
  readonly qualifiers: readonly string[];
  readonly line: number;
};

/** Filled in the value's place where there is none. */
const noDataValue = -999_999;

/** Words and letters of USGS by the portal's qualifiers; others are kept as they are. */
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
 * Series out of rows in any order. Of several records of a parameter at a site the longest counts, the others fill its
 * gaps, and what people measured fills what is left, the first of a day before its others. A parameter that is there by
 * two codes, as elevations over two datums, is taken by the first of them. A value that is no number, but a word such
 * as `Ice`, is missing, never zero.
 * `lengthOf` says how long a record is, beyond what was asked for; without it, its values are counted.
 */
export function mergeUsgsRows(
  rows: readonly UsgsRow[],
  targetOf: (site: string, code: string) => Target | undefined,
  since: DayNumber | undefined,
  daysOfRecord?: (record: string) => number | undefined,
): SourceSeries[] {
  const bySeries = Map.groupBy(rows, ({ site, code }) => `${site} ${code}`);
  const taken = new Set<string>();
  // The codes of USGS for what is over the newer datum are the higher ones.
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
          message: `Row ${row.line}: "${row.date}" is not a day (YYYY-MM-DD).`,
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
        rejections.push({ day, value: String(value), reason: `a second value of ${formatDay(day)}` });
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

/** Approval letters are said elsewhere. */
function qualifierOf(qualifiers: readonly string[]): string | undefined {
  const named = qualifiers
    .flatMap((each) => each.split(/[:,]\s*/))
    .filter((each) => each !== '' && each !== 'A' && each !== 'P')
    .map((each) => qualifierNames[each.toUpperCase()] ?? each);
  return named.length === 0 ? undefined : [...new Set(named)].join(' ');
}
