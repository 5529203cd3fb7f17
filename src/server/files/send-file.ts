import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary, isNotModified, sendNotModified } from '../http/etag.ts';
import { HttpProblem, recordNotFound } from '../http/problems.ts';
import { spend, weights } from '../limits/request-budget.ts';
import { type ByteRange, FileMissing, type FileStorage } from '../storage/file-storage.ts';
import type { StoredFile } from './queries.ts';

/** Nothing in a file may run, whatever it contains and however it is opened. */
const inertContentPolicy = "default-src 'none'; sandbox";

/** For a PDF within a page of these origins. A browser’s own viewer shows nothing in a sandbox. */
function viewedContentPolicy(origins: readonly string[]): string {
  return `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors ${origins.join(' ')}`;
}

type SendOptions = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly storage: FileStorage;
  /** The origins whose pages may show a PDF. Without it, a browser saves the file. */
  readonly viewers?: readonly string[] | undefined;
  /** Anyone may read the file, and caches on the way may keep it. */
  readonly isPublic?: boolean | undefined;
};

/**
 * Sends a stored file, or the part of it that `Range` asks for.
 * @throws HttpProblem 404 if its bytes are missing, 416
 */
export async function sendStoredFile(
  file: Omit<StoredFile, 'id'>,
  { request, reply, storage, viewers, isPublic = false }: SendOptions,
) {
  const isViewed = viewers !== undefined && file.type === 'application/pdf';
  const etag = `"${file.sha256}"`;
  if (!isPublic) addVary(reply, 'Authorization');
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': `${isPublic ? 'public' : 'private'}, no-cache`,
    'content-disposition': contentDisposition(isViewed ? 'inline' : 'attachment', file.name),
    'content-security-policy': isViewed ? viewedContentPolicy(viewers) : inertContentPolicy,
    'x-content-type-options': 'nosniff',
  });
  if (isViewed) reply.removeHeader('x-frame-options');
  if (isNotModified(request, etag)) return sendNotModified(reply);
  const { range: wanted, 'if-range': condition } = request.headers;
  const isSame = condition === undefined || condition === etag;
  const range = request.method === 'GET' && isSame ? parseByteRange(wanted, file.size) : undefined;
  if (range === 'unsatisfiable') {
    throw new HttpProblem(416, `The file has ${file.size} bytes.`, {
      headers: { 'content-range': `bytes */${file.size}` },
    });
  }
  const bytes = range ? range.end - range.start + 1 : file.size;
  spend(weights.bytes(request.method === 'HEAD' ? 0 : bytes));
  const body = await openBody(file, storage, request.method === 'HEAD' ? 'none' : range);
  if (range) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  }
  return reply
    .header('content-length', bytes)
    .type(file.charset ? `${file.type}; charset=${file.charset}` : file.type)
    .send(body);
}

async function openBody(
  { storage_key }: Pick<StoredFile, 'storage_key'>,
  storage: FileStorage,
  range: Parameters<FileStorage['open']>[1] | 'none',
): Promise<Readable> {
  if (range === 'none') {
    if (!(await storage.has(storage_key))) throw recordNotFound();
    return Readable.from([]);
  }
  return storage.open(storage_key, range).catch((error: unknown) => {
    throw error instanceof FileMissing ? recordNotFound() : error;
  });
}

/** The plain name is for programs without support for the encoded one (RFC 6266). */
function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Reads a `Range` header for a body of that many bytes. Undefined asks for the whole body, also for several ranges and
 * other units, which a server may ignore (RFC 9110, 14.2).
 * @example parseByteRange('bytes=-5', 100) // { start: 95, end: 99 }
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
