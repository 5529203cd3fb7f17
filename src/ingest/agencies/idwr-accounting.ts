import * as z from 'zod/mini';
import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, dayParts } from '#lib/calendar.ts';
import { type Agency, createSource, type FetchContext, mergeSeries } from '../agency.ts';
import type { SourceTargets } from '../basin/targets.ts';
import { inBatchesOf } from '../engine/batches.ts';
import { createSeriesCollector, type SeriesCollector } from '../engine/collect-series.ts';
import {
  type FindTarget,
  parseSiteTable,
  type Quantity,
  seriesOfCell,
  toQuantity,
} from '../engine/daily-table.ts';
import { isRefusedForm } from '../reading/http-retry.ts';
import { dayAt, describeDay, type Midnight, readServiceDay } from '../reading/parse-day.ts';
import { parseResponse, readJsonList } from '../reading/parse-response.ts';
import { toResponseParser } from '../reading/read-source-file.ts';
import type { SourceSeries, SourceText } from '../source.ts';

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
  parseFile: async function* (file, { targets, since, midnight }) {
    const options = { targetOf: createTargetLookup(targets), since, midnight };
    if (/^\s*(?:[[{<]|$)/.test(file.head)) yield* parseAccounting(file, options);
    else yield* parseAccountingCsv(file, options);
  },
  open: (context) => {
    const askSite = createSiteRequests(context);
    const fetchYears = (site: string, dataset: Dataset) => fetchDataset(site, dataset, context, askSite);
    const read = async ([site = '']: readonly string[]) => {
      const wanted = context.targets.all.filter(({ key }) => key === site);
      const isGain = (each: { parameter: ParameterNdx }) => each.parameter === parameterNdx.reachGain;
      return [
        ...(wanted.some((each) => !isGain(each)) ? await fetchYears(site, 'history') : []),
        ...(wanted.some(isGain) ? await fetchYears(site, 'model') : []),
      ];
    };
    return { read };
  },
};

export const idwr = createSource(accounting);

function createTargetLookup({ targetOf }: SourceTargets): FindTarget {
  return (site, column) => targetOf(site, ...(parametersByColumn[column] ?? []));
}

type Dataset = 'history' | 'model';
type ReadResponse = (text: string) => Promise<SourceSeries[]>;
type AskSite = (url: URL, site: string, read: ReadResponse) => Promise<SourceSeries[]>;

/** Older versions of the service know the first name of a site's parameter, newer ones the second. */
const siteParameters = ['siteid', 'sitelist'] as const;
/** After this many questions without any value in either form, the form is not what is wrong. */
const maxFormTries = 3;

/** Asks in the form that the service answers: one that is refused, or answered by nothing, is replaced by the other. */
function createSiteRequests({ fetchWithRetry, tools }: FetchContext): AskSite {
  let [form, other]: readonly string[] = siteParameters;
  let triesLeft = maxFormTries;
  return async (url, site, read) => {
    const ask = (parameter = '') => {
      const address = new URL(url);
      address.searchParams.set(parameter, site);
      return fetchWithRetry(address.href, read);
    };
    const unlessRefused = (error: unknown) => {
      if (triesLeft === 0 || !isRefusedForm(error)) throw error;
      return error;
    };
    const found = await ask(form).catch(unlessRefused);
    if (Array.isArray(found) && found.length > 0) triesLeft = 0;
    if (Array.isArray(found) && triesLeft === 0) return found;
    triesLeft -= 1;
    const instead = await ask(other).catch(() => undefined);
    if (instead && (instead.length > 0 || !Array.isArray(found))) {
      tools.onProgress(`IDWR answers ${other}= and not ${form}=, so the former is used from now on.`);
      [form, other] = [other, form];
      triesLeft = 0;
      return instead;
    }
    if (!Array.isArray(found)) throw found;
    return found;
  };
}

/** Fetches a site, a few years at a time. Uses only the gain of the model's columns; flows come from the history. */
async function fetchDataset(
  site: string,
  dataset: Dataset,
  { targets, first, last, tools: { environment } }: FetchContext,
  askSite: AskSite,
): Promise<SourceSeries[]> {
  const [from, to] = [dayParts(first).year, dayParts(last).year];
  const years = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const options = { targetOf: createTargetLookup(targets), since: first };
  const read = toResponseParser((file) => parseAccounting(file, options));
  const chunks: SourceSeries[] = [];
  for (const yearList of inBatchesOf(years, yearsPerRequest)) {
    const url = new URL(`${environment.IDWR_URL || defaultAddress}/${dataset}`);
    url.search = new URLSearchParams({
      yearlist: yearList.join(','),
      yeartype: 'CY',
      f: 'json',
    }).toString();
    chunks.push(...(await askSite(url, site, read)));
  }
  return mergeSeries(chunks.filter(({ name }) => (dataset === 'model') === / reach gain\b/i.test(name)));
}

/** The parameters that a column may hold; which one follows from the site in the basin file. Units are left out. */
export const parametersByColumn: Readonly<Record<string, readonly ParameterNdx[]>> = {
  flow: [parameterNdx.streamflow, parameterNdx.diversion, parameterNdx.returnFlow, parameterNdx.recharge],
  'reservoir contents': [parameterNdx.storage],
  'reach gain': [parameterNdx.reachGain],
};

const siteColumn = 'SiteID';

/** The columns of dates in the history and in the model. */
const dayColumns: readonly string[] = ['HSTDate', 'Accounting Date'];

/** Columns that describe the site. Every other column is a quantity. */
const otherColumns: readonly string[] = ['SiteType', 'SiteName'];

const service = 'IDWR Accounting';

const Row = z.record(z.string(), z.nullable(z.union([z.string(), z.number()])));

type AccountingOptions = {
  readonly targetOf: FindTarget;
  readonly since: DayNumber | undefined;
  /** By default, 00:00 begins the day: the service has dates. */
  readonly midnight?: Midnight | undefined;
};

/**
 * Parses a response of `history` or `model`, which may have any size: one row per site and day, one column per quantity. `NaN`, empty cells and
 * missing markers have no value; an empty response has no data. Converts units where exact, and rejects a cell that is no number.
 * @throws SourceRefused
 */
async function* parseAccounting(file: SourceText, options: AccountingOptions): AsyncGenerator<SourceSeries> {
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
  const quantities = new Map<string, Quantity>();
  const noQuantities = new Set(['', siteColumn, ...dayColumns, ...otherColumns]);
  return (json: unknown, at: number): void => {
    const row = parseResponse(Row, json, service, [at]);
    const line = at + 1;
    const site = String(row[siteColumn] ?? '').trim();
    const dayText = String(dayColumns.map((name) => row[name]).find((cell) => cell != null) ?? '');
    const read = readServiceDay(dayText);
    for (const header of Object.keys(row)) {
      if (!noQuantities.has(header) && !quantities.has(header)) quantities.set(header, toQuantity(header));
    }
    const day = read.kind === 'day' ? dayAt(read, options.midnight) : undefined;
    if (day !== undefined && options.since !== undefined && day < options.since) return;
    for (const quantity of quantities.values()) {
      const cell = row[quantity.header];
      const series = seriesOfCell(collector, site, quantity, cell, options.targetOf);
      if (day !== undefined) series?.addCell(day, line, cell);
      else if (read.kind !== 'day') series?.refuse(`Row ${line}: ${describeDay(dayText, read)}.`);
    }
  };
}

/** Parses a saved response with `f=csv` of any size. @throws SourceRefused */
function parseAccountingCsv(file: SourceText, options: AccountingOptions): AsyncGenerator<SourceSeries> {
  return parseSiteTable(file, {
    noHeader: 'The service has no data for this site.',
    siteColumn,
    dayColumns,
    otherColumns,
    advice: 'Ask the service for history or model, which have one row a day.',
    ...options,
  });
}
