import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin, BasinSite } from '#contract/basin/basin.ts';
import { throwIfStopped } from '#domain/import-stopped.ts';
import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import type { StoreTransaction } from '#server/db/store.ts';
import { defaultAddress, elementOfParameter, elements } from '../agencies/nrcs.ts';
import { codesOf, parametersByCode } from '../agencies/usgs/codes.ts';
import { toLocationId, toSiteKey } from '../agencies/usgs/row.ts';
import { findOrAddLocation } from '../basin/locations.ts';
import { type SeriesTarget, type SourceTargets, targetsOf } from '../basin/targets.ts';
import { type LookupIds, writeLookupTables } from '../basin/write-lookup-tables.ts';
import { inBatchesOf, readInBatches } from '../engine/batches.ts';
import { watchPages } from '../engine/completeness.ts';
import { storeRealValues } from '../engine/first-import.ts';
import type { Import, ImportStore } from '../engine/import-series.ts';
import { eachUntilStopped } from '../engine/until-stopped.ts';
import { createRetryingFetch, type RetryingFetch, ServiceBlocked } from '../reading/http-retry.ts';
import {
  addSeriesReport,
  countByReason,
  emptySeriesReport,
  type IngestReport,
  type SeriesReport,
} from '../report.ts';
import { SourceRefused, type SourceRequest, type SourceTools } from '../source.ts';
import {
  mergeNormals,
  type NormalsPart,
  type OfficialRejection,
  type OfficialSite,
  parseForecasts,
  parseMedians,
  parseNormalsPage,
  type StationForecasts,
  volumeElement,
} from './parse-official.ts';

/** Imports official statistics and forecasts, one transaction per site, and adds their counts to `report`. */
export async function ingestOfficial(store: ImportStore, work: Import, report: IngestReport): Promise<void> {
  const { request, basin, tools, signal } = work;
  const places = await store.transaction((transaction) => writeLookupTables(transaction, basin));
  const context = { places, fetchedAt: tools.now().toISOString() };
  const write = <T>(hasAny: boolean, one: (transaction: StoreTransaction) => Promise<T>) =>
    hasAny ? storeRealValues(store, work, one) : store.transaction(one);
  for await (const each of eachUntilStopped(readOfficial(basin, request, tools), signal)) {
    throwIfStopped(signal);
    switch (each.kind) {
      case 'unknown':
        report.unknown_columns.push(each.name);
        break;
      case 'incomplete':
        report.incomplete.push({ name: each.name, message: each.message });
        break;
      case 'refused':
        report.failures.push({ name: each.name, message: each.message });
        break;
      case 'statistics': {
        const hasAny = each.sets.some(({ statistics }) => statistics.length > 0);
        const series = await write(hasAny, (transaction) => writeStatistics(transaction, context, each));
        for (const one of series) addSeriesReport(report, one);
        const count = series.reduce((sum, { written }) => sum + written, 0);
        tools.onProgress(`${each.name}: ${count} official statistics written`);
        break;
      }
      case 'forecasts': {
        const hasAny = each.forecasts.length > 0;
        const one = await write(hasAny, (transaction) => writeForecasts(transaction, context, each));
        addSeriesReport(report, one);
        tools.onProgress(`${each.name}: ${one.written} official forecasts written`);
      }
    }
  }
}

type WriteContext = {
  readonly places: LookupIds;
  /** An ISO 8601 instant. */
  readonly fetchedAt: string;
};

const Written = z.object({ written: z.int() });

/**
 * Writes the statistics of a site and returns a report for each of its series. Statistics that the agency no longer
 * publishes are removed, unless it sent none: those of two periods must not mix.
 */
async function writeStatistics(
  transaction: StoreTransaction,
  { places, fetchedAt }: WriteContext,
  { site, agency, sets }: Extract<OfficialSite, { kind: 'statistics' }>,
): Promise<SeriesReport[]> {
  const reports: SeriesReport[] = [];
  for (const set of sets) {
    const { name, parameter, period, statistics } = set;
    const report = (written: number) =>
      toReport(`${name} official statistics`, site, parameter, { ...set, rows: statistics, written });
    if (statistics.length === 0) {
      reports.push(report(0));
      continue;
    }
    const ndx = await findOrAddLocation(transaction, places, site);
    const [counts] = await transaction.query(
      sql`with sent as (
         select * from jsonb_to_recordset(${JSON.stringify(statistics)}::text::jsonb)
           as r(statistic text, month_day char(5), value float8, years smallint)),
       removed as (
         delete from official_statistic o
         where o.loc_ndx = ${ndx}::int and o.parameter_ndx = ${parameter}::smallint and o.agency = ${agency}::text
           and not exists (select from sent s where (s.statistic, s.month_day) = (o.statistic, o.month_day))),
       written as (
         insert into official_statistic as o
           (loc_ndx, parameter_ndx, agency, statistic, month_day, value, years, period, fetched_at)
         select ${ndx}::int, ${parameter}::smallint, ${agency}::text, statistic, month_day, value, years,
           ${period}::text, ${fetchedAt}::text::timestamptz
         from sent
         on conflict (loc_ndx, parameter_ndx, agency, statistic, month_day) do update
         set value = excluded.value, years = excluded.years, period = excluded.period, fetched_at = excluded.fetched_at
         where (o.value, o.years, o.period) is distinct from (excluded.value, excluded.years, excluded.period)
         returning 1)
       select (select count(*) from written)::int as written`,
      Written,
    );
    reports.push(report(counts?.written ?? 0));
  }
  return reports;
}

/** Writes the forecasts for a station. Earlier publications stay. */
async function writeForecasts(
  transaction: StoreTransaction,
  { places, fetchedAt }: WriteContext,
  { name, site, forecasts, missing, rejections }: Extract<OfficialSite, { kind: 'forecasts' }>,
): Promise<SeriesReport> {
  const report = (written: number) => {
    const counts = { rows: forecasts, written, missing, rejections, notes: [] };
    return toReport(`${name} official forecasts`, site, parameterNdx.streamflow, counts);
  };
  if (forecasts.length === 0) return report(0);
  const ndx = await findOrAddLocation(transaction, places, site);
  const [counts] = await transaction.query(
    sql`with sent as (
       select distinct on (station, publication_date, period_start, period_end, exceedance) *
       from jsonb_to_recordset(${JSON.stringify(forecasts)}::text::jsonb)
         as r(station text, point_name text, publication_date date, period_start char(5), period_end char(5),
           exceedance smallint, value_af float8, normal_af float8)),
     written as (
       insert into official_forecast as o (loc_ndx, station, point_name, publication_date, period_start, period_end,
         exceedance, value_af, normal_af, fetched_at)
       select ${ndx}::int, sent.*, ${fetchedAt}::text::timestamptz from sent
       on conflict (loc_ndx, station, publication_date, period_start, period_end, exceedance) do update
       set point_name = excluded.point_name, value_af = excluded.value_af, normal_af = excluded.normal_af,
         fetched_at = excluded.fetched_at
       where (o.point_name, o.value_af, o.normal_af)
         is distinct from (excluded.point_name, excluded.value_af, excluded.normal_af)
       returning 1)
     select (select count(*) from written)::int as written`,
    Written,
  );
  return report(counts?.written ?? 0);
}

type Counts = Pick<SeriesReport, 'written' | 'missing' | 'notes'> & {
  /** The usable ones. */
  readonly rows: readonly unknown[];
  readonly rejections: readonly OfficialRejection[];
};

function toReport(
  name: string,
  site: BasinSite,
  parameter: ParameterNdx,
  { rows, written, missing, rejections, notes }: Counts,
): SeriesReport {
  return {
    ...emptySeriesReport(name, site, parameter),
    read: rows.length + rejections.length,
    written,
    unchanged: rows.length - written,
    missing,
    rejected: countByReason(rejections),
    notes,
  };
}

const pauseMs = 500;
/** Larger requests to AWDB end in server errors. */
const stationsPerRequest = 10;
/** Statistics have 366 days; more sites are more pages, not fewer requests. */
const sitesPerRequest = 20;
const pointsPerRequest = 50;

/**
 * Fetches what NRCS and USGS publish about the basin's sites: medians and percentiles of the days of the year, median
 * peaks, and volume forecasts. With `since`, only forecasts published from that day on, because statistics have none.
 */
async function* readOfficial(
  basin: Basin,
  { sites, since }: SourceRequest,
  tools: SourceTools,
): AsyncGenerator<OfficialSite> {
  const nrcsTargets = targetsOf(basin, 'nrcs');
  const usgsTargets = targetsOf(basin, 'usgs');
  const allTriplets = [...new Set(nrcsTargets.all.map(({ key }) => key))];
  const allGages = [...new Set(usgsTargets.all.map(({ key }) => key))];
  const names = sites?.map((name) => toSiteKey(name).toUpperCase());
  const isTriplet = (name: string, key: string) => key.toUpperCase() === name || key.split(':')[0] === name;
  const triplets = names
    ? allTriplets.filter((key) => names.some((name) => isTriplet(name, key)))
    : allTriplets;
  const gages = names ? allGages.filter((key) => names.includes(key.toUpperCase())) : allGages;
  for (const name of names ?? []) {
    const isKnown = gages.includes(name) || triplets.some((key) => isTriplet(name, key));
    if (!isKnown) yield { kind: 'unknown', name: sites?.[names?.indexOf(name) ?? 0] ?? name };
  }

  const awdb = { fetchWithRetry: createRetryingFetch(tools, { pauseMs }), tools };
  const apiKey = tools.environment.USGS_API_KEY;
  const usgs = {
    fetchWithRetry: createRetryingFetch(tools, { pauseMs, headers: apiKey ? { 'x-api-key': apiKey } : {} }),
    tools,
  };
  if (since === undefined) {
    yield* readUnlessBlocked('NRCS medians', tools, inBatchesOf(triplets, stationsPerRequest), (batch) =>
      fetchMedians(batch, { ...awdb, targets: nrcsTargets }),
    );
    yield* readUnlessBlocked('USGS statistics', tools, inBatchesOf(gages, sitesPerRequest), (batch) =>
      fetchNormals(batch, { ...usgs, targets: usgsTargets }),
    );
  }
  const siteOf = (key: string) =>
    [...nrcsTargets.all, ...usgsTargets.all].find((each) => each.key === key)?.target.site;
  yield* readUnlessBlocked(
    'NRCS forecasts',
    tools,
    inBatchesOf([...gages, ...triplets.filter(isForecastPoint)], pointsPerRequest),
    (batch) => fetchForecasts(batch, siteOf, since, awdb),
  );
}

/** SNOTEL stations have no river to forecast. */
const isForecastPoint = (triplet: string) => !triplet.toUpperCase().endsWith(':SNTL');

async function* readUnlessBlocked(
  title: string,
  tools: SourceTools,
  batches: readonly (readonly string[])[],
  read: (batch: readonly string[]) => Promise<readonly OfficialSite[]>,
): AsyncGenerator<OfficialSite> {
  tools.onProgress(`Fetching ${title}`);
  try {
    yield* readInBatches({ batches, read }, tools);
  } catch (error) {
    if (!(error instanceof ServiceBlocked)) throw error;
    yield { kind: 'refused', name: title, message: error.message };
  }
}

const usgsAddress = 'https://api.waterdata.usgs.gov/statistics/v0';
/** More pages than any batch has. */
const maxPages = 200;
const normalsPerPage = 1000;

type OfficialContext = {
  readonly targets: SourceTargets;
  readonly fetchWithRetry: RetryingFetch;
  readonly tools: SourceTools;
};

function targetsByKey({ all }: SourceTargets, keys: readonly string[]): ReadonlyMap<string, SeriesTarget[]> {
  const wanted = new Set(keys);
  return Map.groupBy(
    all.filter(({ key }) => wanted.has(key)),
    ({ key }) => key,
  );
}

/** Fetches the official medians and median peaks of NRCS stations. @throws SourceRefused */
async function fetchMedians(
  triplets: readonly string[],
  { targets, fetchWithRetry, tools: { environment, now } }: OfficialContext,
): Promise<OfficialSite[]> {
  const wanted = targetsByKey(targets, triplets);
  const codes = [...wanted.values()].flat().flatMap(({ parameter }) => elementOfParameter(parameter) ?? []);
  const url = new URL(environment.NRCS_URL || defaultAddress);
  url.search = new URLSearchParams({
    stationTriplets: triplets.join(','),
    elements: [...new Set(codes)].join(','),
    duration: 'DAILY',
    ...lastLeapYears(todayInBasin(now())),
    centralTendencyType: 'MEDIAN',
  }).toString();
  const targetOf = (triplet: string, element: string) => {
    const known = elements[element];
    return known && targets.targetOf(triplet, known.ndx);
  };
  const stations = await fetchWithRetry(url.href, (text) => parseMedians(text, targetOf));
  const answered = new Map(stations.map((station) => [station.triplet, station]));
  return [
    ...[...wanted].flatMap(([key, [first]]): OfficialSite[] => {
      if (!first) return [];
      const { sets = [], refused = [] } = answered.get(key) ?? {};
      return [
        { kind: 'statistics', name: key, agency: 'nrcs', site: first.target.site, sets },
        ...refused.map((each) => ({ kind: 'refused', ...each }) as const),
      ];
    }),
    ...[...answered.keys()]
      .filter((triplet) => !wanted.has(triplet))
      .map((name) => ({ kind: 'unknown', name }) as const),
  ];
}

/**
 * A median comes with the value of a day, so days are requested that have passed: the two years up to the end of the
 * last leap year, which has February 29.
 */
function lastLeapYears(today: string): { readonly beginDate: string; readonly endDate: string } {
  const year = Number(today.slice(0, 4)) - 1;
  const leapYear = year - (((year % 4) + 4) % 4);
  return { beginDate: `${leapYear - 1}-01-01`, endDate: `${leapYear}-12-31` };
}

/** Fetches every page of the day-of-year statistics of USGS sites. @throws SourceRefused */
async function fetchNormals(
  sites: readonly string[],
  { targets, fetchWithRetry, tools: { environment } }: OfficialContext,
): Promise<OfficialSite[]> {
  const wanted = targetsByKey(targets, sites);
  const codes = codesOf([...wanted.values()].flat().map(({ parameter }) => parameter));
  const url = new URL(`${environment.USGS_STATISTICS_URL || usgsAddress}/observationNormals`);
  for (const site of sites) url.searchParams.append('monitoring_location_id', toLocationId(site));
  for (const code of codes) url.searchParams.append('parameter_code', code);
  // The 50th percentile is the median: asking for both would double the pages.
  url.searchParams.set('computation_type', 'percentile');
  url.searchParams.set('normal_type', 'DOY');
  url.searchParams.set('start_date', '01-01');
  url.searchParams.set('end_date', '12-31');
  url.searchParams.set('page_size', String(normalsPerPage));

  const parts: NormalsPart[] = [];
  const faultOf = watchPages();
  let fault: string | undefined;
  for (let page = 0, next: string | undefined = ''; next !== undefined; page += 1) {
    if (page === maxPages) throw new SourceRefused(`There are more than ${maxPages} pages.`);
    if (next !== '') url.searchParams.set('next_token', next);
    const answer: ReturnType<typeof parseNormalsPage> = await fetchWithRetry(url.href, parseNormalsPage);
    fault = faultOf(answer.parts);
    if (fault !== undefined) break;
    parts.push(...answer.parts);
    next = answer.next;
  }
  const message = `The pages of the statistics lead nowhere: ${fault}. What was to follow did not arrive.`;
  const broken: OfficialSite[] = fault === undefined ? [] : [{ kind: 'incomplete', name: 'USGS', message }];
  const found = [...wanted].flatMap(([key, [first]]): OfficialSite[] => {
    if (!first) return [];
    const bySeries = Map.groupBy(
      parts.filter(({ site }) => site === key),
      ({ code }) => code,
    );
    const merged = [...bySeries].flatMap(([code, some]) => {
      const target = targets.targetOf(key, ...(parametersByCode[code] ?? []));
      const set = target && mergeNormals(some, target);
      return set === undefined ? [] : [{ name: `${key} ${code}`, set }];
    });
    const sets = merged.flatMap(({ set }) => (typeof set === 'string' ? [] : [set]));
    return [
      { kind: 'statistics', name: key, agency: 'usgs', site: first.target.site, sets },
      ...merged.flatMap(({ name, set }): OfficialSite[] =>
        typeof set === 'string' ? [{ kind: 'refused', name, message: set }] : [],
      ),
    ];
  });
  return [...found, ...broken];
}

/**
 * Fetches the volume forecasts for forecast points, by USGS site numbers and AWDB triplets, that were published since a
 * day, or since the beginning of last year.
 * @throws SourceRefused
 */
async function fetchForecasts(
  keys: readonly string[],
  siteOf: (key: string) => SeriesTarget['target']['site'] | undefined,
  since: string | undefined,
  { fetchWithRetry, tools: { environment, now } }: Omit<OfficialContext, 'targets'>,
): Promise<OfficialSite[]> {
  const today = todayInBasin(now());
  const url = new URL('forecasts', environment.NRCS_URL || defaultAddress);
  url.search = new URLSearchParams({
    // The state of a gage is not in its number.
    stationTriplets: keys.map((key) => (key.includes(':') ? key : `${key}:*:USGS`)).join(','),
    elementCodes: volumeElement,
    beginPublicationDate: since ?? `${Number(today.slice(0, 4)) - 1}-01-01`,
    endPublicationDate: today,
  }).toString();
  const stations: StationForecasts[] = await fetchWithRetry(url.href, parseForecasts);
  return stations.flatMap(({ triplet, ...rest }): OfficialSite[] => {
    const site = siteOf(triplet) ?? siteOf(triplet.split(':')[0] ?? '');
    return [site ? { kind: 'forecasts', name: triplet, site, ...rest } : { kind: 'unknown', name: triplet }];
  });
}
