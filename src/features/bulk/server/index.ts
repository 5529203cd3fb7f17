import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '#server/access/access-control.ts';
import { audit } from '#server/audit.ts';
import type { Store } from '#server/db/store.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { sendStoredFile } from '#server/files/send-file.ts';
import { requirePortalSecret } from '#server/http/internal-calls.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { registerEndpoint, toRouteOptions } from '#server/http/register-endpoint.ts';
import { openFolderStorage } from '#server/storage/folder-storage.ts';
import { cancelBulk, downloadBulkFile, parquetType, readBulk, writeBulk } from '../contract.ts';
import { findFile } from './bulk-folder.ts';
import { BulkBusy, type BulkRunner, createBulkRunner } from './bulk-runner.ts';
import { runNightly } from './nightly.ts';

/** Registers the Parquet files: what there is, their download, and writing them now and each night. */
export const registerRoutes: RegisterFeature = (app, { store, config, basin, internalSecret }) => {
  const runner = createBulkRunner({ store, config, openProviders: basin.openProviders });
  registerBulkRoutes(app, store, runner);
  if (internalSecret !== undefined) registerInternalRoutes(app, internalSecret, runner);
  let stopNightly = () => {};
  app.addHook('onListen', async () => {
    stopNightly = runNightly({
      runner,
      from: store,
      at: config.bulkExportTime,
      onError: (message) => app.log.error(message),
    });
  });
  app.addHook('preClose', async () => {
    stopNightly();
    await runner.stop();
  });
};

function registerBulkRoutes(app: FastifyInstance, store: Store, runner: BulkRunner) {
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
function registerInternalRoutes(app: FastifyInstance, secret: string, runner: BulkRunner) {
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
