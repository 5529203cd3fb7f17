import * as z from 'zod/mini';
import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { type Agency, createSource, type FetchContext } from '../agency.ts';
import type { SeriesTarget, SourceTargets } from '../basin/targets.ts';
import { createSeriesCollector, type SeriesCollector, type SeriesColumn } from '../collect-series.ts';
import { type DailyColumn, parseDailyTable } from '../daily-table.ts';
import { type CsvRow, splitUnit } from '../parse-csv.ts';
import { type DayCell, describeDay, readDay, readFixedClock } from '../parse-day.ts';
import { NumberField } from '../parse-number.ts';
import { parseJson, parseResponse, readJsonList } from '../parse-response.ts';
import { toResponseParser } from '../read-source-file.ts';
import {
  type SentReadings,
  SourceRefused,
  type SourceSeries,
  type SourceText,
  type Target,
} from '../source.ts';
import { checkUnit, type UnitCheck, type UnitConversion, unitOf } from '../units.ts';

export const defaultAddress = 'https://wcc.sc.egov.usda.gov/awdbRestApi/services/v1/data';

/** NRCS's AWDB service, its saved responses, and CSV of its report generator. Keys are triplets, `546:ID:SNTL`. */
const awdb: Agency = {
  title: 'NRCS Snotel',
  source: 'nrcs',
  // Larger requests end in server errors.
  batchSize: 10,
  pauseMs: 500,
  keysForName: tripletsForName,
  parseFile: async function* (file, { targets, since, site }) {
    const options = awdbOptions(targets, since);
    if (/^\s*[[{]/.test(file.head)) yield* parseAwdb(file, options);
    else yield* parseReportCsv(file, { ...options, tripletOf: createTripletLookup(targets), site });
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
  const options = awdbOptions(targets, first);
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

/** AWDB's stations have clocks that are never changed, 8 hours behind UTC. */
const stationClockMinutes = -8 * 60;

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
  return stations.flatMap(({ stationTriplet, data }): SentReadings[] => {
    if (!triplets.includes(stationTriplet)) return [{ kind: 'unknown', name: stationTriplet }];
    return firstInstruments(data).flatMap((each) => {
      const { elementCode } = each.stationElement;
      const series = wanted.find(
        ({ key, parameter }) => key === stationTriplet && hourlyElements[parameter] === elementCode,
      );
      return series ? [toReadings(`${stationTriplet} ${elementCode}`, series.target, each)] : [];
    });
  });
}

function toReadings(name: string, target: Target, { stationElement, values }: Data[number]): SentReadings {
  const { elementCode, durationName = 'HOURLY', storedUnitCode } = stationElement;
  const message = `These are ${durationName.toLowerCase()} values, not hourly ones.`;
  if (durationName.toUpperCase() !== 'HOURLY') return { kind: 'refused', name, message };
  const check = checkUnit(storedUnitCode ?? unitOf(target.parameter), target.parameter);
  const active = toActiveStorage(elementCode, target, check.conversion);
  if (active.refusal !== undefined) return { kind: 'refused', name, message: active.refusal };
  return {
    kind: 'readings',
    name,
    target,
    unit: storedUnitCode ?? undefined,
    conversion: active.conversion,
    readings: values.map(({ date = '', value, qcFlag, qaFlag }) => ({
      time: readFixedClock(date, stationClockMinutes),
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
  value: NumberField,
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
  try {
    await readJsonList(file, { path, service, listOf }, (station) => {
      addStation(collector, station, count, options);
      count += 1;
    });
    yield* collector.series();
  } finally {
    collector.close();
  }
}

function addStation(collector: SeriesCollector, station: unknown, at: number, options: AwdbOptions): void {
  const { stationTriplet, data } = parseResponse(Station, station, service, [at]);
  for (const each of firstInstruments(data)) addSeries(collector, stationTriplet, each, options);
}

function addSeries(
  collector: SeriesCollector,
  triplet: string,
  { stationElement, values }: Data[number],
  { targetOf, since }: AwdbOptions,
): void {
  const { elementCode, durationName = 'DAILY', storedUnitCode, ordinal = 1, heightDepth } = stationElement;
  const name = `${triplet} ${elementCode}`;
  const element = elements[elementCode];
  const target = element && targetOf(triplet, elementCode);
  const check = target && checkUnit(storedUnitCode ?? '', target.parameter);
  const active = toActiveStorage(elementCode, target, check?.conversion);
  const series = collector.column(name, () => ({
    name,
    target,
    conversion: active.conversion,
    notes: [...(check?.notes ?? []), ...active.notes, ...describeInstrument(ordinal, heightDepth)],
  }));
  if (!target) return;
  if (active.refusal !== undefined) series.refuse(active.refusal);
  const problem = problemOf(durationName, values);
  if (problem !== undefined) series.refuse(problem);
  // Some saved responses leave the unit out.
  if (check?.refusal !== undefined && storedUnitCode != null) series.refuse(check.refusal);
  for (const [at, row] of values.entries()) addValue(series, row, at + 1, since);
}

/** Says that values are not those of a station's main instrument at its usual place. */
function describeInstrument(ordinal: number, height: number | null | undefined): string[] {
  return [
    ...(ordinal > 1 ? [`The answer has only instrument ${ordinal}, not the main one.`] : []),
    ...(height ? [`The instrument is ${Math.abs(height)} in ${height > 0 ? 'above' : 'below'} ground.`] : []),
  ];
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

function addValue(series: SeriesColumn, row: Value, line: number, since: DayNumber | undefined): void {
  const read = dayOfRow(row);
  if (read.kind !== 'day') {
    const text = row.date ?? [row.year, row.month].filter(Boolean).join('-');
    series.refuse(`Value ${line}: ${describeDay(text, read)}.`);
    return;
  }
  const { day } = read;
  if (since !== undefined && day < since) return;
  const { value, qcFlag, qaFlag } = row;
  series.addCell(day, line, value, {
    approval: qaFlag === 'A' ? 'A' : 'P',
    qualifier: qualifiers[qcFlag ?? ''],
    isSuspect: qcFlag === 'S',
  });
}

/** Keeps only the main instrument of each element. */
function firstInstruments(data: Data): Data {
  const ordinalOf = ({ stationElement: { ordinal = 1 } }: Data[number]) => ordinal;
  return data.filter(
    (each) =>
      !data.some(
        (other) =>
          other.stationElement.elementCode === each.stationElement.elementCode &&
          ordinalOf(other) < ordinalOf(each),
      ),
  );
}

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
