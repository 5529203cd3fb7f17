import type { FastifyRequest } from 'fastify';
import type { DataFormat } from '#contract/data-link-parts.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { keepDigits, toSpreadsheetCsv } from '#lib/csv.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import type { Column, TableState } from '#lib/table/columns.ts';
import { initialState, readTableState, writeTableState } from '#lib/table/state.ts';
import type { Queryable } from '../db/queryable.ts';
import { isKnownTag, versionTag } from '../http/etag.ts';
import { badInput } from '../http/problems.ts';
import { readDataVersion } from '../http/query-cache.ts';
import { StreamedBody, unchangedBody } from '../http/streamed-body.ts';
import { spend, weights } from '../limits/request-budget.ts';
import { type DataFile, type FileNotes, mediaTypes, writeNotes, writeRows, writeTop } from './data-file.ts';

type FileRequest = {
  readonly request: FastifyRequest;
  readonly format: DataFormat;
  readonly notes: 'none' | undefined;
  /** For Excel. */
  readonly bom: '1' | undefined;
};

/** A file whose rows are written while it is sent. */
type StreamedFile = Omit<DataFile, 'rows'> & {
  /** The number of rows. */
  readonly count: number;
  readonly chunks: (signal: AbortSignal) => AsyncIterable<string | Uint8Array>;
  /** Called once, when the file has been sent, or will not be. */
  readonly onEnd: () => void;
};

/** Creates what sends files, or 304 while the published data, the day and the rights of the caller are the same. */
export function createFileServer(from: Queryable, origin: string) {
  async function readTag({ request }: FileRequest): Promise<string> {
    const rights = request.caller ? 'all' : 'open';
    const name = `${todayInBasin(new Date())} ${rights} ${request.url}`;
    return versionTag(await readDataVersion(from), name);
  }

  const notesOf = ({ request, notes }: FileRequest, lines: FileNotes, count: number) =>
    notes === 'none'
      ? []
      : [
          ...(request.isDemonstration ? [demonstrationNote] : []),
          ...writeNotes(lines, { address: `${origin}${request.url}`, count }),
        ];

  /** Without notes, the name says what the first of them would. */
  const nameOf = ({ request, notes }: FileRequest, name: string) =>
    request.isDemonstration && notes === 'none' ? `Demonstration ${name}` : name;

  async function serveStreamed(asked: FileRequest, read: () => Promise<StreamedFile>): Promise<StreamedBody> {
    const { request, format, bom } = asked;
    if (bom && format === 'rdb') throw badInput('query.bom', 'bom belongs to a CSV.');
    const etag = await readTag(asked);
    if (isKnownTag(request, etag)) return unchangedBody(etag);
    const { name, notes, count, columns, chunks, onEnd } = await read();
    return new StreamedBody({
      type: mediaTypes[format],
      etag,
      fileName: `${nameOf(asked, name)}.${format === 'rdb' ? 'txt' : 'csv'}`,
      onEnd,
      async *chunks(signal) {
        const top = writeTop(notesOf(asked, notes, count), columns, format);
        yield bom ? toSpreadsheetCsv(top) : top;
        // Each part ends with a line.
        for await (const part of chunks(signal)) yield bom ? keepDigits(Buffer.from(part).toString()) : part;
      },
    });
  }

  return {
    serveStreamed,
    serve: (asked: FileRequest, read: () => Promise<DataFile>) =>
      serveStreamed(asked, async () => {
        spend(weights.computed);
        const { rows, ...file } = await read();
        return {
          ...file,
          count: rows.length,
          async *chunks() {
            yield writeRows(rows, asked.format);
          },
          onEnd() {},
        };
      }),
  };
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Reads the search, order, filters and columns of a table from what an address has in addition to `own` parameters.
 * @throws HttpProblem 400 for a parameter that would be ignored
 */
export function readTableQuery<Row>(
  query: Query,
  own: readonly string[],
  columns: readonly Column<Row>[],
): TableState {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (key === 'bom' || own.includes(key) || value === undefined) continue;
    for (const text of [value].flat()) search.append(key, text);
  }
  const initial = initialState(columns);
  const state = readTableState(search.toString(), columns, initial);
  const written = new URLSearchParams(
    writeTableState({ ...state, page: 1, pageSize: initial.pageSize }, initial),
  );
  for (const [key, value] of search) {
    if (written.getAll(key).includes(value)) continue;
    const ids = columns.map(({ id }) => id).join(', ');
    throw badInput(
      `query.${key}`,
      `This file cannot use ${key}=${value}. It takes ${own.join(', ')}; q, sort, f.COLUMN, show and hide, where the columns are ${ids}.`,
    );
  }
  return state;
}
