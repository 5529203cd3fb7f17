import type { FastifyInstance } from 'fastify';
import { readLocation } from '#contract/ogc.ts';
import { parseDayInterval } from '#lib/day-interval.ts';
import { csvType } from '../../http/csv-file.ts';
import { createDownloadSlots } from '../../http/download-slots.ts';
import { isNotModified, versionTag } from '../../http/etag.ts';
import { badInput, HttpProblem, unauthorized } from '../../http/problems.ts';
import { readDataVersion } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { StreamedBody, type StreamedBodyOptions, unchangedBody } from '../../http/streamed-body.ts';
import { readDailyHeads } from '../time-series/daily-data.ts';
import {
  checkRowCount,
  type Download,
  dailyCsv,
  maxRows,
  readDownload,
} from '../time-series/daily-download.ts';
import type { DailyQuery } from '../time-series/queries.ts';
import { parametersOf } from './collections.ts';
import { chooseFormat, csvFormat, type Format, formatsOf } from './formats.ts';
import { checkParameterNames, findParameterDataset } from './parameter-names.ts';
import { countDays, toPointSeriesColumns, writePointSeries } from './point-series.ts';
import type { ParameterRow, SiteRow } from './queries.ts';
import { findItem, type OgcServices } from './services.ts';

/** The first and the last day that both the database and ISO 8601 know. */
const always = { first: '0001-01-01', last: '9999-12-31' };

export function registerLocationRoutes(app: FastifyInstance, services: OgcServices) {
  const { from, valueAccess, readDatasets } = services;
  const slots = createDownloadSlots();
  registerEndpoint(
    app,
    readLocation,
    async ({ params, query, caller, signal }, request) => {
      const format = chooseFormat(formatsOf(readLocation), { f: query.f, accept: request.headers.accept });
      const version = await readDataVersion(from);
      const dataset = findParameterDataset(await readDatasets(), params.collectionId);
      const { site } = findItem(dataset, params.locationId);
      const names = checkParameterNames(dataset, query['parameter-name']);
      if (format === csvFormat && !names.includes(dataset.id)) {
        throw badInput(
          'query.parameter-name',
          `CSV has the values of ${dataset.id}, with their quality beside them.`,
        );
      }
      if (!site) throw unauthorized('none');
      await valueAccess.requireReadable(caller, [site.loc_ndx]);
      const etag = versionTag(version, `${format.type} ${request.url}`);
      if (isNotModified(request, etag)) return unchangedBody(etag, () => {});

      const days = query.datetime === undefined ? {} : parseDayInterval(query.datetime);
      const wanted = {
        parameter: dataset.parameter.parameter_ndx,
        locations: [site.loc_ndx],
        start: days?.first ?? always.first,
        end: days?.last ?? always.last,
      };
      const release = slots.take(request);
      const body = await readBodyOf(
        services,
        { ...dataset, site, names, format, url: request.url },
        wanted,
        signal,
      ).catch((error: unknown) => {
        release();
        throw error;
      });
      if (body) return new StreamedBody({ ...body, etag, onEnd: release });
      release();
      return undefined;
    },
    { variesByCaller: true, varyHeaders: ['Accept'] },
  );
}

type Wanted = {
  readonly id: string;
  readonly parameter: ParameterRow;
  readonly site: SiteRow;
  /** The parameters that were asked for. */
  readonly names: readonly string[];
  readonly format: Format;
  readonly url: string;
};

type Body = Pick<StreamedBodyOptions, 'type' | 'fileName' | 'chunks'>;

/** Creates what reads the values of a site; undefined if there are none. @throws HttpProblem 413 */
async function readBodyOf(
  { from, addresses }: OgcServices,
  { id, parameter, site, names, format, url }: Wanted,
  query: DailyQuery,
  signal: AbortSignal,
): Promise<Body | undefined> {
  const heads = await readDailyHeads(from, query, { signal });
  const [head] = heads.sites;
  if (!head) return undefined;
  const download: Download = { from, query, heads };
  if (format === csvFormat) {
    checkRowCount(heads, 'csv');
    const fileName = `${parameter.parameter_name} ${site.loc_id}.csv`;
    return { type: csvType, fileName, chunks: (left) => dailyCsv(download, url, left) };
  }
  const [record] = (await readDownload(download, signal)).series;
  if (!record) return undefined;
  checkDayCount(countDays(record));
  const columns = toPointSeriesColumns(record);
  const all = parametersOf(id, parameter, addresses, { isSynthetic: head.is_demonstration });
  const parameters = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const position = [site.longitude_dd, site.latitude_dd] as const;
  return {
    type: format.type,
    chunks: async function* () {
      yield* writePointSeries(columns, { position, parameters });
    },
  };
}

function checkDayCount(count: number): void {
  if (count <= maxRows.records) return;
  throw new HttpProblem(
    413,
    `These are ${count} days, and CoverageJSON ends at ${maxRows.records}. Ask for a shorter datetime, or for f=CSV.`,
  );
}
