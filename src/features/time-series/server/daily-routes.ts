import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import {
  type DayClasses,
  type Revisions,
  readDailyData,
  readDayClasses as readDayClassesEndpoint,
  readRevisions as readRevisionsEndpoint,
} from '#contract/daily-data.ts';
import type { RequestOf } from '#contract/endpoint.ts';
import { listSeriesLocations } from '#contract/time-series.ts';
import { dayOrderOf } from '#domain/season/season.ts';
import { normalClassOf } from '#domain/statistics/percentile-class.ts';
import { maxLocationsPerAxis } from '#domain/time-series/site-comparison.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import type { Caller } from '#server/access/access-control.ts';
import { type Queryable, withSignal } from '#server/db/queryable.ts';
import { readRecord, readRevisions } from '#server/db/records.ts';
import { readStatistics } from '#server/db/statistic-day.ts';
import type { FeatureServices } from '#server/feature-services.ts';
import { acceptsEncoding } from '#server/http/cached-body.ts';
import { isKnownTag, versionTag } from '#server/http/etag.ts';
import { joinAsGzip, joinAsText } from '#server/http/gzip-parts.ts';
import { badInput, recordNotFound } from '#server/http/problems.ts';
import { readDataVersion } from '#server/http/query-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { StreamedBody, unchangedBody } from '#server/http/streamed-body.ts';
import { csvType } from '#server/http/text-files.ts';
import { seriesLocationsQuery } from '#server/site-lists.ts';
import { readDailyHeads, readDailyParameter } from './daily-data.ts';
import {
  type AskedFile,
  checkRowCount,
  type Download,
  dailyColumns,
  dailyCsv,
  dailyRecords,
} from './daily-download.ts';
import type { DailyQuery } from './daily-queries.ts';

export function registerDailyRoutes(
  app: FastifyInstance,
  { reads, valueAccess, slots }: Pick<FeatureServices, 'reads' | 'valueAccess' | 'slots'>,
) {
  const { cacheListByCaller } = valueAccess;
  async function toDailyQuery(
    { parameter, locations: list, start, end }: RequestOf<typeof readDailyData>['params'],
    asOf: string | undefined,
    caller: Caller | undefined,
  ): Promise<DailyQuery> {
    const locations = [...new Set(list.split(',').map(Number))];
    if (locations.length > maxLocationsPerAxis) {
      throw badInput('locations', `At most ${maxLocationsPerAxis} locations; these are ${locations.length}.`);
    }
    if (start > end) throw badInput('start', `The start, ${start}, is after the end, ${end}.`);
    await valueAccess.requireReadable(caller, locations);
    return { parameter: Number(parameter), locations, start, end, asOf };
  }

  registerEndpoint(app, listSeriesLocations, cacheListByCaller(seriesLocationsQuery));

  registerEndpoint(app, readDailyData, async ({ params, query, signal, caller }, request) => {
    const wanted = await toDailyQuery(params, query.as_of, caller);
    const format = query.format ?? (prefersCsv(request) ? 'csv' : 'records');
    const version = await readDataVersion(reads);
    const etag = versionTag(version, `${format} ${request.url}`);
    if (isKnownTag(request, etag)) return unchangedBody(etag);
    if (format === 'columns') {
      const asked = { from: reads, query: wanted, version };
      const columns = { ...asked, parameter: await readDailyParameter(reads, wanted.parameter) };
      const encoding = acceptsEncoding(request.headers['accept-encoding'], 'gzip') ? 'gzip' : undefined;
      const join = encoding ? joinAsGzip : joinAsText;
      return new StreamedBody({
        type: jsonType,
        etag,
        encoding,
        chunks: (left) => join(dailyColumns(columns, left)),
      });
    }
    return slots.start(signal, async (release) => {
      const heads = await readDailyHeads(reads, wanted, { signal });
      checkRowCount(heads, format);
      const body = downloadBody({ from: reads, query: wanted, heads }, format, request);
      return new StreamedBody({ ...body, etag, onEnd: release });
    });
  });

  registerEndpoint(app, readDayClassesEndpoint, async ({ params, query, signal, caller }) =>
    readDayClasses(withSignal(reads, signal), await toDailyQuery(params, query.as_of, caller)),
  );

  registerEndpoint(app, readRevisionsEndpoint, async ({ params, query: { since }, signal, caller }) => {
    const location = Number(params.location);
    await valueAccess.requireReadable(caller, [location]);
    return readRevisionsOf(withSignal(reads, signal), {
      location,
      parameter: Number(params.parameter),
      since,
    });
  });
}

/** Whether the client accepts CSV and not JSON. */
function prefersCsv({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /\btext\/csv\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);
}

const jsonType = 'application/json; charset=utf-8';

function downloadBody(download: Download, format: 'csv' | 'records', request: AskedFile) {
  if (format === 'records') {
    return { type: jsonType, chunks: (signal: AbortSignal) => dailyRecords(download, signal) };
  }
  return {
    type: csvType,
    fileName: `${download.heads.parameter.parameter_name} daily.csv`,
    chunks: (signal: AbortSignal) => dailyCsv(download, request, signal),
  };
}

const maxRevisions = 10_000;

type RevisionQuery = {
  readonly location: number;
  readonly parameter: number;
  /** The first day, `YYYY-MM-DD`. */
  readonly since: string | undefined;
};

/** Reads what imports changed in a series. @throws HttpProblem 404 if the series does not exist or is not shown */
async function readRevisionsOf(from: Queryable, query: RevisionQuery): Promise<z.output<typeof Revisions>> {
  const found = await from.query(
    sql`select from location_parameter lp join location l using (loc_ndx)
      where lp.loc_ndx = ${query.location}::int and lp.parameter_ndx = ${query.parameter}::int and l.is_shown`,
  );
  if (found.length === 0) throw recordNotFound();
  const revisions = await readRevisions(
    from,
    { loc_ndx: query.location, parameter_ndx: query.parameter },
    { since: query.since, limit: maxRevisions + 1 },
  );
  return {
    revisions: revisions.slice(0, maxRevisions),
    is_complete: revisions.length <= maxRevisions,
  };
}

/**
 * Sorts the values of a query into the classes of their dates. One site is read after the other, so that others get their
 * turn at the embedded database.
 * @throws HttpProblem 404 for an unknown parameter
 */
async function readDayClasses(
  from: Queryable,
  { parameter, locations, start, end, asOf }: DailyQuery,
): Promise<DayClasses[]> {
  await readDailyParameter(from, parameter);
  const isReversed = parameter === parameterNdx.depthToWater;
  const found: DayClasses[] = [];
  for (const location of locations) {
    const key = { loc_ndx: location, parameter_ndx: parameter };
    const { days, values } = await readRecord(from, key, [[dayNumber(start), dayNumber(end)]], { asOf });
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) continue;
    const { statistics } = await readStatistics(from, key, 'water', 'value');
    const byOrder = new Map(statistics.map((each) => [each.order, each.percentiles]));
    const classes = new Array<string>(last - first + 1).fill('-');
    for (const [at, day] of days.entries()) {
      const percentiles = byOrder.get(dayOrderOf(day, 'water'));
      const name = percentiles && normalClassOf(values[at] ?? 0, percentiles, isReversed);
      if (name !== undefined) classes[day - first] = String(name);
    }
    found.push({ loc_ndx: location, start: formatDay(first), classes: classes.join('') });
  }
  return found;
}
