import * as z from 'zod/mini';
import type { BasinSite } from '#contract/basin/basin.ts';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import type { DayNumber } from '#lib/calendar.ts';
import { type Agency, createSource, type FetchContext, type Service } from '../../agency.ts';
import type { SourceTargets } from '../../basin/targets.ts';
import { inBatchesOf } from '../../engine/batches.ts';
import { describeShortfall } from '../../engine/completeness.ts';
import { type CsvRow, readCsvChunks } from '../../reading/parse-csv.ts';
import { readJsonElements } from '../../reading/parse-response.ts';
import { describeDuration, estimateDurationMs } from '../../reading/rate-limit.ts';
import { linesOf } from '../../reading/read-source-file.ts';
import { SourceRefused, type SourceSeries, type SourceText } from '../../source.ts';
import { codesOf, hasFieldMeasurements, parametersByCode, statisticsOf } from './codes.ts';
import { fetchLatestReadings } from './latest.ts';
import { mergeUsgsRows } from './merge-records.ts';
import {
  daysOf,
  isDaily,
  parseFeature,
  parseValuesPage,
  requireNames,
  service,
  type UsgsRecordInfo,
  type UsgsSite,
} from './parse.ts';
import { createRdbReader, legacyService, parseNwisJson, parseNwisSeries } from './parse-nwis.ts';
import {
  createItemsFetch,
  fetchDailyRows,
  fetchFieldRows,
  fetchLegacyRows,
  fetchMonitoringLocations,
  fetchRecordInfos,
  hasLegacyService,
  maxListedNames,
  rowsPerPage,
} from './requests.ts';
import { createRowStore, dayOf, storeOf, toRow, toSiteKey, type UsgsRow } from './row.ts';

/** Sites in a batch if the lengths of their records are not known. */
const sitesPerRequest = 5;

const signUpAddress = 'https://api.waterdata.usgs.gov/signup/';

/**
 * The USGS Water Data API, with the legacy service as its fallback, and saved responses of either. Keys are site
 * numbers, and whole ids of sites of other agencies. Every page of a series is read before anything is written, so that a fault halfway changes nothing.
 */
const waterData: Agency = {
  title: 'USGS',
  source: 'usgs',
  batchSize: sitesPerRequest,
  pauseMs: 200,
  // An API key raises the rate limit.
  headers: (environment): Record<string, string> =>
    environment.USGS_API_KEY ? { 'x-api-key': environment.USGS_API_KEY } : {},
  keysForName: (name, keys) => {
    const wanted = toSiteKey(name).toLowerCase();
    return keys.filter((key) => key.toLowerCase() === wanted);
  },
  async *parseFile(file, { targets, since, site }) {
    const store = createRowStore();
    try {
      const hasNext = await readSavedRows(file, site, store.add);
      yield* mergeUsgsRows(store, { targetOf: createTargetLookup(targets), since });
      if (hasNext) yield { kind: 'incomplete', name: 'the file', message: nextPageMessage };
    } finally {
      store.close();
    }
  },
  open: openService,
  latest: { batchSize: maxListedNames, read: fetchLatestReadings },
};

export const usgs = createSource(waterData);

const nextPageMessage =
  'It is one page of an answer, and links to the next one (rel: next). Save and import the other pages, too.';

function createTargetLookup({ targetOf }: SourceTargets) {
  return (site: string, code: string) => targetOf(site, ...(parametersByCode[code] ?? []));
}

/** Lists the time series and the details of all sites with one request each, and plans the requests of values by them. */
function openService(context: FetchContext): Service {
  const broken: string[] = [];
  const fetchItems = createItemsFetch(context, (message) => broken.push(message));
  const { targets, first, last, rateLimit, tools } = context;
  const targetOf = createTargetLookup(targets);
  let records: readonly UsgsRecordInfo[] | undefined;
  /** The service refused to list the time series of all sites at once; each batch asks for its own. */
  let isListRefused = false;
  let details: readonly SourceSeries[] = [];

  const parametersAt = (sites: readonly string[]): ParameterNdx[] => {
    const wanted = new Set(sites);
    return targets.all.filter(({ key }) => wanted.has(key)).map(({ parameter }) => parameter);
  };
  const listRecords = (sites: readonly string[]) =>
    fetchRecordInfos(fetchItems, { sites, codes: codesOf(parametersAt(sites)) });
  const isMeasured = (site: string) => parametersAt([site]).some(hasFieldMeasurements);

  return {
    plan: async (sites) => {
      records = await listRecords(sites);
      isListRefused = !records && sites.length > sitesPerRequest;
      details = await fetchDetails(sites);
      if (!records) return inBatchesOf(sites, sitesPerRequest);
      const plans = planBatches(
        sites.map((site) => ({ site, hasFieldMeasurements: isMeasured(site) })),
        records,
        { first, last, pageSize: rowsPerPage },
      );
      tools.onProgress(describePlan(plans, sites.length, context));
      return plans.map((plan) => plan.sites);
    },
    read: async (sites) => {
      const left = rateLimit.remaining();
      if (left !== undefined) tools.onProgress(`USGS permits ${left} more requests in this hour`);
      const wanted = parametersAt(sites);
      const isInBatch = new Set(sites);
      const known = isListRefused
        ? await listRecords(sites)
        : records?.filter(({ site }) => isInBatch.has(site));
      const codes = codesOf(wanted);
      const rows: UsgsRow[] = [];
      for (const statistic of new Set(codes.flatMap(statisticsOf))) {
        const query = {
          statistic,
          codes: codes.filter((code) => statisticsOf(code).includes(statistic)),
          sites: sites.filter(
            (site) => known?.some((each) => each.site === site && each.statistic === statistic) ?? true,
          ),
        };
        for (const row of await fetchDailyRows(fetchItems, query, context)) rows.push(row);
      }
      const shortfalls = [...findShortfalls(known ?? [], rows)];
      const measured = await fetchFieldRows(fetchItems, {
        sites: sites.filter(isMeasured),
        codes: codesOf(wanted.filter(hasFieldMeasurements)),
      });
      for (const row of measured) rows.push(row);
      return [
        ...mergeUsgsRows(storeOf(rows), { targetOf, since: first, last, records: known }),
        ...shortfalls,
        ...broken.splice(0).map((message): SourceSeries => ({ kind: 'incomplete', name: 'USGS', message })),
        ...details.filter(({ name }) => isInBatch.has(name)),
      ];
    },
    ...(hasLegacyService(context)
      ? {
          fallback: async (site: string) => {
            const rows = await fetchLegacyRows(site, codesOf(parametersAt([site])), context);
            const known = records?.filter((record) => record.site === site) ?? [];
            return [
              ...mergeUsgsRows(storeOf(rows), { targetOf, since: first, last }),
              ...findShortfalls(known, rows),
            ];
          },
        }
      : {}),
  };

  /** Compares the rows that arrived of each time series with the period that the service says it has. */
  function* findShortfalls(
    known: readonly UsgsRecordInfo[],
    rows: readonly UsgsRow[],
  ): Generator<SourceSeries> {
    const bySite = Map.groupBy(rows, ({ site, code, statistic }) => `${site} ${code} ${statistic}`);
    // A service may list a time series twice.
    const nameOf = ({ site, code, statistic, id }: UsgsRecordInfo) => `${site} ${code} ${statistic} ${id}`;
    const infos = new Map(known.filter(isDaily).map((info) => [nameOf(info), info]));
    for (const info of infos.values()) {
      const { site, code, statistic, id } = info;
      const target = targetOf(site, code);
      const arrived = (bySite.get(`${site} ${code} ${statistic}`) ?? [])
        .filter(({ seriesId = id }) => seriesId === id)
        .flatMap((row) => dayOf(row) ?? []);
      const message = target && describeShortfall(info, arrived, context);
      if (message !== undefined) yield { kind: 'incomplete', name: `${site} ${code}`, target, message };
    }
  }

  /** Fetches the elevation and HUC10 of sites for which the basin file leaves them out. */
  async function fetchDetails(sites: readonly string[]): Promise<SourceSeries[]> {
    const wanted = new Set(sites);
    const bySite = new Map<string, BasinSite>(
      targets.all
        .filter(({ key, target: { site } }) => wanted.has(key) && isIncomplete(site))
        .map(({ key, target }) => [key, target.site]),
    );
    const found = (await fetchMonitoringLocations(fetchItems, [...bySite.keys()])) ?? [];
    return found.flatMap(({ key, ...rest }: UsgsSite): SourceSeries[] => {
      const site = bySite.get(key);
      return site ? [{ kind: 'place', name: key, site, ...rest }] : [];
    });
  }
}

const isIncomplete = ({ elevation_ft, huc10 }: BasinSite) =>
  elevation_ft === undefined || huc10 === undefined;

/** Describes how many requests an import takes and how long, and that a key shortens it. */
function describePlan(
  plans: readonly BatchPlan[],
  sites: number,
  { rateLimit, tools: { environment } }: FetchContext,
): string {
  const requests = plans.reduce((sum, plan) => sum + plan.requests, 0);
  const limit = rateLimit.limit();
  const left = rateLimit.remaining();
  const duration = describeDuration(estimateDurationMs(requests, limit, left));
  const limited =
    limit === undefined ? '' : ` USGS permits ${limit} requests an hour, ${left ?? limit} are left.`;
  const hint = environment.USGS_API_KEY
    ? ''
    : ` A free key (USGS_API_KEY, from ${signUpAddress}) makes a first import about 20 times faster.`;
  return `USGS: about ${requests} requests for ${sites} sites, about ${duration} in all.${limited}${hint}`;
}

/** Rows of a batch: a few pages of 50,000, which fit into memory and are nearly all full. */
const rowsPerBatch = 200_000;
/** More field measurements than most wells have. */
const fieldRowsPerSite = 300;

type SitePlan = { readonly site: string; readonly hasFieldMeasurements: boolean };
type BatchPlan = { readonly sites: readonly string[]; readonly requests: number };

type PlannedDays = { readonly first: DayNumber; readonly last: DayNumber; readonly pageSize: number };

/**
 * Groups sites by the known length of their records, so that each batch is a few full pages. Sites with field
 * measurements come last, so that few batches request those.
 */
function planBatches(
  sites: readonly SitePlan[],
  records: readonly UsgsRecordInfo[],
  { first, last, pageSize }: PlannedDays,
): BatchPlan[] {
  const bySite = Map.groupBy(records.filter(isDaily), ({ site }) => site);
  const dailyRows = (site: string) =>
    (bySite.get(site) ?? []).reduce((sum, record) => sum + daysWithin(record, first, last), 0);
  const inOrder = [...sites].sort(
    (one, other) => Number(one.hasFieldMeasurements) - Number(other.hasFieldMeasurements),
  );
  const batches: { sites: string[]; daily: number; field: number }[] = [];
  for (const { site, hasFieldMeasurements } of inOrder) {
    const daily = dailyRows(site);
    const field = hasFieldMeasurements ? fieldRowsPerSite : 0;
    const current = batches.at(-1);
    if (current && current.daily + current.field + daily + field <= rowsPerBatch) {
      current.sites.push(site);
      current.daily += daily;
      current.field += field;
    } else {
      batches.push({ sites: [site], daily, field });
    }
  }
  return batches.map(({ sites: planned, daily, field }) => ({
    sites: planned,
    requests: Math.ceil(daily / pageSize) + Math.ceil(field / pageSize),
  }));
}

function daysWithin(record: UsgsRecordInfo, first: DayNumber, last: DayNumber): number {
  if (daysOf(record) === undefined) return last - first + 1;
  const [begin, end] = [record.begin ?? first, record.end ?? last];
  return Math.max(0, Math.min(end, last) - Math.max(begin, first) + 1);
}

/**
 * Reads a saved response into `onRow`: GeoJSON or CSV of the Water Data API, or JSON or RDB of the legacy service. The
 * file may have any size. Rows that do not name their site belong to `site`. Returns whether the response is a page that
 * links to another one.
 * @throws SourceRefused
 */
async function readSavedRows(
  file: SourceText,
  site: string | undefined,
  onRow: (row: UsgsRow) => void,
): Promise<boolean> {
  const head = file.head.replace(/^\uFEFF/, '').trimStart();
  if (/^[{[]/.test(head)) return await readJson(file, site, onRow);
  if (isCsv(head)) await readObservationsCsv(file, site, onRow);
  else {
    const reader = createRdbReader(onRow);
    for await (const line of linesOf(file.chunks())) reader.readLine(line);
    reader.end();
  }
  return false;
}

/**
 * Reads features of the Water Data API, or time series of the legacy service. Returns whether there is a next page.
 * @throws SourceRefused
 */
async function readJson(
  file: SourceText,
  site: string | undefined,
  onRow: (row: UsgsRow) => void,
): Promise<boolean> {
  const name = /"(?:queryInfo|timeSeries)"/.test(file.head) ? legacyService : service;
  let links = 0;
  let hasNext = false;
  const count = await readJsonElements(
    file,
    { paths: ['$.features.*', '$.value.timeSeries.*', '$.links.*'], service: name },
    ({ value, at, array }) => {
      if (array === 'links') {
        links += 1;
        hasNext ||= z.safeParse(NextLink, value).success;
      } else if (array === 'features') onRow(parseFeature(value, at, site));
      else for (const row of parseNwisSeries(value, at)) onRow(row);
    },
  );
  if (count > links) return hasNext;
  // Checks that the array is there and empty.
  const text = await file.text();
  const isLegacy = /"timeSeries"\s*:/.test(text);
  for (const row of isLegacy ? parseNwisJson(text) : parseValuesPage(text, site).items) onRow(row);
  return hasNext;
}

const NextLink = z.object({ rel: z.literal('next') });

function isCsv(start: string): boolean {
  const [header = ''] = start.split(/\r\n?|\n/);
  return !header.startsWith('#') && !header.startsWith('<') && !header.includes('\t') && header.includes(',');
}

/** The columns without which a row is no daily value. */
const requiredColumns = ['time', 'value'];

/** Reads the Water Data API's CSV of `daily` or `field-measurements`. @throws SourceRefused */
async function readObservationsCsv(
  file: SourceText,
  site: string | undefined,
  onRow: (row: UsgsRow) => void,
): Promise<void> {
  let columns: ReadonlyMap<string, number> | undefined;
  await readCsvChunks(file.chunks(), (row) => {
    if (columns) {
      const observation = toObservation(row, columns, site);
      requireNames(observation);
      onRow(observation);
    } else columns = readHeader(row);
  });
}

function readHeader({ record, line }: CsvRow): ReadonlyMap<string, number> {
  const columns = new Map(record.map((name, at) => [name.trim().toLowerCase(), at]));
  const absent = requiredColumns.find((name) => !columns.has(name));
  if (absent !== undefined) {
    throw new SourceRefused(
      `Line ${line}: there is no column "${absent}" in "${record.join(',').slice(0, 120)}". Save the collection daily or field-measurements of the Water Data API as CSV (f=csv).`,
    );
  }
  return columns;
}

function toObservation(
  { record, line, isCut }: CsvRow,
  columns: ReadonlyMap<string, number>,
  site: string | undefined,
): UsgsRow {
  if (record.length !== columns.size) {
    throw new SourceRefused(`Line ${line}: ${record.length} cells instead of ${columns.size}.`);
  }
  if (isCut && columns.get('value') === columns.size - 1) {
    throw new SourceRefused(
      `Line ${line} is the last one and has no line break: its value may be cut off. Save the file again.`,
    );
  }
  const cell = (name: string) => record[columns.get(name) ?? -1]?.trim() ?? '';
  // The column `id` is the site's in some collections, and the row's own in others.
  const id = /^[A-Z][A-Z\d]*-\d+$/.test(cell('id')) ? cell('id') : '';
  return toRow(
    {
      monitoring_location_id: cell('monitoring_location_id') || id,
      parameter_code: cell('parameter_code'),
      statistic_id: cell('statistic_id'),
      time_series_id: cell('time_series_id'),
      time: cell('time'),
      value: cell('value'),
      unit_of_measure: cell('unit_of_measure'),
      vertical_datum: cell('vertical_datum'),
      approval_status: cell('approval_status'),
      // An array is written as ['ICE', 'ESTIMATED'].
      qualifiers: [cell('qualifier').replace(/[[\]'"]/g, '')],
    },
    line,
    site,
  );
}
