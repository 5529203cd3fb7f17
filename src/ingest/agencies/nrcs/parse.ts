import * as z from 'zod/mini';
import type { DayNumber } from '#lib/calendar.ts';
import { createSeriesCollector, type SeriesCollector, type SeriesColumn } from '../../collect-series.ts';
import { createDailyRows, cutReason, type DailyRow } from '../../daily-rows.ts';
import { type CsvRow, readCsvChunks } from '../../parse-csv.ts';
import { type DayCell, describeDay, readDay } from '../../parse-day.ts';
import { NumberField, readNumber } from '../../parse-number.ts';
import { parseJson, parseResponse, readJsonElements } from '../../parse-response.ts';
import { SourceRefused, type SourceSeries, type SourceText, type Target } from '../../source.ts';
import { checkUnit } from '../../units.ts';
import { columnOfHeader, elements, type ReportColumn, toActiveStorage } from './codes.ts';

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

export type AwdbOptions = {
  targetOf(triplet: string, element: string): Target | undefined;
  readonly since: DayNumber | undefined;
};

/**
 * Parses a response of AWDB's `/data`: stations, their elements, their values. A null or absent value is missing;
 * qcFlag S marks a suspect value; only qaFlag A counts as approved. Converts units where exact. Refuses a series of
 * another unit, of medians, or whose values are not daily.
 * @throws SourceRefused if the text is not such a response
 */
export function parseAwdb(text: string, options: AwdbOptions): SourceSeries[] {
  const collector = createSeriesCollector();
  for (const [at, station] of parseStations(text).entries()) addStation(collector, station, at, options);
  return [...collector.series()];
}

/** Parses a saved response of any size. @throws SourceRefused */
export async function* parseAwdbFile(file: SourceText, options: AwdbOptions): AsyncGenerator<SourceSeries> {
  const collector = createSeriesCollector();
  const isWrapped = /^\s*\[\s*\[/.test(file.head);
  let at = 0;
  try {
    const count = await readJsonElements(
      file,
      { paths: [isWrapped ? '$.*.*' : '$.*'], service },
      ({ value }) => {
        addStation(collector, value, at, options);
        at += 1;
      },
    );
    // Without stations, it must be an empty list.
    if (count === 0) parseStations(await file.text());
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
  const converted = check && 'conversion' in check ? check : undefined;
  const active = toActiveStorage(elementCode, target, converted?.conversion);
  const series = collector.column(name, () => ({
    name,
    target,
    ...('refusal' in active ? {} : { conversion: active.conversion }),
    notes: [
      ...(converted?.note === undefined ? [] : [converted.note]),
      ...('refusal' in active ? [] : active.notes),
      ...describeInstrument(ordinal, heightDepth),
    ],
  }));
  if (!target) return;
  if ('refusal' in active) series.refuse(active.refusal);
  const problem = problemOf(durationName, values);
  if (problem !== undefined) series.refuse(problem);
  // Some saved responses leave the unit out.
  if (check && 'refusal' in check && storedUnitCode != null) series.refuse(check.refusal);
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
  const number = readNumber(value);
  if (number === 'missing') series.addMissing();
  else if ('reason' in number) series.reject(day, line, String(value), number.reason);
  else {
    series.addValue(day, line, {
      value: number.value,
      approval: qaFlag === 'A' ? 'A' : 'P',
      qualifier: qualifiers[qcFlag ?? ''],
      isSuspect: qcFlag === 'S',
    });
  }
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

function parseStations(text: string): unknown[] {
  const json = parseJson(text, service);
  // Some saved responses are wrapped in another list.
  return parseResponse(z.array(z.unknown()), Array.isArray(json) ? json.flat() : json, service);
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
export async function* parseReportCsv(
  file: SourceText,
  options: ReportOptions,
): AsyncGenerator<SourceSeries> {
  if (/^\s*</.test(file.head)) throw new SourceRefused('Line 1: an error page instead of CSV.');
  const collector = createSeriesCollector();
  let rows: ReturnType<typeof createDailyRows> | undefined;
  try {
    await readCsvChunks(
      file.chunks(),
      (row) => {
        if (rows) rows.add(row);
        else {
          const { stationColumn, columns } = parseHeader(row, options.site);
          const seriesOf = createSeriesLookup(columns, collector, options);
          const addRow = ({ record, day, line, isCut }: DailyRow) => {
            const site = (stationColumn < 0 ? options.site : record[stationColumn]) ?? '';
            for (const { index, series } of seriesOf(site))
              addCell(series, (record[index] ?? '').trim(), { day, line, isCut });
          };
          const { since } = options;
          rows = createDailyRows(
            { width: row.record.length, dayColumn: 0, since, advice, addRow },
            collector,
          );
        }
      },
      { isPreamble: (line) => line.startsWith('#') },
    );
    if (!rows) throw new SourceRefused('The report has no header that begins with Date.');
    rows.finish();
    yield* collector.series();
  } finally {
    collector.close();
  }
}

type SiteSeries = readonly { readonly index: number; readonly series: SeriesColumn }[];

/** Finds the series of the columns of a row, by the site of the row. */
function createSeriesLookup(
  columns: Columns,
  collector: SeriesCollector,
  { tripletOf, targetOf }: ReportOptions,
): (site: string) => SiteSeries {
  const bySite = new Map<string, SiteSeries>();
  const begin = (site: string) =>
    columns.map(({ index, column }) => {
      const triplet = tripletOf(column.station ?? site);
      const name = `${triplet} ${column.element}`;
      const target = targetOf(triplet, column.element);
      const check = checkColumn(column, target);
      const series = collector.column(name, () => ({ name, target, ...('refusal' in check ? {} : check) }));
      if ('refusal' in check) series.refuse(check.refusal);
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
  const check = known && checkUnit(unit, known.ndx);
  if (!check || 'refusal' in check) return { refusal: check?.refusal ?? 'The column is not known.' };
  const active = toActiveStorage(element, target, check.conversion);
  if ('refusal' in active) return active;
  const { conversion, notes } = active;
  return { conversion, notes: check.note === undefined ? notes : [check.note, ...notes] };
}

function addCell(
  series: SeriesColumn,
  cell: string,
  { day, line, isCut }: { day: DayNumber; line: number; isCut: boolean },
): void {
  if (isCut) {
    if (cell !== '') series.reject(day, line, cell, cutReason);
    return;
  }
  const read = readNumber(cell);
  if (read === 'missing') series.addMissing();
  else if ('reason' in read) series.reject(day, line, cell, read.reason);
  else series.addValue(day, line, { value: read.value, approval: 'P', qualifier: undefined });
}
