import { hash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { toErrorMessage } from '#lib/errors.ts';
import { HttpProblem } from '../../http/problems.ts';

/** What `npm run ingest` hands to a portal that has the embedded database open. */
export const IngestRequest = z.object({
  source: z.string(),
  file: z.optional(z.string()),
  since: z.optional(z.iso.date()),
  sites: z.optional(z.array(z.string())),
  keepCurrent: z.optional(z.boolean()),
});
export type IngestRequest = z.output<typeof IngestRequest>;

/** Runs an import; the result is its report, which is passed on as JSON. */
export type Ingest = (request: IngestRequest, onProgress: (message: string) => void) => Promise<unknown>;

export type InternalIngest = { readonly secret: string; readonly ingest: Ingest };

/** A line of the answer, as NDJSON. */
export type IngestEvent =
  | { type: 'progress'; message: string }
  | { type: 'done'; report: unknown }
  | { type: 'failed'; message: string };

const heartbeatMs = 60_000;

/** `POST /internal/ingest`, for this computer and holders of the secret only; one import at a time. */
export function registerInternalIngestRoute(app: FastifyInstance, { secret, ingest }: InternalIngest) {
  let running = false;
  app.post('/internal/ingest', {
    schema: { hide: true, body: IngestRequest },
    // Progress must not wait in a compressor.
    compress: false,
    onRequest: async (request) => {
      const given = request.headers['x-portal-secret'];
      if (
        !isLoopbackAddress(request.socket.remoteAddress) ||
        typeof given !== 'string' ||
        !isSameSecret(given, secret)
      ) {
        throw new HttpProblem(403, 'This call is for the importers on the same computer.');
      }
    },
    handler: async (request, reply) => {
      if (running) throw new HttpProblem(409, 'Another import is running. Try again when it has ended.');
      running = true;
      const body = IngestRequest.parse(request.body);
      const stream = new Readable({ read() {} });
      const sendEvent = (event: IngestEvent) => stream.push(`${JSON.stringify(event)}\n`);
      // A service may ask to wait for longer than a caller listens to nothing.
      const heartbeat = setInterval(() => stream.push('\n'), heartbeatMs);
      ingest(body, (message) => sendEvent({ type: 'progress', message }))
        .then(
          (report) => sendEvent({ type: 'done', report }),
          (error: unknown) => {
            request.log.error({ err: error }, 'The import failed');
            sendEvent({ type: 'failed', message: toErrorMessage(error) });
          },
        )
        .finally(() => {
          running = false;
          clearInterval(heartbeat);
          stream.push(null);
        });
      return reply
        .header('cache-control', 'no-store')
        .type('application/x-ndjson; charset=utf-8')
        .send(stream);
    },
  });
}

function isSameSecret(given: string, secret: string) {
  // Hashes are of equal length, so that the comparison tells nothing of the secret's.
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'));
}

function isLoopbackAddress(address: string | undefined) {
  return address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address);
}
