import { type DayNumber, formatDay, parseDay } from '#domain/calendar.ts';
import type { Reading, Rejection, SourceSeries, Target } from '../source.ts';

/** A value of USGS as it came, whichever service said it. */
export type UsgsRow = {
  /** The station's number, without the agency. */
  readonly site: string;
  /** Parameter code, `00060`. */
  readonly code: string;
  /** A site may have several records of one parameter: by sensor, or by statistic. */
  readonly record: string;
  /** What people measured comes after what a recorder kept. */
  readonly isMeasured?: boolean;
  /** `YYYY-MM-DD`, the calendar day at the site. */
  readonly date: string;
  /** The value as text; null where there is none. */
  readonly value: string | null;
  readonly isApproved: boolean;
  /** USGS's own words or letters. */
  readonly qualifiers: readonly string[];
  readonly line: number;
};

/** Filled in the value's place where there is none. */
const noData = -999_999;

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
 * Series out of rows in any order. Of several records of a parameter at a site the one with most values counts, the
 * others fill its gaps, and what people measured fills what is left. A value that is no number, but a word such as `Ice`, is missing, never zero.
 */
export function usgsSeries(
  rows: readonly UsgsRow[],
  targetOf: (site: string, code: string) => Target | undefined,
  since: DayNumber | undefined,
): SourceSeries[] {
  const bySeries = Map.groupBy(rows, ({ site, code }) => `${site} ${code}`);
  return [...bySeries].map(([name, own]): SourceSeries => {
    const [site = '', code = ''] = name.split(' ');
    const target = targetOf(site, code);
    return target ? readSeries(name, target, own, since) : { kind: 'unknown', name };
  });
}

function readSeries(
  name: string,
  target: Target,
  rows: readonly UsgsRow[],
  since: DayNumber | undefined,
): SourceSeries {
  const records = [...Map.groupBy(rows, ({ record }) => record).values()].sort(
    (one, other) => Number(isMeasured(one)) - Number(isMeasured(other)) || countOf(other) - countOf(one),
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
      const known = readings.get(day);
      if (known && known.value !== value) {
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

function isMeasured([first]: readonly UsgsRow[]): boolean {
  return first?.isMeasured === true;
}

function countOf(rows: readonly UsgsRow[]): number {
  return rows.filter(({ value }) => numberOf(value) !== undefined).length;
}

function numberOf(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) && value !== noData ? value : undefined;
}

/** Approval letters are said elsewhere. */
function qualifierOf(qualifiers: readonly string[]): string | undefined {
  const named = qualifiers
    .flatMap((each) => each.split(/[:,]\s*/))
    .filter((each) => each !== '' && each !== 'A' && each !== 'P')
    .map((each) => qualifierNames[each.toUpperCase()] ?? each);
  return named.length === 0 ? undefined : [...new Set(named)].join(' ');
}
