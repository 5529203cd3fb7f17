import type { DayNumber } from '#lib/calendar.ts';
import { readNumber } from '../../parse-number.ts';
import type { Reading, Rejection, SourceSeries, Target } from '../../source.ts';
import { checkRows, createConverter } from './check-rows.ts';
import { chooseRecords, describeFilled, describeUnused, type UsgsRecord } from './choose-records.ts';
import { datumsByCode, describeStatistic } from './codes.ts';
import { isDailyMean, type UsgsRecordInfo } from './record-info.ts';
import { dayOf, type UsgsRow } from './row.ts';
import type { RowStore } from './row-store.ts';

/** Stands in for a missing value. */
const noDataValue = -999_999;

/** Statistics of a day that are no mean: maximum, minimum. */
const extremeStatistics = ['00001', '00002'];

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

export type MergeOptions = {
  readonly targetOf: (site: string, code: string) => Target | undefined;
  /** Skip days before this one. */
  readonly since: DayNumber | undefined;
  /** The last requested day; unknown in a file. */
  readonly last?: DayNumber | undefined;
  /** All time series of the sites; undefined if they are not known, as in a file. */
  readonly records?: readonly UsgsRecordInfo[] | undefined;
};

/**
 * Merges rows, in any order, into series, after checking each of them. Of several records of a parameter, one is used
 * and the others fill its gaps; field measurements fill the remaining ones. If a parameter comes with two codes, such
 * as elevations above two datums, only the first code counts. Text such as `Ice` instead of a number is a missing
 * value, never zero.
 */
export function* mergeUsgsRows(store: RowStore, options: MergeOptions): Generator<SourceSeries> {
  const infosBySeries = Map.groupBy(options.records ?? [], ({ site, code }) => `${site} ${code}`);
  // Descending: of two codes, the higher one is for the newer datum.
  const names = [...new Set([...store.names(), ...infosBySeries.keys()])].toSorted().toReversed();
  const targets = new Map(
    names.map((name) => {
      const [site = '', code = ''] = name.split(' ');
      return [name, { code, target: options.targetOf(site, code) }];
    }),
  );
  const byTarget = Map.groupBy(names, (name) => {
    const target = targets.get(name)?.target;
    return target ? `${target.site.id} ${target.parameter}` : name;
  });
  for (const same of byTarget.values()) {
    const candidates = same.map((name): Candidate => {
      const { code = '', target } = targets.get(name) ?? {};
      return { name, code, target, rows: store.rowsOf(name), infos: infosBySeries.get(name) ?? [] };
    });
    yield* mergeCandidates(candidates, options);
  }
}

/** Rows and time series of a site's code. Several codes may mean the same series of the portal. */
type Candidate = {
  readonly name: string;
  readonly code: string;
  readonly target: Target | undefined;
  readonly rows: readonly UsgsRow[];
  readonly infos: readonly UsgsRecordInfo[];
};

function mergeCandidates(candidates: readonly Candidate[], options: MergeOptions): SourceSeries[] {
  const [first] = candidates;
  const target = first?.target;
  // A daily mean without values in the requested days decides as well, or imports of different days would mix codes.
  const chosen = target && candidates.find(({ rows, infos }) => rows.length > 0 || infos.some(isDailyMean));
  const others = candidates.filter((each) => each !== chosen && each.rows.length > 0);
  const notes = [...describeExtremes(candidates), ...others.flatMap(describeOtherDatum)];
  const unknown = others.map(({ name }): SourceSeries => ({ kind: 'unknown', name }));
  if (!first || !target) return unknown;
  if (!chosen) {
    const { name } = first;
    return notes.length > 0
      ? [{ kind: 'read', name, target, readings: [], rejections: [], missing: 0, notes }]
      : [];
  }
  if (chosen.rows.length === 0) return unknown;
  const merged = mergeRecords(chosen, target, options);
  return [
    merged.kind === 'read' ? { ...merged, notes: [...(merged.notes ?? []), ...notes] } : merged,
    ...unknown,
  ];
}

/** Says that a recorder publishes only maxima or minima of the day. */
function describeExtremes(candidates: readonly Candidate[]): string[] {
  return candidates.flatMap(({ code, infos }) => {
    const extremes = [...new Set(infos.flatMap(({ statistic }) => statistic ?? []))].filter((id) =>
      extremeStatistics.includes(id),
    );
    if (extremes.length === 0 || infos.some(isDailyMean)) return [];
    return `The recorder of ${code} publishes only ${extremes.map(describeStatistic).join(' and ')}, which is not the daily mean and was not imported; field measurements are.`;
  });
}

function describeOtherDatum({ code, rows }: Candidate): string[] {
  const datum = datumsByCode[code];
  return datum === undefined
    ? []
    : [`${rows.length} values above ${datum} (${code}) were left out: a series has one datum.`];
}

/** Merges the records of one code. */
function mergeRecords(
  { name, rows, infos: list }: Candidate,
  target: Target,
  { since, last }: MergeOptions,
): SourceSeries {
  const infos = new Map(list.map((info) => [info.id, info]));
  const refuse = (message: string): SourceSeries => ({ kind: 'refused', name, message });
  const checked = checkRows(rows, target.parameter, infos);
  if ('refusal' in checked) return refuse(checked.refusal);
  const bad = checked.rows.find((row) => dayOf(row) === undefined);
  if (bad) return refuse(`Row ${bad.line}: "${bad.date}" is not a date (YYYY-MM-DD).`);
  const { used, unused } = chooseRecords(checked.rows, infos, last);
  const converter = createConverter(target.parameter, infos);
  const days = new Map<DayNumber, Reading>();
  const rejections: Rejection[] = [];
  const missing = new Set<DayNumber>();
  const filled: string[] = [];
  for (const record of used) {
    const read = readRecord(record, since, converter.convert);
    if ('refusal' in read) return refuse(read.refusal);
    const added = read.readings.filter(({ day }) => !days.has(day));
    rejections.push(...read.rejections.filter(({ day }) => !days.has(day)));
    for (const reading of added) days.set(reading.day, reading);
    for (const day of read.missing) missing.add(day);
    if (record !== used[0] && added.length > 0) filled.push(describeFilled(record, added.length));
  }
  for (const day of days.keys()) missing.delete(day);
  for (const { day } of rejections) missing.delete(day);
  const [rejected] = rejections;
  if (days.size === 0 && rejected)
    return refuse(`No value can be read: ${rejected.value} ${rejected.reason}.`);
  return {
    kind: 'read',
    name,
    target,
    seriesId: used[0]?.rows[0]?.seriesId,
    readings: [...days.values()].sort((one, other) => one.day - other.day),
    rejections,
    missing: missing.size,
    notes: [...converter.notes(), ...filled, ...unused.map(describeUnused), ...checked.notes],
  };
}

type ReadRecord = {
  readonly readings: readonly Reading[];
  readonly rejections: readonly Rejection[];
  readonly missing: readonly DayNumber[];
};

/** Reads the values of a record. A day with two different values has none. */
function readRecord(
  { rows }: UsgsRecord,
  since: DayNumber | undefined,
  convert: ReturnType<typeof createConverter>['convert'],
): ReadRecord | { readonly refusal: string } {
  const readings = new Map<DayNumber, Reading>();
  const rejections = new Map<DayNumber, Rejection>();
  const missing: DayNumber[] = [];
  for (const row of rows) {
    const day = dayOf(row);
    if (day === undefined || (since !== undefined && day < since)) continue;
    const text = row.value?.trim() ?? '';
    if (isMissing(text)) {
      missing.push(day);
      continue;
    }
    const number = readNumber(text);
    if ('reason' in number) {
      rejections.set(day, { day, value: `row ${row.line}: "${text.slice(0, 40)}"`, reason: number.reason });
      readings.delete(day);
      continue;
    }
    const value = convert(row, number.value);
    if (typeof value !== 'number') return { refusal: `Row ${row.line}: ${value.refusal}` };
    const existing = readings.get(day);
    if (existing && existing.value !== value) {
      rejections.set(day, {
        day,
        value: `${existing.value} (row ${existing.line}), ${value} (row ${row.line})`,
        reason: 'are different values for one day',
      });
      readings.delete(day);
    }
    if (rejections.has(day)) continue;
    const approval = row.isApproved ? 'A' : 'P';
    readings.set(day, { day, value, approval, qualifier: qualifierOf(row.qualifiers), line: row.line });
  }
  return { readings: [...readings.values()], rejections: [...rejections.values()], missing };
}

/** Words and marks without a digit, such as `Ice` or `***`, stand for a missing value. */
function isMissing(text: string): boolean {
  return !/\d/.test(text) || Number(text) === noDataValue;
}

/** Joins the portal's names of qualifiers. Leaves out A and P, the approval status. */
function qualifierOf(qualifiers: readonly string[]): string | undefined {
  const named = qualifiers
    .flatMap((each) => each.split(/[:,]\s*/))
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'A' && each !== 'P')
    .map((each) => qualifierNames[each.toUpperCase()] ?? each);
  return named.length === 0 ? undefined : [...new Set(named)].join(' ');
}
