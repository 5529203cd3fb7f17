import type { RegisterFeature } from '#server/feature-services.ts';
import { readStoredFile } from '#server/files/queries.ts';
import { readReadableDocument } from '#server/files/readable-document.ts';
import { sendStoredFile } from '#server/files/send-file.ts';
import { recordNotFound } from '#server/http/problems.ts';
import { toRouteOptions } from '#server/http/register-endpoint.ts';
import { downloadDocument } from '../contract.ts';

export const registerRoutes: RegisterFeature = (app, { store, storage, config }) => {
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
};
