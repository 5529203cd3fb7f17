import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { toErrorMessage } from '#lib/errors.ts';
import { requirePortalSecret } from '../http/internal-calls.ts';
import { ImportRequest, type ImportRunner } from './import-runner.ts';

export type InternalIngest = { readonly secret: string; readonly runner: ImportRunner };

/** A line of the response, as NDJSON. */
type IngestEvent =
  | { type: 'progress'; message: string }
  | { type: 'done'; report: unknown }
  | { type: 'failed'; message: string };

const heartbeatMs = 60_000;

/** Registers `POST /internal/ingest`, for this computer and holders of the secret; one import at a time. */
export function registerInternalIngestRoute(app: FastifyInstance, { secret, runner }: InternalIngest) {
  app.post('/internal/ingest', {
    schema: { hide: true, body: ImportRequest },
    // A compressor would delay the progress messages.
    compress: false,
    onRequest: requirePortalSecret(secret),
    handler: async (request, reply) => {
      const body = ImportRequest.parse(request.body);
      const stream = new Readable({ read() {} });
      const sendEvent = (event: IngestEvent) => stream.push(`${JSON.stringify(event)}\n`);
      const { finished } = runner.start(body, 'command line', (message) =>
        sendEvent({ type: 'progress', message }),
      );
      // An agency's service may take longer to respond than a client waits for data.
      const heartbeat = setInterval(() => stream.push('\n'), heartbeatMs);
      finished
        .then(
          (report) => sendEvent({ type: 'done', report }),
          (error: unknown) => {
            request.log.error({ err: error }, 'The import failed');
            sendEvent({ type: 'failed', message: toErrorMessage(error) });
          },
        )
        .finally(() => {
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
