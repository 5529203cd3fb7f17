import type { FastifyRequest } from 'fastify';
import { describeDeliverers } from '#domain/deliverer.ts';
import { describeFlag, flagNames } from '#domain/qualifiers.ts';
import { basinTimeZone } from '#lib/basin-clock.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { toCsvFile } from '#lib/csv.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import type { Queryable } from '#server/db/queryable.ts';
import { createWorkQueue } from '#server/db/work-queue.ts';
import { compressPart, type GzipPart } from '#server/http/gzip-parts.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { createVersionedCache } from '#server/http/query-cache.ts';
import { maxRows } from '#server/limits/download-limits.ts';
import { settle, spend, weights } from '#server/limits/request-budget.ts';
import { timeLimit } from '#server/limits/time-limit.ts';
import { createWorkerTask } from '#server/worker-task.ts';
import {
  type DailyHeads,
  type DailyParameter,
  type DailyRows,
  readDailyRows,
  serializeColumns,
} from './daily-data.ts';
import type { DailyQuery } from './daily-queries.ts';
import { csvHeader, type DailyFormat } from './daily-text.ts';

/** Spends what the rows cost. @throws HttpProblem 413, 429 */
export function checkRowCount(heads: DailyHeads, format: keyof typeof maxRows): void {
  const count = countRows(heads);
  if (count <= maxRows[format]) {
    spend(weights.rows(count));
    return;
  }
  const advice =
    format === 'records'
      ? 'Ask for format=columns or format=csv.'
      : 'Ask for fewer locations or years at a time.';
  throw new HttpProblem(413, `These are ${count} values, and ${format} end at ${maxRows[format]}. ${advice}`);
}

export function countRows({ sites }: DailyHeads): number {
  return sites.reduce((sum, site) => sum + site.count, 0);
}

export type DailyTextTask = { readonly rows: DailyRows; readonly format: DailyFormat };

/** Writes rows off the main thread. */
export const writeText = createWorkerTask<DailyTextTask, Uint8Array<ArrayBuffer>>(
  new URL('./daily-text.worker.ts', import.meta.url),
);

/** All downloads read one location at a time, in the turns of their callers, so that other requests wait for one location at most. */
const turns = createWorkQueue(1);

/** A location must be read within this time. */
const readTimeoutMs = 20_000;

export type Download = { readonly from: Queryable; readonly query: DailyQuery; readonly heads: DailyHeads };

/** The values as JSON records. */
export async function* dailyRecords(download: Download, signal: AbortSignal) {
  yield '[';
  yield* joined(download, 'records', signal);
  yield ']';
}

/** What the notes of a file say of the request. */
export type AskedFile = Pick<FastifyRequest, 'url' | 'isDemonstration'>;

/** The values as CSV. */
export async function* dailyCsv(download: Download, request: AskedFile, signal: AbortSignal) {
  yield toCsvFile(csvNotes(download, request), [csvHeader]);
  yield* dailyTexts(download, 'csv', signal);
}

/** The compressed columns of locations, which many people draw; 32 MB hold those of about 1,000 records of 30 years. */
const drawnColumns = createVersionedCache<GzipPart>(32 * 1024 * 1024, ({ deflated }) => deflated.length);

export type ColumnsRequest = {
  readonly from: Queryable;
  readonly query: DailyQuery;
  readonly parameter: DailyParameter;
  /** The version of the data that was read before anything else. */
  readonly version: string;
};

/** The values as parts of the JSON of `DailyColumns`. The screens draw them, so they do not wait for the turns of downloads. */
export async function* dailyColumns(
  { from, query, parameter, version }: ColumnsRequest,
  signal: AbortSignal,
): AsyncGenerator<string | GzipPart> {
  yield `{"parameter":${JSON.stringify(parameter)},"series":[`;
  let separator = '';
  for (const location of query.locations.toSorted((a, b) => a - b)) {
    signal.throwIfAborted();
    const { parameter: ndx, start, end, asOf = '' } = query;
    const key = [ndx, location, start, end, asOf].join(' ');
    const part = await drawnColumns.get(version, key, async () => {
      const limit = AbortSignal.timeout(timeLimit(readTimeoutMs));
      const rows = await readDailyRows(
        from,
        parameter,
        { ...query, locations: [location] },
        { signal: limit },
      );
      settle(weights.rows(rows.series.reduce((sum, { count }) => sum + count, 0)));
      return compressPart(serializeColumns(rows).join(','));
    });
    if (part.length === 0) continue;
    yield separator;
    yield part;
    separator = ',';
  }
  yield ']}';
}

async function* joined(download: Download, format: DailyFormat, signal: AbortSignal) {
  let isFirst = true;
  for await (const text of dailyTexts(download, format, signal)) {
    if (text.length === 0) continue;
    if (!isFirst) yield ',';
    isFirst = false;
    yield text;
  }
}

/** The lines of values, one location after the other in the order of the heads. */
export async function* dailyTexts(
  { from, query, heads }: Download,
  format: DailyFormat,
  signal: AbortSignal,
) {
  for (const { loc_ndx } of heads.sites) {
    yield await turns.run(async () => {
      const one = { ...query, locations: [loc_ndx] };
      const rows = await readDailyRows(from, heads.parameter, one, { signal: withLimit(signal) });
      return writeText({ rows, format });
    }, signal);
  }
}

/** Reads all values of a download in one turn, for formats that are written while they are sent. */
export async function readDownload(
  { from, query, heads }: Download,
  signal: AbortSignal,
): Promise<DailyRows> {
  return turns.run(() => readDailyRows(from, heads.parameter, query, { signal: withLimit(signal) }), signal);
}

function withLimit(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(timeLimit(readTimeoutMs))]);
}

function csvNotes({ heads, query }: Download, { url, isDemonstration }: AskedFile): string[] {
  const { parameter, sites } = heads;
  const deliverers = describeDeliverers(
    sites.map(({ data_provider_name: provider, source }) => ({ provider, source })),
  );
  return [
    ...(isDemonstration ? [demonstrationNote] : []),
    `${parameter.parameter_name}, daily values, ${parameter.units_name}`,
    `Source: ${deliverers || 'none'}`,
    ...(query.asOf === undefined ? [] : [`Values as they were known at ${query.asOf}`]),
    formatExportedAt(new Date()),
    `Query: ${url}`,
    `Rows: ${countRows(heads)}`,
    'Approval: A approved, P provisional and subject to revision. Qualifier, by the agency: e estimated, Ice, …',
    `Flag: values that fail a quality rule, which no graph or statistic has. ${flagNames.map((flag) => `${flag}: ${describeFlag(flag)}`).join('; ')}`,
    `Dates are days in ${basinTimeZone()}.`,
  ];
}
