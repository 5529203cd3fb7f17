import type { FastifyInstance } from 'fastify';
import { downloadFile, uploadFile } from '#contract/files.ts';
import type { Caller } from '../access/access-control.ts';
import { requireUnblocked } from '../access/people.ts';
import type { Store } from '../db/store.ts';
import { recordNotFound, unauthorized } from '../http/problems.ts';
import { toRouteOptions } from '../http/register-endpoint.ts';
import { createWriteDeadline } from '../http/write-deadline.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { readAudienceOfUses } from './file-uses.ts';
import { readFileAudience, readStoredFile, type StoredFile } from './queries.ts';
import { sendStoredFile } from './send-file.ts';
import { storeFile, uploadContentType, uploadedBody } from './store-file.ts';

export function registerFileRoutes(app: FastifyInstance, store: Store, storage: FileStorage) {
  // The body is streamed; `receiveUpload` limits its size.
  app.addContentTypeParser(uploadContentType, (_request, payload, done) => done(null, payload));

  app.route({
    ...toRouteOptions(uploadFile),
    bodyLimit: Number.MAX_SAFE_INTEGER,
    handler: async (request, reply) => {
      const { caller } = request;
      if (!caller) throw unauthorized('none');
      const body = uploadedBody(request);
      const { name } = uploadFile.query.parse(request.query);
      const reference = await createWriteDeadline().run(
        () => storeFile(store, storage, { body, name, actor: caller.subject }),
        (transaction) => requireUnblocked(transaction, caller.subject, undefined),
      );
      return reply.header('cache-control', 'no-store').code(201).send(reference);
    },
  });

  app.route({
    ...toRouteOptions(downloadFile),
    // Ranges and entity tags are about the bytes as they are stored.
    compress: false,
    handler: async (request, reply) => {
      const { id } = downloadFile.params.parse(request.params);
      const file = await readDownloadableFile(store, id, request.caller);
      return sendStoredFile(file, { request, reply, storage });
    },
  });
}

/** @throws HttpProblem 404, 401 for a file for people who are signed in */
async function readDownloadableFile(
  store: Store,
  id: string,
  caller: Caller | undefined,
): Promise<StoredFile> {
  const file = await readStoredFile(store, id);
  if (!file) throw recordNotFound();
  if (caller?.roles.has('Administrator')) return file;
  const ofUses = await readAudienceOfUses(store, id);
  const audience = ofUses === 'open' ? ofUses : ((await readFileAudience(store, id)) ?? ofUses);
  if (audience === undefined) throw recordNotFound();
  if (audience === 'signed-in' && !caller) throw unauthorized('none');
  return file;
}
