import type { FastifyInstance } from 'fastify';
import { delivererOf } from '#domain/deliverer.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { isKnownTag, versionTag } from '#server/http/etag.ts';
import { badInput, HttpProblem, unauthorized } from '#server/http/problems.ts';
import { readDataVersion } from '#server/http/query-cache.ts';
import { StreamedBody, type StreamedBodyOptions, unchangedBody } from '#server/http/streamed-body.ts';
import { csvType } from '#server/http/text-files.ts';
import { maxRows } from '#server/limits/download-limits.ts';
import { spend, weights } from '#server/limits/request-budget.ts';
import {
  type AskedFile,
  checkRowCount,
  type DailyHeads,
  type DailyQuery,
  type DailyRows,
  type Download,
  dailyCsv,
  readDailyHeads,
  readDownload,
} from '../../time-series/server/index.ts';
import { crs84, type OgcParameter, readLocation } from '../contract.ts';
import { parseDayInterval } from '../rules/day-interval.ts';
import { parametersOf, qualityCodes } from './collections.ts';
import { qualityName } from './datasets.ts';
import { csvFormat, type Format } from './formats.ts';
import type { OgcSiteRow, ParameterRow } from './queries.ts';
import {
  checkParameterNames,
  findItem,
  findParameterDataset,
  type OgcServices,
  registerOgcEndpoint,
} from './services.ts';

/** The first and the last day that both the database and ISO 8601 know. */
const always = { first: '0001-01-01', last: '9999-12-31' };

export function registerLocationRoutes(app: FastifyInstance, services: OgcServices) {
  const { from, valueAccess, slots, readDatasets } = services;
  registerOgcEndpoint(app, readLocation, async ({ params, query, caller, signal }, { format, request }) => {
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
    if (isKnownTag(request, etag)) return unchangedBody(etag);

    const days = query.datetime === undefined ? {} : parseDayInterval(query.datetime);
    const wanted = {
      parameter: dataset.parameter.parameter_ndx,
      locations: [site.loc_ndx],
      start: days?.first ?? always.first,
      end: days?.last ?? always.last,
    };
    return slots.start(signal, async (release) => {
      const what = { ...dataset, site, names, format, request };
      const body = await readBodyOf(services, what, wanted, signal);
      if (body) return new StreamedBody({ ...body, etag, onEnd: release });
      release();
      return undefined;
    });
  });
}

type Wanted = {
  readonly id: string;
  readonly parameter: ParameterRow;
  readonly site: OgcSiteRow;
  /** The parameters that were asked for. */
  readonly names: readonly string[];
  readonly format: Format;
  readonly request: AskedFile;
};

type Body = Pick<StreamedBodyOptions, 'type' | 'fileName' | 'chunks'>;

/** Creates what reads the values of a site; undefined if there are none. @throws HttpProblem 413 */
async function readBodyOf(
  { from, addresses }: OgcServices,
  { id, parameter, site, names, format, request }: Wanted,
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
    return { type: csvType, fileName, chunks: (left) => dailyCsv(download, request, left) };
  }
  spend(weights.rows(head.count));
  const [record] = (await readDownload(download, signal)).series;
  if (!record) return undefined;
  checkDayCount(countDays(record));
  const columns = toPointSeriesColumns(record);
  const all = parametersOf(id, parameter, addresses, describeDeliverers(head));
  const parameters = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const position = [site.longitude_dd, site.latitude_dd] as const;
  return {
    type: format.type,
    chunks: async function* () {
      yield* writePointSeries(columns, { position, parameters });
    },
  };
}

/** `Source: USBR HydroMet.` */
function describeDeliverers({ data_provider_name: provider, source }: DailyHeads['sites'][number]): string {
  return `Source: ${delivererOf({ provider, source })}.`;
}

function checkDayCount(count: number): void {
  if (count <= maxRows.records) return;
  throw new HttpProblem(
    413,
    `These are ${count} days, and CoverageJSON ends at ${maxRows.records}. Ask for a shorter datetime, or for f=CSV.`,
  );
}

const referencing = [
  { coordinates: ['x', 'y'], system: { type: 'GeographicCRS', id: crs84 } },
  { coordinates: ['t'], system: { type: 'TemporalRS', calendar: 'Gregorian' } },
];

type PointSeriesColumns = {
  readonly start: string;
  /** For every day from `start` on, JSON: a number, or null for a missing or a flagged value. */
  readonly values: readonly string[];
  /** For every day the code of its quality, or null for a missing value. */
  readonly quality: readonly string[];
};

/** The days from the first value to the last one, both included. */
function countDays({ dates, flagged }: DailyRows['series'][number]): number {
  const last = Number(dates?.slice(dates.lastIndexOf(',') + 1) ?? 0);
  return flagged.reduce((latest, { day }) => Math.max(latest, day), last) + 1;
}

/** Spreads the values of a series over all days from its first value to its last one. */
function toPointSeriesColumns(series: DailyRows['series'][number]): PointSeriesColumns {
  const { start, dates, values, approval, flagged } = series;
  const days = dates === null ? [] : dates.split(',').map(Number);
  const count = countDays(series);
  const columns = {
    start,
    values: new Array<string>(count).fill('null'),
    quality: new Array<string>(count).fill('null'),
  };
  for (const [at, value] of (values ?? '').split(',').entries()) {
    const day = days[at];
    if (day === undefined) continue;
    columns.values[day] = value;
    columns.quality[day] = String(approval?.[at] === 'A' ? qualityCodes.approved : qualityCodes.provisional);
  }
  for (const { day } of flagged) columns.quality[day] = String(qualityCodes.omitted);
  return columns;
}

const daysPerPart = 5000;

/** Writes a CoverageJSON PointSeries in parts. `parameters` are those that were asked for. */
function* writePointSeries(
  { start, values, quality }: PointSeriesColumns,
  {
    position: [x, y],
    parameters,
  }: { position: readonly [number, number]; parameters: Record<string, OgcParameter> },
) {
  const first = dayNumber(start);
  yield `{"type":"Coverage","domain":{"type":"Domain","domainType":"PointSeries","axes":{"x":{"values":[${x}]},"y":{"values":[${y}]},"t":{"values":[`;
  yield* inParts(values.length, (at) => `"${formatDay(first + at)}"`);
  yield `]}},"referencing":${JSON.stringify(referencing)}},"parameters":${JSON.stringify(parameters)},"ranges":{`;
  let separator = '';
  for (const name of Object.keys(parameters)) {
    const isQuality = name === qualityName;
    const head = {
      type: 'NdArray',
      dataType: isQuality ? 'integer' : 'float',
      axisNames: ['t'],
      shape: [values.length],
    };
    yield `${separator}${JSON.stringify(name)}:${JSON.stringify(head).slice(0, -1)},"values":[`;
    yield* inParts(values.length, (at) => (isQuality ? quality : values)[at] ?? 'null');
    yield ']}';
    separator = ',';
  }
  yield '}}';
}

function* inParts(count: number, write: (at: number) => string) {
  for (let from = 0; from < count; from += daysPerPart) {
    const length = Math.min(daysPerPart, count - from);
    yield (from > 0 ? ',' : '') + Array.from({ length }, (_, at) => write(from + at)).join(',');
  }
}
