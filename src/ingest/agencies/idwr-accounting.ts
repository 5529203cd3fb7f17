import * as z from 'zod/mini';
import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, dayParts } from '#lib/calendar.ts';
import { type Agency, createSource, type FetchContext, mergeSeries } from '../agency.ts';
import type { SourceTargets } from '../basin/targets.ts';
import { inBatchesOf } from '../batches.ts';
import { createSeriesCollector, type SeriesCollector, type SeriesColumn } from '../collect-series.ts';
import { cutReason, parseDailyTable } from '../daily-rows.ts';
import { type CsvRow, splitUnit } from '../parse-csv.ts';
import { describeDay, readServiceDay } from '../parse-day.ts';
import { readNumber } from '../parse-number.ts';
import { parseResponse, readJsonList } from '../parse-response.ts';
import { toResponseParser } from '../read-source-file.ts';
import { SourceRefused, type SourceSeries, type SourceText, type Target } from '../source.ts';
import { checkUnit } from '../units.ts';

const defaultAddress = 'https://research.idwr.idaho.gov/apps/Shared/WaterServices/Accounting';
/** The service is fast for a few years of a site and slow for many. */
const yearsPerRequest = 10;

/**
 * The water district's accounting: flows and storage from its history, reach gains from its model, which names a reach
 * by its downstream gage. It has no approval status, so every value counts as provisional.
 */
const accounting: Agency = {
  title: 'IDWR Accounting',
  source: 'idwr',
  batchSize: 1,
  pauseMs: 500,
  parseFile: async function* (file, { targets, since }) {
    const options = { targetOf: createTargetLookup(targets), since };
    if (/^\s*(?:[[{<]|$)/.test(file.head)) yield* parseAccounting(file, options);
    else yield* parseAccountingCsv(file, options);
  },
  open: (context) => ({
    read: async ([site = '']) => {
      const wanted = context.targets.all.filter(({ key }) => key === site);
      const isGain = (each: { parameter: ParameterNdx }) => each.parameter === parameterNdx.reachGain;
      return [
        ...(wanted.some((each) => !isGain(each)) ? await fetchYears(site, 'history', context) : []),
        ...(wanted.some(isGain) ? await fetchYears(site, 'model', context) : []),
      ];
    },
  }),
};

export const idwr = createSource(accounting);

function createTargetLookup({ targetOf }: SourceTargets) {
  return (site: string, column: string) => targetOf(site, ...(parametersByColumn[column] ?? []));
}

/** Fetches a site, a few years at a time. Uses only the gain of the model's columns; flows come from the history. */
async function fetchYears(
  site: string,
  dataset: 'history' | 'model',
  { targets, first, last, fetchWithRetry, tools: { environment } }: FetchContext,
): Promise<SourceSeries[]> {
  const [from, to] = [dayParts(first).year, dayParts(last).year];
  const years = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const options = { targetOf: createTargetLookup(targets), since: first };
  const read = toResponseParser((file) => parseAccounting(file, options));
  const chunks: SourceSeries[] = [];
  for (const yearList of inBatchesOf(years, yearsPerRequest)) {
    const url = new URL(`${environment.IDWR_URL || defaultAddress}/${dataset}`);
    url.search = new URLSearchParams({
      siteid: site,
      yearlist: yearList.join(','),
      yeartype: 'CY',
      f: 'json',
    }).toString();
    chunks.push(...(await fetchWithRetry(url.href, read)));
  }
  return mergeSeries(chunks.filter(({ name }) => (dataset === 'model') === / reach gain\b/i.test(name)));
}

/** The parameters that a column may hold; which one follows from the site in the basin file. Units are left out. */
const parametersByColumn: Readonly<Record<string, readonly ParameterNdx[]>> = {
  flow: [parameterNdx.streamflow, parameterNdx.diversion, parameterNdx.returnFlow, parameterNdx.recharge],
  'reservoir contents': [parameterNdx.storage],
  'reach gain': [parameterNdx.reachGain],
};

const siteColumn = 'SiteID';

/** The columns of dates in the history and in the model. */
const dayColumns: readonly string[] = ['HSTDate', 'Accounting Date'];

/** Columns that identify the row. Every other column is a quantity. */
const nonValueColumns = new Set([siteColumn, 'SiteType', 'SiteName', ...dayColumns]);

const service = 'IDWR Accounting';
const advice = 'Ask the service for history or model, which have one row a day.';

const Cell = z.nullable(z.union([z.string(), z.number()]));
const Row = z.record(z.string(), Cell);
type Cell = z.output<typeof Cell>;

type AccountingOptions = {
  /** Finds the target of a site's column, whose name is without its unit and in lower case. */
  targetOf(site: string, column: string): Target | undefined;
  readonly since: DayNumber | undefined;
};

/**
 * Parses a response of `history` or `model`, which may have any size: one row per site and day, one column per quantity. `NaN`, empty cells and
 * missing markers have no value; an empty response has no data. Converts units where exact, and rejects a cell that is no number.
 * @throws SourceRefused
 */
export async function* parseAccounting(
  file: SourceText,
  options: AccountingOptions,
): AsyncGenerator<SourceSeries> {
  if (file.isInMemory && file.head.trim() === '') return;
  const collector = createSeriesCollector();
  const addRow = createRowReader(collector, options);
  const listOf = (json: unknown) => parseResponse(z.array(z.unknown()), json, service);
  try {
    await readJsonList(file, { path: '$.*', service, listOf }, addRow);
    yield* collector.series();
  } finally {
    collector.close();
  }
}

/** Creates a function that reads a row; `at` is its place, from 0. @throws SourceRefused */
function createRowReader(collector: SeriesCollector, options: AccountingOptions) {
  const quantities = new Map<string, readonly Quantity[]>();
  return (json: unknown, at: number): void => {
    const row = parseResponse(Row, json, service, [at]);
    const line = at + 1;
    const site = String(row[siteColumn] ?? '').trim();
    const dayText = String(dayColumns.map((name) => row[name]).find((cell) => cell != null) ?? '');
    const read = readServiceDay(dayText);
    for (const header of Object.keys(row)) {
      if (!quantities.has(header)) quantities.set(header, toQuantity(header));
    }
    if (read.kind === 'day' && options.since !== undefined && read.day < options.since) return;
    for (const quantity of [...quantities.values()].flat()) {
      const cell = row[quantity.header];
      const series = seriesOfCell(collector, site, quantity, cell, options);
      if (read.kind === 'day') series?.addCell(read.day, line, cell);
      else series?.refuse(`Row ${line}: ${describeDay(dayText, read)}.`);
    }
  };
}

/** Parses a saved response with `f=csv` of any size. @throws SourceRefused */
function parseAccountingCsv(file: SourceText, options: AccountingOptions): AsyncGenerator<SourceSeries> {
  return parseDailyTable(file, {
    noHeader: 'The file is empty: the service has no data for this site.',
    readHeader: ({ record, line }, collector) => {
      const { siteAt, dayColumn, quantities } = parseHeader(record, line);
      return {
        dayColumn,
        since: options.since,
        advice,
        addRow: (row) => {
          const site = (row.record[siteAt] ?? '').trim();
          for (const { index, ...quantity } of quantities) {
            const cell = row.record[index];
            const series = seriesOfCell(collector, site, quantity, cell, options);
            if (!row.isCut) series?.addCell(row.day, row.line, cell);
            else if (!isMissing(cell)) series?.reject(row.day, row.line, String(cell), cutReason);
          }
        },
      };
    },
  });
}

function parseHeader(record: CsvRow['record'], line: number) {
  const headers = record.map((cell) => cell.trim());
  const siteAt = headers.indexOf(siteColumn);
  const dayColumn = headers.findIndex((head) => dayColumns.includes(head));
  if (siteAt < 0 || dayColumn < 0) {
    throw new SourceRefused(
      `Line ${line}: the header should have ${siteColumn} and ${dayColumns.join(' or ')}; it begins with "${headers[0]?.slice(0, 40)}".`,
    );
  }
  const quantities = headers.flatMap((header, index) =>
    toQuantity(header).map((quantity) => ({ ...quantity, index })),
  );
  const twice = headers.find((header, at) => header !== '' && headers.indexOf(header) !== at);
  if (twice !== undefined) throw new SourceRefused(`Line ${line}: the column ${twice} appears twice.`);
  return { siteAt, dayColumn, quantities };
}

type Quantity = { readonly header: string; readonly name: string; readonly unit: string | undefined };

/** Splits a header into a quantity and its unit; columns that only identify the row are left out. */
function toQuantity(header: string): Quantity[] {
  if (header === '' || nonValueColumns.has(header)) return [];
  const { name, unit } = splitUnit(header);
  return [{ header, name: name.toLowerCase(), unit }];
}

/**
 * Finds the series of a cell. Every site has all columns, most of them without any value, so a missing value of a
 * column that the portal does not import begins no series.
 */
function seriesOfCell(
  collector: SeriesCollector,
  site: string,
  { header, name: quantity, unit }: Quantity,
  cell: Cell | undefined,
  { targetOf }: AccountingOptions,
): SeriesColumn | undefined {
  const target = targetOf(site, quantity);
  if (!target && isMissing(cell)) return undefined;
  const name = `${site} ${header}`;
  const check = target && checkUnit(unit ?? '', target.parameter);
  const series = collector.column(name, () => ({ name, target, ...check }));
  if (check?.refusal !== undefined) series.refuse(check.refusal);
  return series;
}

const isMissing = (cell: Cell | undefined) => readNumber(cell) === 'missing';
