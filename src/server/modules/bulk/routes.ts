import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cancelBulk, downloadBulkFile, parquetType, readBulk, writeBulk } from '#contract/bulk.ts';
import { audit } from '../../audit.ts';
import type { Store } from '../../db/store.ts';
import { requirePortalSecret } from '../../http/internal-calls.ts';
import { HttpProblem } from '../../http/problems.ts';
import { registerEndpoint, toRouteOptions } from '../../http/register-endpoint.ts';
import type { Caller } from '../../plugins/access.ts';
import { openFolderStorage } from '../../storage/folder-storage.ts';
import { sendStoredFile } from '../files/send-file.ts';
import { findFile } from './bulk-folder.ts';
import { BulkBusy, type BulkRunner } from './bulk-runner.ts';

/** Registers the Parquet files: what there is, their download, and writing them now. */
export function registerBulkRoutes(app: FastifyInstance, store: Store, runner: BulkRunner) {
  const recordAction = (caller: Caller, action: string) =>
    audit(store, { actor: caller.subject, action, entity: 'bulk', entity_id: '1' });

  registerEndpoint(app, readBulk, () => runner.status());

  registerEndpoint(app, writeBulk, async ({ caller }, request) => {
    if ((await runner.status()).state === 'writing') throw new BulkBusy();
    // First, because what has begun cannot be taken back if this fails.
    await recordAction(caller, 'start');
    await startInBackground(runner, request);
    return runner.status();
  });

  registerEndpoint(app, cancelBulk, async ({ caller }) => {
    if (!runner.isWriting()) {
      const isElsewhere = (await runner.status()).state === 'writing';
      throw isElsewhere
        ? new HttpProblem(409, 'Another process writes the files. Stop it there.')
        : new HttpProblem(404, 'No files are being written.');
    }
    await recordAction(caller, 'cancel');
    await runner.cancel(caller.subject);
    return runner.status();
  });

  app.route({
    ...toRouteOptions(downloadBulkFile),
    // Ranges and entity tags are about the bytes as they are stored.
    compress: false,
    handler: async (request, reply) => {
      const { file: name } = downloadBulkFile.params.parse(request.params);
      const { sha256 } = downloadBulkFile.query.parse(request.query);
      const found = findFile(await runner.sets(), name, sha256);
      if (!found) {
        throw new HttpProblem(
          404,
          sha256 === undefined
            ? 'There is no such file. /api/bulk lists those that there are.'
            : 'This file has been replaced. /api/bulk has the address of the new one.',
        );
      }
      const { file, folder } = found;
      return sendStoredFile(
        { name, type: parquetType, charset: null, size: file.bytes, sha256: file.sha256, storage_key: name },
        { request, reply, storage: openFolderStorage(folder), isPublic: true },
      );
    },
  });
}

/** Registers `/internal/bulk`, for `npm run export:parquet` on this computer: POST starts, GET says how it goes. */
export function registerInternalBulkRoutes(app: FastifyInstance, secret: string, runner: BulkRunner) {
  const options = { schema: { hide: true }, onRequest: requirePortalSecret(secret) };
  app.post('/internal/bulk', {
    ...options,
    handler: async (request, reply) => {
      await startInBackground(runner, request);
      return reply.header('cache-control', 'no-store').send(await runner.status());
    },
  });
  app.get('/internal/bulk', {
    ...options,
    // Asked every second, and only by who has the secret.
    config: { rateLimit: false },
    handler: async (_request, reply) => reply.header('cache-control', 'no-store').send(await runner.status()),
  });
}

/** @throws BulkBusy */
async function startInBackground(runner: BulkRunner, { log }: FastifyRequest): Promise<void> {
  const { finished } = await runner.start();
  finished.catch((error: unknown) => log.warn({ err: error }, 'The Parquet files were not written'));
}
