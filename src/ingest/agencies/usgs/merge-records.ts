import { medianOfDay } from '#domain/qualifiers.ts';
import { median, weibullPercentile } from '#domain/statistics/statistics.ts';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, dayNumber, formatDay, latestDay } from '#lib/calendar.ts';
import { noDailyValues, type Rejection, type ValueMarks } from '../../engine/daily-values.ts';
import { readNumber } from '../../reading/parse-number.ts';
import { checkUnit, convertUnit, type UnitCheck } from '../../reading/units.ts';
import type { SourceSeries, Target } from '../../source.ts';
import {
  dailyMean,
  datumsByCode,
  describeStatistic,
  hasFieldMeasurements,
  readingStatistics,
  statisticsOf,
} from './codes.ts';
import { daysOf, isDaily, type UsgsRecordInfo } from './parse.ts';
import { dayOf, type RowStore, type UsgsRow } from './row.ts';

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

type MergeOptions = {
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
  const chosen = target && candidates.find(({ rows, infos }) => rows.length > 0 || infos.some(isDaily));
  const others = candidates.filter((each) => each !== chosen && each.rows.length > 0);
  const notes = [...describeOtherStatistics(candidates), ...others.flatMap(describeOtherDatum)];
  const unknown = others.map(({ name }): SourceSeries => ({ kind: 'unknown', name }));
  if (!first || !target) return unknown;
  if (!chosen) {
    const { name } = first;
    return notes.length > 0
      ? [{ kind: 'read', name, target, readings: noDailyValues, rejections: [], missing: [], notes }]
      : [];
  }
  if (chosen.rows.length === 0) return unknown;
  const merged = mergeRecords(chosen, target, options);
  return [
    merged.kind === 'read' ? { ...merged, notes: [...(merged.notes ?? []), ...notes] } : merged,
    ...unknown,
  ];
}

/** Says that a recorder publishes only other statistics of the day, such as maxima. */
function describeOtherStatistics(candidates: readonly Candidate[]): string[] {
  return candidates.flatMap(({ code, infos }) => {
    const others = [...new Set(infos.flatMap(({ statistic }) => statistic ?? []))].filter(
      (id) => !readingStatistics.includes(id),
    );
    if (others.length === 0 || infos.some(isDaily)) return [];
    return `The recorder of ${code} publishes only ${others.map(describeStatistic).join(' and ')}, which is not ${describeWanted(code)} and was not imported; field measurements are.`;
  });
}

/** Names the statistics that the portal stores: `the daily mean (00003)`. */
function describeWanted(code: string): string {
  const [only = '', ...others] = statisticsOf(code);
  return others.length === 0 ? `the daily mean (${only})` : `one of ${[only, ...others].join(', ')}`;
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
  const medians: string[] = [];
  for (const record of used) {
    const read = readRecord(record, since, converter.convert);
    if ('refusal' in read) return refuse(read.refusal);
    const added = read.readings.filter(({ day }) => !days.has(day));
    rejections.push(...read.rejections.filter(({ day }) => !days.has(day)));
    for (const reading of added) days.set(reading.day, reading);
    for (const day of read.missing) missing.add(day);
    medians.push(...read.notes);
    if (record !== used[0] && added.length > 0) filled.push(describeFilled(record, added.length));
  }
  for (const day of days.keys()) missing.delete(day);
  for (const { day } of rejections) missing.delete(day);
  const [rejected] = rejections;
  if (days.size === 0 && rejected)
    return refuse(`No value can be read: ${rejected.value} ${rejected.reason}.`);
  const sorted = [...days.values()].sort((one, other) => one.day - other.day);
  return {
    kind: 'read',
    name,
    target,
    seriesId: used[0]?.rows[0]?.seriesId,
    readings: {
      days: sorted.map(({ day }) => day),
      values: sorted.map(({ value }) => value),
      marks: sorted.map(({ marks }) => marks),
      lines: sorted.map(({ line }) => line),
    },
    rejections,
    missing: [...missing],
    notes: [
      ...converter.notes(),
      ...describeUsedStatistic(used[0]),
      ...describeInstrument(used[0]),
      ...filled,
      ...medians,
      ...unused.map(describeUnused),
      ...checked.notes,
    ],
  };
}

/** A value of a day while records are merged. */
type Reading = {
  readonly day: DayNumber;
  readonly value: number;
  readonly marks: ValueMarks;
  readonly line: number;
};

type ReadRecord = {
  readonly readings: readonly Reading[];
  readonly rejections: readonly Rejection[];
  readonly missing: readonly DayNumber[];
  readonly notes: readonly string[];
};

/** Reads the values of a record. A day with two different values of a recorder has none. */
function readRecord(
  record: UsgsRecord,
  since: DayNumber | undefined,
  convert: ReturnType<typeof createConverter>['convert'],
): ReadRecord | { readonly refusal: string } {
  const readings = new Map<DayNumber, Reading>();
  const rejections = new Map<DayNumber, Rejection>();
  const missing: DayNumber[] = [];
  const measured = isFieldRecord(record) ? createMeasuredDays() : undefined;
  for (const row of record.rows) {
    const day = dayOf(row);
    if (day === undefined || (since !== undefined && day < since)) continue;
    const number = readNumber(row.value);
    if (number === 'missing') {
      missing.push(day);
      continue;
    }
    if ('reason' in number) {
      const text = row.value?.trim() ?? '';
      rejections.set(day, { day, value: `row ${row.line}: "${text.slice(0, 40)}"`, reason: number.reason });
      readings.delete(day);
      continue;
    }
    const value = convert(row, number.value);
    if (typeof value !== 'number') return { refusal: `Row ${row.line}: ${value.refusal}` };
    const existing = readings.get(day);
    if (existing && !measured && existing.value !== value) {
      rejections.set(day, {
        day,
        value: `${existing.value} (row ${existing.line}), ${value} (row ${row.line})`,
        reason: 'are different values for one day',
      });
      readings.delete(day);
    }
    if (rejections.has(day)) continue;
    const approval = row.isApproved ? 'A' : 'P';
    const marks = { approval, qualifier: qualifierOf(row.qualifiers) } as const;
    const reading = { day, value, marks, line: row.line };
    readings.set(day, measured?.add(reading, row.time) ?? reading);
  }
  for (const rejection of measured?.disagreements() ?? []) {
    rejections.set(rejection.day, rejection);
    readings.delete(rejection.day);
  }
  const notes = measured?.notes() ?? [];
  return { readings: [...readings.values()], rejections: [...rejections.values()], missing, notes };
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

/** Measurements of a day that are farther apart, in feet, are not of one water level. */
const maxDifference = 0.5;
/** The same for a well whose level hardly changes, but no less than the error of a measurement. */
const minDifference = 0.1;
/** Fewer days do not show how much a level changes. */
const minDaysOfSpread = 10;

/** The largest difference of measurements of one day: at most the range of the middle 80 % of the series. */
function maxDifferenceOf(values: readonly number[]): number {
  if (values.length < minDaysOfSpread) return maxDifference;
  const sorted = values.toSorted((one, other) => one - other);
  const spread = (weibullPercentile(sorted, 90) ?? Infinity) - (weibullPercentile(sorted, 10) ?? 0);
  return Math.min(maxDifference, Math.max(minDifference, Number(spread.toFixed(2))));
}

/** Whether more than half of the values are within a difference, so that their median is one of them. */
function hasMajority(values: readonly number[], difference: number): boolean {
  const sorted = values.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  // Differences of decimals have an error in their last digit.
  return sorted.some((value, at) => (sorted[at + half] ?? Infinity) - value <= difference + 1e-6);
}

/** Combines measurements by hand: a day with several has their median, and a qualifier that says so. */
function createMeasuredDays() {
  const byDay = new Map<DayNumber, Map<string, Reading>>();
  const several = new Set<DayNumber>();
  return {
    /** Adds a measurement, and returns the reading of its day. A row that is sent twice counts once. */
    add: (reading: Reading, time = ''): Reading => {
      const { day, value } = reading;
      const found = byDay.get(day) ?? new Map<string, Reading>();
      byDay.set(day, found.set(`${time} ${value}`, reading));
      const all = [...found.values()];
      if (all.every((each) => each.value === value)) return reading;
      several.add(day);
      const qualifiers = new Set(
        all.flatMap(({ marks: { qualifier = '' } }) => qualifier.split(' ')).filter(Boolean),
      );
      return {
        ...reading,
        value: median(all.map((each) => each.value)),
        marks: {
          approval: all.every(({ marks }) => marks.approval === 'A') ? 'A' : 'P',
          qualifier: [...qualifiers, medianOfDay].join(' '),
        },
      };
    },
    /** The days whose measurements disagree, so that none of them is known to be right. */
    disagreements: (): Rejection[] => {
      const all = [...byDay].map(([day, found]) => ({ day, found: [...found.values()] }));
      const difference = maxDifferenceOf(
        all.flatMap(({ day, found }) => (several.has(day) ? [] : (found[0]?.value ?? []))),
      );
      return all.flatMap(({ day, found }) => {
        if (!several.has(day)) return [];
        const values = found.map(({ value }) => value);
        if (hasMajority(values, difference)) return [];
        several.delete(day);
        const value = found.map((each) => `${each.value} (row ${each.line})`).join(', ');
        return [
          {
            day,
            value,
            reason: `are measurements by hand of one day that differ by more than ${difference} ft`,
          },
        ];
      });
    },
    notes: (): string[] =>
      several.size === 0
        ? []
        : [
            `${several.size} ${several.size === 1 ? 'day has' : 'days have'} several measurements by hand: their median is stored.`,
          ],
  };
}

/** The rows of a series that may be stored, and what the report says about the others; or why none may. */
type CheckedRows =
  | { readonly rows: readonly UsgsRow[]; readonly notes: readonly string[] }
  | { readonly refusal: string };

/**
 * Checks each row of a series: a recorder's value must be a daily mean, a field measurement must be of a parameter
 * that is measured by hand, and an elevation must be above its code's datum. Values of another statistic are never
 * taken for means: they are left out, and if there are no others, the series is refused.
 */
function checkRows(
  rows: readonly UsgsRow[],
  parameter: ParameterNdx,
  infos: ReadonlyMap<string, UsgsRecordInfo>,
): CheckedRows {
  const accepted: UsgsRow[] = [];
  const others = new Map<string, UsgsRow[]>();
  for (const row of rows) {
    const refusal = refusalOf(row, parameter);
    if (refusal !== undefined) return { refusal: `Row ${row.line}: ${refusal}` };
    const statistic = row.statistic ?? infos.get(row.seriesId ?? '')?.statistic;
    if (row.isFieldMeasurement || isDaily({ code: row.code, statistic })) accepted.push(row);
    else if (statistic === undefined) {
      return {
        refusal: `Row ${row.line} does not state its statistic (statistic_id), and the portal stores ${describeWanted(row.code)}.`,
      };
    } else {
      const same = others.get(statistic);
      if (same) same.push(row);
      else others.set(statistic, [row]);
    }
  }
  const [other] = others;
  if (other && accepted.length === 0) {
    const [statistic, [first]] = other;
    return {
      refusal: `Row ${first?.line ?? 1}: ${describeStatistic(statistic)} is not ${describeWanted(first?.code ?? '')}.`,
    };
  }
  return {
    rows: accepted,
    notes: [...others].map(
      ([statistic, same]) =>
        `${same.length} values of ${describeStatistic(statistic)} were left out: they are not ${describeWanted(same[0]?.code ?? '')}.`,
    ),
  };
}

function refusalOf(row: UsgsRow, parameter: ParameterNdx): string | undefined {
  if (row.isFieldMeasurement) {
    if (!hasFieldMeasurements(parameter)) return 'a field measurement is not a daily mean.';
  } else if (row.time !== undefined) {
    return `${row.time} is a time within the day, and the portal stores daily means. Save the collection daily, or the legacy service's daily values (dv).`;
  }
  const expected = datumsByCode[row.code];
  const { datum } = row;
  if (expected !== undefined && datum !== undefined && datum !== 'None' && datum !== expected) {
    return `the elevation is above ${datum}, and code ${row.code} is above ${expected}.`;
  }
  return undefined;
}

/** Converts values to the parameter's unit, and collects what was converted. */
function createConverter(parameter: ParameterNdx, infos: ReadonlyMap<string, UsgsRecordInfo>) {
  const checks = new Map<string, UnitCheck>();
  const notes = new Set<string>();
  return {
    /** Returns the converted value, or why the row's unit is refused. */
    convert: (row: UsgsRow, value: number): number | { readonly refusal: string } => {
      const unit = row.unit ?? infos.get(row.seriesId ?? '')?.unit ?? '';
      const check = checks.get(unit) ?? checkUnit(unit, parameter);
      checks.set(unit, check);
      if (check.refusal !== undefined) return { refusal: check.refusal };
      for (const note of check.notes) notes.add(note);
      return check.conversion ? convertUnit(value, check.conversion) : value;
    },
    notes: (): readonly string[] => [...notes],
  };
}

/** The rows of one record of a series. */
type UsgsRecord = {
  readonly rows: readonly UsgsRow[];
  readonly info: UsgsRecordInfo | undefined;
};

const lastPossibleDay = dayNumber(latestDay);

/** A record whose last value is this close to the last requested day is still running. */
const runningWithinDays = 3;

/**
 * Orders the records of a series: first the one to use, then those that fill the days it lacks. USGS's primary record
 * comes first, then those without a sublocation, then the longest; field measurements come last. `unused` are records
 * that still run beside the first one: at other places or of other instruments, they would alternate with it.
 */
function chooseRecords(
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

function isFieldRecord({ rows: [first] }: UsgsRecord): boolean {
  return first?.isFieldMeasurement === true;
}

function compareRecords(one: UsgsRecord, other: UsgsRecord): number {
  const rank = (record: UsgsRecord) => [
    Number(isFieldRecord(record)),
    rankOfStatistic(record),
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
  const days = rows.map((row) => dayOf(row) ?? -Infinity);
  // Some rows have 9999 for a day that is not known.
  return (
    info?.end ?? days.reduce((end, day) => (day > lastPossibleDay ? end : Math.max(end, day)), -Infinity)
  );
}

/** What tells a record from that of the main instrument: a place, or words such as `2nd sensor`. */
function instrumentOf({ rows: [first], info }: UsgsRecord): string | undefined {
  return info?.sublocation ?? first?.instrument;
}

function statisticOf({ rows: [first], info }: UsgsRecord): string {
  return first?.statistic ?? info?.statistic ?? dailyMean;
}

function rankOfStatistic(record: UsgsRecord): number {
  return statisticsOf(record.rows[0]?.code ?? '').indexOf(statisticOf(record));
}

/** Names the statistic of a record where the portal stores several. */
function describeUsedStatistic(record: UsgsRecord | undefined): string[] {
  const isOneOfSeveral = record && statisticsOf(record.rows[0]?.code ?? '').length > 1;
  return isOneOfSeveral && !isFieldRecord(record)
    ? [`The values are ${describeStatistic(statisticOf(record))}.`]
    : [];
}

/** The id of a record, with its place if it has one: `90a0ea… (left bank)`. */
function nameOf(record: UsgsRecord): string {
  const [first] = record.rows;
  const name = first?.seriesId ?? first?.record ?? '';
  const instrument = instrumentOf(record);
  return instrument === undefined ? name : `${name} (${instrument})`;
}

/** Says that a series comes from a second instrument, because the answer has no other. */
function describeInstrument(first: UsgsRecord | undefined): string[] {
  const instrument = first && instrumentOf(first);
  if (instrument === undefined || first?.info?.isPrimary) return [];
  return [`The answer has only another instrument or place than the main one: ${instrument}.`];
}

/** Says how many days a record filled that the first one lacks. */
function describeFilled(record: UsgsRecord, days: number): string {
  const what = isFieldRecord(record)
    ? 'Field measurements'
    : `The series ${nameOf(record)}, whose record ends on ${formatDay(endOf(record))},`;
  return `${what} filled ${days} ${days === 1 ? 'day' : 'days'}.`;
}

function describeUnused(record: UsgsRecord): string {
  return `The series ${nameOf(record)} runs beside the chosen one and was not used.`;
}
