import type { FastifyInstance } from 'fastify';
import { readLocation } from '#contract/ogc.ts';
import { parseDayInterval } from '#lib/day-interval.ts';
import { csvType } from '../../http/csv-file.ts';
import { createDownloadSlots } from '../../http/download-slots.ts';
import { isNotModified, versionTag } from '../../http/etag.ts';
import { badInput, HttpProblem, unauthorized } from '../../http/problems.ts';
import { readDataVersion } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';
import { StreamedBody, unchangedBody } from '../../http/streamed-body.ts';
import { readDailyHeads } from '../time-series/daily-data.ts';
import {
  checkRowCount,
  type Download,
  dailyCsv,
  maxRows,
  readDownload,
} from '../time-series/daily-download.ts';
import { canReadValues } from './can-read-values.ts';
import { parametersOf } from './collections.ts';
import { chooseFormat, csvFormat, formatsOf } from './formats.ts';
import { checkParameterNames, findParameterDataset } from './parameter-names.ts';
import { countDays, toPointSeriesColumns, writePointSeries } from './point-series.ts';
import { findItem, type OgcServices } from './services.ts';

/** The first and the last day that both the database and ISO 8601 know. */
const always = { first: '0001-01-01', last: '9999-12-31' };

export function registerLocationRoutes(app: FastifyInstance, services: OgcServices) {
  const { from, addresses, openProviders, readDatasets } = services;
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
      const { parameter, id } = dataset;
      if (format === csvFormat && !names.includes(id)) {
        throw badInput(
          'query.parameter-name',
          `CSV has the values of ${id}, with their quality beside them.`,
        );
      }
      if (!site || !canReadValues(openProviders, caller, site.data_provider)) throw unauthorized('none');
      const etag = versionTag(version, `${format.type} ${request.url}`);
      if (isNotModified(request, etag)) return unchangedBody(etag, () => {});

      const days = query.datetime === undefined ? {} : parseDayInterval(query.datetime);
      const wanted = {
        parameter: parameter.parameter_ndx,
        locations: [site.loc_ndx],
        start: days?.first ?? always.first,
        end: days?.last ?? always.last,
      };
      const release = slots.take(request);
      try {
        const heads = await readDailyHeads(from, wanted, { signal });
        checkRowCount(heads, 'csv');
        const download: Download = { from, query: wanted, heads };
        if (heads.sites.length === 0) {
          release();
          return undefined;
        }
        const common = { etag, onEnd: release };
        if (format === csvFormat) {
          const fileName = `${parameter.parameter_name} ${site.loc_id}.csv`;
          return new StreamedBody({
            ...common,
            type: csvType,
            fileName,
            chunks: (left) => dailyCsv(download, request.url, left),
          });
        }
        const { series } = await readDownload(download, signal);
        const record = series[0];
        if (!record) {
          release();
          return undefined;
        }
        checkDayCount(countDays(record));
        const columns = toPointSeriesColumns(record);
        const all = parametersOf(id, parameter, addresses, { isSynthetic: heads.sites[0]?.is_demonstration });
        return new StreamedBody({
          ...common,
          type: format.type,
          chunks: async function* () {
            yield* writePointSeries(columns, {
              position: [site.longitude_dd, site.latitude_dd],
              parameters: Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
            });
          },
        });
      } catch (error) {
        release();
        throw error;
      }
    },
    { variesByCaller: true, varyHeaders: ['Accept'] },
  );
}

function checkDayCount(count: number): void {
  if (count <= maxRows.records) return;
  throw new HttpProblem(
    413,
    `These are ${count} days, and CoverageJSON ends at ${maxRows.records}. Ask for a shorter datetime, or for f=CSV.`,
  );
}
