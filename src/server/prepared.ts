import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, isNotModified, sendNotModified, vary } from './plugins/http-cache.ts';

type Encoding = 'br' | 'gzip';

const compressors: Record<Encoding, (body: Buffer, hard: boolean) => Promise<Buffer>> = {
  br: (body, hard) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: hard ? 9 : 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body, hard) => promisify(gzip)(body, { level: hard ? 9 : 6 }),
};

const threshold = 1024;

/** A body that is kept: tagged once, and compressed at most once for each encoding. */
export class Prepared {
  readonly etag: string;
  readonly type: string;
  readonly body: Buffer;
  /** A file to be saved under this name. */
  readonly fileName: string | undefined;
  readonly #hard: boolean;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  /** `hard`: worth more time for fewer bytes, as a file that never changes. */
  constructor(
    body: string | Buffer,
    {
      type = 'application/json; charset=utf-8',
      hard = false,
      fileName,
    }: { type?: string; hard?: boolean; fileName?: string } = {},
  ) {
    this.etag = entityTag(body);
    this.type = type;
    this.fileName = fileName;
    this.body = Buffer.isBuffer(body) ? body : Buffer.from(body);
    this.#hard = hard;
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    let result = this.#encoded.get(encoding);
    if (!result) {
      result = compressors[encoding](this.body, this.#hard);
      this.#encoded.set(encoding, result);
    }
    return result;
  }
}

/** Sends a kept body in the best encoding that the client takes, or 304. */
export async function sendPrepared(request: FastifyRequest, reply: FastifyReply, prepared: Prepared) {
  reply.header('etag', prepared.etag);
  vary(reply, 'Accept-Encoding');
  if (reply.statusCode === 200 && isNotModified(request, prepared.etag)) return sendNotModified(reply);
  reply.type(prepared.type);
  if (prepared.fileName) {
    reply.header(
      'content-disposition',
      `attachment; filename="${prepared.fileName.replace(/[^\w. -]/g, '_')}"`,
    );
  }
  const encoding =
    prepared.body.length < threshold ? undefined : chosenEncoding(request.headers['accept-encoding']);
  if (!encoding) return reply.send(prepared.body);
  return reply.header('content-encoding', encoding).send(await prepared.encoded(encoding));
}

/** The encoding of `Accept-Encoding` with the highest weight; brotli where weights are equal. */
export function chosenEncoding(header: string | string[] | undefined): Encoding | undefined {
  const weights = new Map<string, number>();
  for (const item of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = Number(parameters.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
    weights.set(name, Number.isFinite(weight) ? weight : 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const [br, gz] = [weightOf('br'), weightOf('gzip')];
  if (br === 0 && gz === 0) return undefined;
  return br >= gz ? 'br' : 'gzip';
}
