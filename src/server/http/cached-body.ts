import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
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

/** Larger answers are held compressed only: those of a year chart take a thirtieth of their bytes. */
const minPackedBytes = 32 * 1024;

/** A response body with its entity tag, compressed at most once per encoding. */
export class CachedBody {
  readonly etag: string;
  readonly type: string;
  /** Bytes as they are without an encoding. */
  readonly length: number;
  /** The name under which a browser saves the body. */
  readonly fileName: string | undefined;
  readonly #bestCompression: boolean;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();
  #body: Buffer | undefined;
  /** Compressed with Brotli, in the place of the body. */
  #packed: Buffer | undefined;

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
    this.#body = Buffer.isBuffer(body) ? body : Buffer.from(body);
    this.length = this.#body.length;
    this.#bestCompression = bestCompression;
  }

  /** Holds a large body compressed only, for caches of many. */
  async pack(): Promise<this> {
    if (this.#body && this.length >= minPackedBytes) {
      this.#packed = await this.encoded('br');
      this.#body = undefined;
      this.#encoded.clear();
    }
    return this;
  }

  /** Bytes of memory that the body takes. */
  get heldBytes(): number {
    return (this.#packed ?? this.#body)?.length ?? 0;
  }

  /** The body without an encoding. */
  async read(): Promise<Buffer> {
    return this.#body ?? promisify(brotliDecompress)(this.#packed ?? Buffer.alloc(0));
  }

  /** What a body of JSON says. */
  async readJson(): Promise<unknown> {
    return JSON.parse((await this.read()).toString('utf8'));
  }

  async encoded(encoding: Encoding): Promise<Buffer> {
    if (this.#packed) {
      return encoding === 'br' ? this.#packed : compressors[encoding](await this.read(), false);
    }
    let result = this.#encoded.get(encoding);
    if (!result) {
      result = this.read().then((body) => compressors[encoding](body, this.#bestCompression));
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
    cachedBody.length < minCompressedBytes
      ? undefined
      : negotiateEncoding(request.headers['accept-encoding']);
  if (!encoding) return reply.send(await cachedBody.read());
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

/** Whether `Accept-Encoding` allows an encoding. */
export function acceptsEncoding(header: string | string[] | undefined, encoding: Encoding): boolean {
  return encodingWeights(header)(encoding) > 0;
}

function encodingWeights(header: string | string[] | undefined): (encoding: Encoding) => number {
  const weights = parseWeights(String(header ?? ''));
  return (encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
}

/** Chooses the encoding of `Accept-Encoding` with the highest weight; brotli if weights are equal. */
export function negotiateEncoding(header: string | string[] | undefined): Encoding | undefined {
  const weightOf = encodingWeights(header);
  const [br, gz] = [weightOf('br'), weightOf('gzip')];
  if (br === 0 && gz === 0) return undefined;
  return br >= gz ? 'br' : 'gzip';
}
