import type { FastifyInstance } from 'fastify';
import { downloadDocument } from '#contract/documents.ts';
import type { Config } from '../config.ts';
import type { Store } from '../db/store.ts';
import { recordNotFound } from '../http/problems.ts';
import { toRouteOptions } from '../http/register-endpoint.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import { readStoredFile } from './queries.ts';
import { readReadableDocument } from './readable-document.ts';
import { sendStoredFile } from './send-file.ts';

export type DocumentServices = {
  readonly store: Store;
  readonly storage: FileStorage;
  readonly config: Pick<Config, 'allowedOrigins'>;
};

export function registerDocumentRoutes(app: FastifyInstance, { store, storage, config }: DocumentServices) {
  const viewers = ["'self'", ...config.allowedOrigins];

  app.route({
    ...toRouteOptions(downloadDocument),
    compress: false,
    handler: async (request, reply) => {
      const { id } = downloadDocument.params.parse(request.params);
      const { disposition } = downloadDocument.query.parse(request.query);
      const document = await readReadableDocument(store, id);
      const file = document?.file && (await readStoredFile(store, document.file.id));
      if (!file) throw recordNotFound();
      const isInline = disposition === 'inline';
      return sendStoredFile(file, { request, reply, storage, viewers: isInline ? viewers : undefined });
    },
  });
}
