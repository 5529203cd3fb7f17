import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { daysOf, type UsgsRecordInfo } from './parse.ts';
import { dayOf, type UsgsRow } from './row.ts';

/** The rows of one record of a series. */
export type UsgsRecord = {
  readonly rows: readonly UsgsRow[];
  readonly info: UsgsRecordInfo | undefined;
};

/** A record whose last value is this close to the last requested day is still running. */
const runningWithinDays = 3;

/**
 * Orders the records of a series: first the one to use, then those that fill the days it lacks. USGS's primary record
 * comes first, then those without a sublocation, then the longest; field measurements come last. `unused` are records
 * that still run beside the first one: at other places or of other instruments, they would alternate with it.
 */
export function chooseRecords(
  rows: readonly UsgsRow[],
  infos: ReadonlyMap<string, UsgsRecordInfo>,
  last: DayNumber | undefined,
): { readonly used: readonly UsgsRecord[]; readonly unused: readonly UsgsRecord[] } {
  const records = [...Map.groupBy(rows, ({ record }) => record).values()]
    .map((group): UsgsRecord => ({ rows: group, info: infos.get(group[0]?.seriesId ?? '') }))
    .sort(compareRecords);
  const recorded = records.filter((record) => !isFieldRecord(record));
  const ends = recorded.map(endOf);
  const runningFrom = Math.min(last ?? Infinity, Math.max(...ends)) - runningWithinDays;
  const [first] = recorded;
  const isRunning = (record: UsgsRecord) => endOf(record) >= runningFrom;
  const isUnused = (record: UsgsRecord) =>
    first !== undefined &&
    record !== first &&
    !isFieldRecord(record) &&
    isRunning(first) &&
    isRunning(record) &&
    endOf(record) >= endOf(first);
  return {
    used: records.filter((record) => !isUnused(record)),
    unused: records.filter(isUnused),
  };
}

export function isFieldRecord({ rows: [first] }: UsgsRecord): boolean {
  return first?.isFieldMeasurement === true;
}

function compareRecords(one: UsgsRecord, other: UsgsRecord): number {
  const rank = (record: UsgsRecord) => [
    Number(isFieldRecord(record)),
    Number(record.info?.isPrimary !== true),
    Number(instrumentOf(record) !== undefined),
    -((record.info && daysOf(record.info)) ?? record.rows.filter(({ value }) => value !== null).length),
  ];
  const [ranks, otherRanks] = [rank(one), rank(other)];
  for (const [at, each] of ranks.entries()) {
    const difference = each - (otherRanks[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return nameOf(one) < nameOf(other) ? -1 : 1;
}

function endOf({ rows, info }: UsgsRecord): DayNumber {
  return info?.end ?? rows.reduce((end, row) => Math.max(end, dayOf(row) ?? -Infinity), -Infinity);
}

/** What tells a record from that of the main instrument: a place, or words such as `2nd sensor`. */
function instrumentOf({ rows: [first], info }: UsgsRecord): string | undefined {
  return info?.sublocation ?? first?.instrument;
}

/** The id of a record, with its place if it has one: `90a0ea… (left bank)`. */
function nameOf(record: UsgsRecord): string {
  const [first] = record.rows;
  const name = first?.seriesId ?? first?.record ?? '';
  const instrument = instrumentOf(record);
  return instrument === undefined ? name : `${name} (${instrument})`;
}

/** Says that a series comes from a second instrument, because the answer has no other. */
export function describeInstrument(first: UsgsRecord | undefined): string[] {
  const instrument = first && instrumentOf(first);
  if (instrument === undefined || first?.info?.isPrimary) return [];
  return [`The answer has only another instrument or place than the main one: ${instrument}.`];
}

/** Says how many days a record filled that the first one lacks. */
export function describeFilled(record: UsgsRecord, days: number): string {
  const what = isFieldRecord(record)
    ? 'Field measurements'
    : `The series ${nameOf(record)}, whose record ends on ${formatDay(endOf(record))},`;
  return `${what} filled ${days} ${days === 1 ? 'day' : 'days'}.`;
}

export function describeUnused(record: UsgsRecord): string {
  return `The series ${nameOf(record)} runs beside the chosen one and was not used.`;
}
