import type { FastifyRequest } from 'fastify';
import type { DataFormat } from '#contract/data-links.ts';
import { todayInBasin } from '#lib/calendar.ts';
import type { Queryable } from '../../db/queryable.ts';
import { isNotModified, versionTag } from '../../http/etag.ts';
import { readDataVersion } from '../../http/query-cache.ts';
import { StreamedBody, unchangedBody } from '../../http/streamed-body.ts';
import { type DataFile, type FileNotes, mediaTypes, writeNotes, writeRows, writeTop } from './data-file.ts';

export type FileRequest = {
  readonly request: FastifyRequest;
  readonly format: DataFormat;
  readonly notes: 'none' | undefined;
};

/** A file whose rows are written while it is sent. */
type StreamedFile = Omit<DataFile, 'rows'> & {
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

  const notesOf = ({ request, notes }: FileRequest, lines: FileNotes) =>
    notes === 'none' ? [] : writeNotes(lines, `${origin}${request.url}`);

  async function serveStreamed(asked: FileRequest, read: () => Promise<StreamedFile>): Promise<StreamedBody> {
    const { request, format } = asked;
    const etag = await readTag(asked);
    if (isNotModified(request, etag)) return unchangedBody(etag, () => {});
    const { name, notes, columns, chunks, onEnd } = await read();
    return new StreamedBody({
      type: mediaTypes[format],
      etag,
      fileName: `${name}.${format === 'rdb' ? 'txt' : 'csv'}`,
      onEnd,
      async *chunks(signal) {
        yield writeTop(notesOf(asked, notes), columns, format);
        yield* chunks(signal);
      },
    });
  }

  return {
    serveStreamed,
    serve: (asked: FileRequest, read: () => Promise<DataFile>) =>
      serveStreamed(asked, async () => {
        const { rows, ...file } = await read();
        return {
          ...file,
          async *chunks() {
            yield writeRows(rows, asked.format);
          },
          onEnd() {},
        };
      }),
  };
}
