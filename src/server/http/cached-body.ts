import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, isNotModified, minCompressedBytes, sendNotModified, varyByEncoding } from './etag.ts';

type Encoding = 'br' | 'gzip';

/** For answers that are compressed while somebody waits: a third of the time of 4, for a tenth more bytes. */
export const brotliQuality = 3;

const compressors: Record<Encoding, (body: Buffer, bestCompression: boolean) => Promise<Buffer>> = {
  br: (body, bestCompression) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: bestCompression ? 10 : brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body, bestCompression) => promisify(gzip)(body, { level: bestCompression ? 9 : 6 }),
};

/** A response body with its entity tag, compressed at most once per encoding. */
export class CachedBody {
  readonly etag: string;
  readonly type: string;
  readonly body: Buffer;
  /** The name under which a browser saves the body. */
  readonly fileName: string | undefined;
  readonly #bestCompression: boolean;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  /** `bestCompression` spends more time for fewer bytes, for files that never change. */
  constructor(
    body: string | Buffer,
    {
      type = 'application/json; charset=utf-8',
      bestCompression = false,
      fileName,
    }: { type?: string; bestCompression?: boolean; fileName?: string } = {},
  ) {
    this.etag = entityTag(body);
    this.type = type;
    this.fileName = fileName;
    this.body = Buffer.isBuffer(body) ? body : Buffer.from(body);
    this.#bestCompression = bestCompression;
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    let result = this.#encoded.get(encoding);
    if (!result) {
      result = compressors[encoding](this.body, this.#bestCompression);
      this.#encoded.set(encoding, result);
    }
    return result;
  }
}

export function jsonBody(value: unknown): CachedBody {
  return new CachedBody(JSON.stringify(value));
}

/** A `Content-Disposition` that saves a body as a file. */
export function attachmentHeader(fileName: string): string {
  return `attachment; filename="${fileName.replace(/[^\w. -]/g, '_')}"`;
}

/** Sends a cached body in the best encoding that the client accepts, or 304. */
export async function sendCachedBody(request: FastifyRequest, reply: FastifyReply, cachedBody: CachedBody) {
  reply.header('etag', cachedBody.etag);
  varyByEncoding(reply);
  if (reply.statusCode === 200 && isNotModified(request, cachedBody.etag)) return sendNotModified(reply);
  reply.type(cachedBody.type);
  if (cachedBody.fileName) reply.header('content-disposition', attachmentHeader(cachedBody.fileName));
  const encoding =
    cachedBody.body.length < minCompressedBytes
      ? undefined
      : negotiateEncoding(request.headers['accept-encoding']);
  if (!encoding) return reply.send(cachedBody.body);
  return reply.header('content-encoding', encoding).send(await cachedBody.encoded(encoding));
}

/** Reads the weights of a header such as `Accept`, by names in lower case. */
export function parseWeights(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
      return [name, Number.isFinite(weight) ? weight : 0];
    }),
  );
}

/** Chooses the encoding of `Accept-Encoding` with the highest weight; brotli if weights are equal. */
export function negotiateEncoding(header: string | string[] | undefined): Encoding | undefined {
  const weights = parseWeights(String(header ?? ''));
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gz] = [weightOf('br'), weightOf('gzip')];
  if (br === 0 && gz === 0) return undefined;
  return br >= gz ? 'br' : 'gzip';
}
