import * as z from 'zod/mini';
import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, formatDay, parseDay } from '#lib/calendar.ts';
import { type Agency, createSource, type FetchContext } from '../agency.ts';
import type { SeriesTarget, SourceTargets } from '../basin/targets.ts';
import { createSeriesCollector, type SeriesCollector, type SeriesColumn } from '../engine/collect-series.ts';
import { describeShortfall } from '../engine/completeness.ts';
import { type DailyColumn, parseDailyTable } from '../engine/daily-table.ts';
import { type CsvRow, splitUnit } from '../reading/parse-csv.ts';
import {
  type DayCell,
  describeDay,
  type Midnight,
  readDay,
  readFixedClock,
  standardMinutes,
} from '../reading/parse-day.ts';
import { readNumber, ServiceNumber } from '../reading/parse-number.ts';
import { parseJson, parseResponse, readJsonList } from '../reading/parse-response.ts';
import { toResponseParser } from '../reading/read-source-file.ts';
import { checkUnit, type UnitCheck, type UnitConversion, unitOf } from '../reading/units.ts';
import {
  type SentReadings,
  ServiceUnavailable,
  SourceRefused,
  type SourceSeries,
  type SourceText,
  type Target,
} from '../source.ts';

export const defaultAddress = 'https://wcc.sc.egov.usda.gov/awdbRestApi/services/v1/data';

/** NRCS's AWDB service, its saved responses, and CSV of its report generator. Keys are triplets, `546:ID:SNTL`. */
const awdb: Agency = {
  title: 'NRCS Snotel',
  source: 'nrcs',
  // Larger requests end in server errors.
  batchSize: 10,
  pauseMs: 500,
  keysForName: tripletsForName,
  parseFile: async function* (file, { targets, since, midnight, site }) {
    const options = awdbOptions(targets, since);
    if (/^\s*[[{]/.test(file.head)) yield* parseAwdb(file, options);
    else yield* parseReportCsv(file, { ...options, tripletOf: createTripletLookup(targets), site, midnight });
  },
  open: (context) => ({ read: (triplets) => fetchSeries(triplets, context) }),
  latest: { batchSize: 10, read: fetchReadings },
};

export const nrcs = createSource(awdb);

/** Finds a site by its triplet, or all with a number: `546:ID:SNTL` or `546`. */
function tripletsForName(name: string, keys: readonly string[]): readonly string[] {
  const text = name.trim().toUpperCase();
  const found = keys.find((key) => key.toUpperCase() === text);
  return found === undefined ? keys.filter((key) => key.split(':')[0] === text) : [found];
}

/** Finds the triplet for a name in a report. A number that stations of two networks or states have is none's. */
function createTripletLookup({ all }: SourceTargets): (name: string) => string {
  const keys = [...new Set(all.map(({ key }) => key))];
  return (name) => {
    const [found, ...others] = tripletsForName(name, keys);
    return found !== undefined && others.length === 0 ? found : name.trim().toUpperCase();
  };
}

function awdbOptions({ targetOf }: SourceTargets, since: number | undefined): AwdbOptions {
  return {
    since,
    targetOf: (triplet, element) => {
      const known = elements[element];
      return known && targetOf(triplet, known.ndx);
    },
  };
}

/** Builds a request for the values of some series. Without suspect data, the service silently drops them. */
function buildUrl(
  wanted: readonly SeriesTarget[],
  elementOf: (parameter: ParameterNdx) => string | undefined,
  more: Readonly<Record<'duration' | 'beginDate' | 'endDate', string>>,
  { tools: { environment } }: FetchContext,
): string {
  const url = new URL(environment.NRCS_URL || defaultAddress);
  url.search = new URLSearchParams({
    stationTriplets: [...new Set(wanted.map(({ key }) => key))].join(','),
    elements: [...new Set(wanted.flatMap(({ parameter }) => elementOf(parameter) ?? []))].join(','),
    ...more,
    returnFlags: 'true',
    returnSuspectData: 'true',
  }).toString();
  return url.href;
}

/** Fetches daily values of some stations. */
async function fetchSeries(triplets: readonly string[], context: FetchContext): Promise<SourceSeries[]> {
  const { targets, first, last, fetchWithRetry } = context;
  const wanted = targets.all.filter(({ key }) => triplets.includes(key));
  const days = { duration: 'DAILY', beginDate: formatDay(first), endDate: formatDay(last) };
  const options = { ...awdbOptions(targets, first), requested: { first, last } };
  return fetchWithRetry(
    buildUrl(wanted, elementOfParameter, days, context),
    toResponseParser((file) => parseAwdb(file, options)),
  );
}

/** The elements that AWDB has by the hour. Those of a day, such as an average, are not among them. */
const hourlyElements: Readonly<Partial<Record<ParameterNdx, string>>> = {
  [parameterNdx.swe]: 'WTEQ',
  [parameterNdx.airTemperature]: 'TOBS',
  [parameterNdx.storage]: 'RESC',
};

/** The clocks of NRCS's own stations, where the service does not state them; none is ever changed. */
const ownClockMinutes = -8 * 60;
const ownNetworks = new Set(['SNTL', 'SNTLT', 'SCAN', 'MSNT', 'SNOW']);

const Clocks = z.array(
  z.object({
    stationTriplet: z.string(),
    /** Hours from UTC. */
    dataTimeZone: z.optional(z.nullable(z.number().check(z.gte(-12), z.lte(14)))),
  }),
);

/** Fetches the clocks of stations, in minutes from UTC. A station is left out if the service does not state its clock. */
async function fetchClocks(
  triplets: readonly string[],
  { fetchWithRetry, tools: { environment } }: FetchContext,
): Promise<ReadonlyMap<string, number>> {
  const url = new URL('stations', environment.NRCS_URL || defaultAddress);
  url.search = new URLSearchParams({
    stationTriplets: triplets.join(','),
    activeOnly: 'false',
    returnStationElements: 'false',
  }).toString();
  const read = (text: string) => parseResponse(Clocks, parseJson(text, service), service);
  try {
    const stations = await fetchWithRetry(url.href, read);
    return new Map(
      stations.flatMap(({ stationTriplet, dataTimeZone: hours }) =>
        hours == null ? [] : [[stationTriplet, hours * 60] as const],
      ),
    );
  } catch (error) {
    // Without it, the readings are still those of a clock that is known or noted.
    if (!(error instanceof SourceRefused) || error instanceof ServiceUnavailable) throw error;
    return new Map();
  }
}

type Clock = { readonly minutes: number; readonly notes: readonly string[] };

function clockOf(triplet: string, stated: ReadonlyMap<string, number>, now: Date): Clock {
  const minutes = stated.get(triplet);
  if (minutes !== undefined) return { minutes, notes: [] };
  if (ownNetworks.has(triplet.split(':')[2] ?? '')) return { minutes: ownClockMinutes, notes: [] };
  return {
    minutes: standardMinutes(now),
    notes: ['AWDB does not state the time zone of this station: the basin’s standard time is assumed.'],
  };
}

/** Fetches the hourly readings since yesterday. */
async function fetchReadings(triplets: readonly string[], context: FetchContext): Promise<SentReadings[]> {
  const { targets, first, last, fetchWithRetry } = context;
  const isAsked = ({ key, parameter }: SeriesTarget) =>
    triplets.includes(key) && hourlyElements[parameter] !== undefined;
  const wanted = targets.all.filter(isAsked);
  if (wanted.length === 0) return [];
  const days = { duration: 'HOURLY', beginDate: formatDay(first), endDate: formatDay(last + 1) };
  const url = buildUrl(wanted, (parameter) => hourlyElements[parameter], days, context);
  const stations = await fetchWithRetry(url, (text) =>
    parseResponse(z.array(Station), parseJson(text, service), service),
  );
  const clocks = await fetchClocks([...new Set(wanted.map(({ key }) => key))], context);
  return stations.flatMap(({ stationTriplet, data }): SentReadings[] => {
    if (!triplets.includes(stationTriplet)) return [{ kind: 'unknown', name: stationTriplet }];
    return instrumentsByElement(data).flatMap(([elementCode, instruments]) => {
      const series = wanted.find(
        ({ key, parameter }) => key === stationTriplet && hourlyElements[parameter] === elementCode,
      );
      const clock = clockOf(stationTriplet, clocks, context.tools.now());
      return series
        ? [toReadings(`${stationTriplet} ${elementCode}`, series.target, instruments, clock)]
        : [];
    });
  });
}

function toReadings(
  name: string,
  target: Target,
  instruments: Instruments,
  { minutes, notes }: Clock,
): SentReadings {
  const choice = chooseInstruments(instruments, ({ durationName = 'HOURLY' }) =>
    durationName.toUpperCase() === 'HOURLY'
      ? undefined
      : `These are ${durationName.toLowerCase()} values, not hourly ones.`,
  );
  const { elementCode, storedUnitCode } = instruments[0].stationElement;
  if (choice.problem !== undefined) return { kind: 'refused', name, message: choice.problem };
  const found = [...valuesOf(choice.used)];
  const check = checkUnit(storedUnitCode ?? unitOf(target.parameter), target.parameter);
  const active = toActiveStorage(elementCode, target, check.conversion);
  if (active.refusal !== undefined) return { kind: 'refused', name, message: active.refusal };
  return {
    kind: 'readings',
    name,
    target,
    unit: storedUnitCode ?? undefined,
    conversion: active.conversion,
    notes: [...notes, ...choice.notes, ...describeOtherInstruments(found, 'readings')],
    readings: found.map(({ row: { date = '', value, qcFlag, qaFlag } }) => ({
      time: readFixedClock(date, minutes),
      value,
      approval: qaFlag === 'A' ? 'A' : 'P',
      isSuspect: qcFlag === 'S',
    })),
  };
}

type Element = {
  readonly ndx: ParameterNdx;
  /** The column's header in a report, before its unit. */
  readonly header: string;
  /** Some stations count what lies below a reservoir's outlet, others do not, and the answer does not say. */
  readonly mayIncludeDeadStorage?: boolean;
};

/** The AWDB elements that the portal imports. AWDB also has reservoirs and gages of other agencies. */
export const elements: Readonly<Record<string, Element>> = {
  WTEQ: { ndx: parameterNdx.swe, header: 'snow water equivalent' },
  PRCP: { ndx: parameterNdx.precipitation, header: 'precipitation increment' },
  TAVG: { ndx: parameterNdx.airTemperature, header: 'air temperature average' },
  RESC: { ndx: parameterNdx.storage, header: 'reservoir storage volume', mayIncludeDeadStorage: true },
  SRDOO: { ndx: parameterNdx.streamflow, header: 'river discharge observed mean' },
  DIVD: { ndx: parameterNdx.diversion, header: 'diversion discharge observed mean' },
};

/** A value column of a report. */
type ReportColumn = {
  readonly element: string;
  readonly unit: string | undefined;
  /** The number of the station, where the header names one, as in reports of several stations. */
  readonly station: string | undefined;
};

const stationPattern = /^.*\((\d{2,}[\w:]*)\)\s+/;
/** Medians of 30 years stand beside values, under the same name and unit. */
const statisticPattern = /\d{4}\s*[-–]\s*\d{4}|\b(?:median|normal|change|percent|peak)\b|%/i;

/**
 * Finds the element of a report's column; undefined for one that the portal does not import, such as a median.
 * @example columnOfHeader('Snow Water Equivalent (in) Start of Day Values') // { element: 'WTEQ', unit: 'in', … }
 */
function columnOfHeader(head: string): ReportColumn | undefined {
  if (statisticPattern.test(head)) return undefined;
  const station = stationPattern.exec(head);
  const { name, unit } = splitUnit(station ? head.slice(station[0].length) : head);
  const found = Object.entries(elements).find(([, { header }]) => header === name.toLowerCase());
  return found && { element: found[0], unit, station: station?.[1] };
}

/** Finds the element for a parameter. */
export function elementOfParameter(ndx: ParameterNdx): string | undefined {
  return Object.entries(elements).find(([, element]) => element.ndx === ndx)?.[0];
}

/**
 * Adds the dead storage of a reservoir, which is subtracted from AWDB's storage, to the conversion of its unit. Other
 * elements keep their conversion. The portal stores active storage, and AWDB does not say what its storage includes.
 */
function toActiveStorage(
  element: string,
  target: Target | undefined,
  conversion: UnitConversion | undefined,
): UnitCheck {
  const { dead_storage_af: dead } = target?.site ?? {};
  if (!target || !elements[element]?.mayIncludeDeadStorage || dead === 0)
    return { conversion, notes: [], refusal: undefined };
  if (dead === undefined) {
    return {
      conversion: undefined,
      notes: [],
      refusal:
        'AWDB does not say whether this storage includes dead storage, and the portal stores active storage. Write dead_storage_af, the acre-feet to subtract, into the basin file; 0 if it includes none.',
    };
  }
  const { factor, offset } = conversion ?? { factor: 1, offset: 0 };
  return {
    conversion: { factor, offset: offset - dead },
    notes: [`Dead storage of ${dead} AF was subtracted from each value.`],
    refusal: undefined,
  };
}

const Value = z.object({
  date: z.optional(z.string()),
  /** Instead of a date, where values are of months or years. */
  year: z.optional(z.number()),
  month: z.optional(z.number()),
  value: ServiceNumber,
  /** With `centralTendencyType`, of 1991–2020. Never a value of the day. */
  median: z.optional(z.unknown()),
  average: z.optional(z.unknown()),
  qcFlag: z.optional(z.nullable(z.string())),
  qaFlag: z.optional(z.nullable(z.string())),
});
type Value = z.output<typeof Value>;

const Station = z.object({
  stationTriplet: z.string(),
  data: z.array(
    z.object({
      stationElement: z.object({
        elementCode: z.string(),
        /** Numbers the instruments of a station from 1, the main one. */
        ordinal: z.optional(z.number()),
        /** Inches above ground, or below it if negative, where a station has an element at several heights. */
        heightDepth: z.optional(z.nullable(z.number())),
        durationName: z.optional(z.string()),
        storedUnitCode: z.optional(z.nullable(z.string())),
        /** The period of record of the element, `1991-10-01 00:00`; the end of a running one is in 2100. */
        beginDate: z.optional(z.nullable(z.string())),
        endDate: z.optional(z.nullable(z.string())),
      }),
      values: z.array(Value),
    }),
  ),
});
type Data = z.output<typeof Station>['data'];

const service = 'AWDB';

/** The portal's qualifiers for quality-control flags: edited, suspect. */
const qualifiers: Readonly<Record<string, string>> = { E: 'Ed', S: 'S' };

type AwdbOptions = {
  targetOf(triplet: string, element: string): Target | undefined;
  readonly since: DayNumber | undefined;
  /** The days that were requested; not known of a file. */
  readonly requested?: { readonly first: DayNumber; readonly last: DayNumber };
};

/**
 * Parses a response of AWDB's `/data`, which may have any size: stations, their elements, their values. A null or absent value is missing;
 * qcFlag S marks a suspect value; only qaFlag A counts as approved. Converts units where exact. Refuses a series of
 * another unit, of medians, or whose values are not daily.
 * @throws SourceRefused if the text is not such a response
 */
async function* parseAwdb(file: SourceText, options: AwdbOptions): AsyncGenerator<SourceSeries> {
  const collector = createSeriesCollector();
  // Some saved responses are wrapped in another list.
  const path = /^\s*\[\s*\[/.test(file.head) ? '$.*.*' : '$.*';
  const listOf = (json: unknown) =>
    parseResponse(z.array(z.unknown()), Array.isArray(json) ? json.flat() : json, service);
  let count = 0;
  const shortfalls: SourceSeries[] = [];
  try {
    await readJsonList(file, { path, service, listOf }, (station) => {
      const { stationTriplet, data } = parseResponse(Station, station, service, [count]);
      for (const [element, instruments] of instrumentsByElement(data)) {
        addSeries(collector, `${stationTriplet} ${element}`, instruments, {
          target: elements[element] && options.targetOf(stationTriplet, element),
          since: options.since,
        });
      }
      shortfalls.push(...findShortfalls(stationTriplet, data, options));
      count += 1;
    });
    yield* collector.series();
    yield* shortfalls;
  } finally {
    collector.close();
  }
}

/** Compares the days that arrived of each instrument with the period that AWDB says it has. */
function findShortfalls(
  triplet: string,
  data: Data,
  { targetOf, requested }: AwdbOptions,
): readonly SourceSeries[] {
  if (!requested) return [];
  return data.flatMap(({ stationElement, values }): SourceSeries[] => {
    const { elementCode, beginDate, endDate } = stationElement;
    const target = elements[elementCode] && targetOf(triplet, elementCode);
    const dayOf = (text: string | null | undefined) => parseDay((text ?? '').slice(0, 10));
    const arrived = values.flatMap((row) => {
      const read = dayOfRow(row);
      return read.kind === 'day' ? [read.day] : [];
    });
    const message = describeShortfall({ begin: dayOf(beginDate), end: dayOf(endDate) }, arrived, requested);
    return target && message !== undefined
      ? [{ kind: 'incomplete', name: `${triplet} ${elementCode}`, target, message }]
      : [];
  });
}

function addSeries(
  collector: SeriesCollector,
  name: string,
  instruments: Instruments,
  { target, since }: { readonly target: Target | undefined; readonly since: DayNumber | undefined },
): void {
  const { elementCode, storedUnitCode } = instruments[0].stationElement;
  const check = target && checkUnit(storedUnitCode ?? '', target.parameter);
  const active = toActiveStorage(elementCode, target, check?.conversion);
  const series = collector.column(name, () => ({
    name,
    target,
    conversion: active.conversion,
    notes: [...(check?.notes ?? []), ...active.notes],
  }));
  if (!target) return;
  if (active.refusal !== undefined) series.refuse(active.refusal);
  const { used, notes, problem } = chooseInstruments(instruments, ({ durationName = 'DAILY' }, values) =>
    problemOf(durationName, values),
  );
  if (problem !== undefined) series.refuse(problem);
  // Some saved responses leave the unit out.
  if (check?.refusal !== undefined && storedUnitCode != null) series.refuse(check.refusal);
  const found = [...valuesOf(used)].filter((each) => addValue(series, each, since));
  for (const note of [...notes, ...describeOtherInstruments(found, 'days')]) series.addNote(note);
}

/** The instruments of an element at a station, the main one first. */
type Instruments = readonly [Data[number], ...Data];

const ordinalOf = ({ stationElement: { ordinal = 1 } }: Data[number]) => ordinal;

function instrumentsByElement(data: Data): readonly (readonly [element: string, Instruments])[] {
  return [...Map.groupBy(data, ({ stationElement }) => stationElement.elementCode)].flatMap(
    ([element, same]) => {
      const [main, ...others] = same.toSorted((one, other) => ordinalOf(one) - ordinalOf(other));
      return main ? [[element, [main, ...others]] as const] : [];
    },
  );
}

type StationElement = Data[number]['stationElement'];

/**
 * Leaves out other instruments than the main one that measure something else, and says so. `problem` is why the main
 * one cannot be used.
 */
function chooseInstruments(
  instruments: Instruments,
  problemOf: (element: StationElement, values: readonly Value[]) => string | undefined,
) {
  const [main] = instruments;
  const unit = main.stationElement.storedUnitCode ?? undefined;
  const notes: string[] = [];
  let problem: string | undefined;
  const used = instruments.filter((each) => {
    const { heightDepth: height, storedUnitCode } = each.stationElement;
    const isOther = (storedUnitCode ?? undefined) !== unit;
    const own =
      problemOf(each.stationElement, each.values) ??
      (isOther ? `Its unit is ${storedUnitCode ?? 'missing'}, not ${unit ?? 'missing'}.` : undefined);
    if (ordinalOf(each) === ordinalOf(main)) problem ??= own;
    else if (own !== undefined) notes.push(`Instrument ${ordinalOf(each)} was not used. ${own}`);
    if (own === undefined && height) {
      const place = height > 0 ? 'above' : 'below';
      notes.push(`Instrument ${ordinalOf(each)} is ${Math.abs(height)} in ${place} ground.`);
    }
    return own === undefined;
  });
  return { used, notes, problem };
}

/** A value with its instrument, and its place in that one's list, from 1. */
type FoundValue = { readonly row: Value; readonly place: number; readonly ordinal: number };

/** Finds the value of each day or time, from the first instrument that has one then. */
function* valuesOf(instruments: Data): Generator<FoundValue> {
  const taken = new Set<string>();
  const missing = new Map<string, FoundValue>();
  for (const [ordinal, same] of Map.groupBy(instruments, ordinalOf)) {
    const own = new Set<string>();
    for (const { values } of same) {
      for (const [at, row] of values.entries()) {
        const time = textOfTime(row);
        const found = { row, place: at + 1, ordinal };
        if (taken.has(time)) continue;
        if (readNumber(row.value) === 'missing') missing.set(time, missing.get(time) ?? found);
        else {
          own.add(time);
          yield found;
        }
      }
    }
    for (const time of own) taken.add(time);
  }
  for (const [time, found] of missing) if (!taken.has(time)) yield found;
}

/** Says how many values are not from a station's main instrument. */
function describeOtherInstruments(found: readonly FoundValue[], noun: 'days' | 'readings'): string[] {
  const others = found.filter(({ row, ordinal }) => ordinal > 1 && readNumber(row.value) !== 'missing');
  return [...Map.groupBy(others, ({ ordinal }) => ordinal)].map(([ordinal, { length }]) => {
    const count = length === 1 ? `1 ${noun.slice(0, -1)} is` : `${length} ${noun} are`;
    return `${count} from instrument ${ordinal}: the main one has no value there.`;
  });
}

/** Says why values are no daily values; undefined if they are. */
function problemOf(duration: string, values: readonly Value[]): string | undefined {
  if (duration.toUpperCase() !== 'DAILY')
    return `These are ${duration.toLowerCase()} values, not daily ones.`;
  const isStatistic = ({ median, average }: Value) => median != null || average != null;
  if (values.every(({ value }) => value == null) && values.some(isStatistic))
    return 'These are medians or averages of many years, not values. Ask AWDB without centralTendencyType.';
  return undefined;
}

/** Adds a value to its series, or why it is none. Returns whether its day is one of those that are wanted. */
function addValue(series: SeriesColumn, { row, place }: FoundValue, since: DayNumber | undefined): boolean {
  const read = dayOfRow(row);
  if (read.kind !== 'day') {
    series.refuse(`Value ${place}: ${describeDay(textOfTime(row), read)}.`);
    return false;
  }
  const { day } = read;
  if (since !== undefined && day < since) return false;
  const { value, qcFlag, qaFlag } = row;
  series.addCell(day, place, value, {
    approval: qaFlag === 'A' ? 'A' : 'P',
    qualifier: qualifiers[qcFlag ?? ''],
    isSuspect: qcFlag === 'S',
  });
  return true;
}

const textOfTime = ({ date, year, month }: Value) => date ?? [year, month].filter(Boolean).join('-');

/** Finds the day of a row. Values of months and years have a year instead of a date. */
function dayOfRow({ date, year }: Value): DayCell {
  if (date !== undefined) return readDay(date);
  return year === undefined ? { kind: 'invalid', reason: 'is empty' } : { kind: 'month' };
}

const advice = 'Ask the report generator for daily values of single days.';

type ReportOptions = {
  /** Finds the triplet for the name of a site in a row, in a header or in the request. */
  tripletOf: (site: string) => string;
  targetOf: (triplet: string, element: string) => Target | undefined;
  /** The site of a report that does not name its station. */
  site: string | undefined;
  since: DayNumber | undefined;
  midnight: Midnight | undefined;
};

/**
 * Parses CSV of the report generator: `#` comments, a header that begins with Date, an optional station column, and
 * value columns recognized by their headers. Reports say that all values are provisional.
 * @throws SourceRefused if the text is not such a report
 */
function parseReportCsv(file: SourceText, options: ReportOptions): AsyncGenerator<SourceSeries> {
  if (/^\s*</.test(file.head)) throw new SourceRefused('Line 1: an error page instead of CSV.');
  return parseDailyTable(file, {
    noHeader: 'The report has no header that begins with Date.',
    isPreamble: (line) => line.startsWith('#'),
    readHeader: (header, collector) => {
      const { stationColumn, columns } = parseHeader(header, options.site);
      const seriesOf = createSeriesLookup(columns, collector, options);
      return {
        dayColumn: 0,
        since: options.since,
        // `… Start of Day Values`: a reading at the midnight that begins the day.
        midnight: options.midnight ?? (/start of day/i.test(header.record.join()) ? 'start' : undefined),
        advice,
        columnsOf: (record) => seriesOf((stationColumn < 0 ? options.site : record[stationColumn]) ?? ''),
      };
    },
  });
}

/** Finds the series of the columns of a row, by the site of the row. */
function createSeriesLookup(
  columns: Columns,
  collector: SeriesCollector,
  { tripletOf, targetOf }: ReportOptions,
): (site: string) => readonly DailyColumn[] {
  const bySite = new Map<string, readonly DailyColumn[]>();
  const begin = (site: string) =>
    columns.map(({ index, column }) => {
      const triplet = tripletOf(column.station ?? site);
      const name = `${triplet} ${column.element}`;
      const target = targetOf(triplet, column.element);
      const check = checkColumn(column, target);
      const series = collector.column(name, () => ({ name, target, ...check }));
      if (check.refusal !== undefined) series.refuse(check.refusal);
      return { index, series };
    });
  return (site) => {
    let found = bySite.get(site);
    if (!found) {
      found = begin(site);
      bySite.set(site, found);
    }
    return found;
  };
}

type Columns = readonly { readonly index: number; readonly column: ReportColumn }[];

function parseHeader({ record, line }: CsvRow, site: string | undefined) {
  const headers = record.map((cell) => cell.trim());
  const [first = ''] = headers;
  if (!/^date$/i.test(first)) {
    const hint = first.includes(';') ? ' Separate the columns by commas instead of semicolons.' : '';
    throw new SourceRefused(
      `Line ${line}: the header should begin with Date, not with "${first.slice(0, 60)}".${hint}`,
    );
  }
  const stationColumn = headers.findIndex((head) => /^station id$/i.test(head));
  const columns: Columns = headers.flatMap((head, index) => {
    const column = columnOfHeader(head);
    return column ? [{ index, column }] : [];
  });
  if (columns.length === 0) {
    const known = Object.values(elements).map(({ header }) => header);
    throw new SourceRefused(
      `The report has no column of values that the portal imports: ${known.join(', ')}; medians and changes are not imported.`,
    );
  }
  const names = columns.map(({ column: { station, element } }) => `${station ?? ''} ${element}`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new SourceRefused(`Line ${line}: there are two columns of ${twice.trim()}.`);
  if (stationColumn < 0 && site === undefined && columns.some(({ column }) => column.station === undefined)) {
    throw new SourceRefused(
      'The report does not name its station. Name it with --sites, for example --sites 546:ID:SNTL.',
    );
  }
  return { stationColumn, columns };
}

/** Checks a column's unit, and what a reservoir's storage includes. */
function checkColumn({ element, unit = '' }: ReportColumn, target: Target | undefined) {
  const known = elements[element];
  if (!known) return { conversion: undefined, notes: [], refusal: 'The column is not known.' };
  const check = checkUnit(unit, known.ndx);
  if (check.refusal !== undefined) return check;
  const active = toActiveStorage(element, target, check.conversion);
  return { ...active, notes: [...check.notes, ...active.notes] };
}
