import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import { publicDocuments } from '#config/models/public-documents.ts';
import { downloadDocument, listDocumentEditions, withdrawDocumentEdition } from '#contract/documents.ts';
import { audit } from '../../audit.ts';
import type { Config } from '../../config.ts';
import type { Store } from '../../db/store.ts';
import { recordNotFound } from '../../http/problems.ts';
import { registerEndpoint, toRouteOptions } from '../../http/register-endpoint.ts';
import type { FileStorage } from '../../storage/file-storage.ts';
import { readStoredFile } from '../files/queries.ts';
import { sendStoredFile } from '../files/send-file.ts';
import { lockModel } from '../records/queries.ts';
import { readOlderEditions, readReadableDocument } from './editions.ts';

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

  registerEndpoint(app, listDocumentEditions, async ({ params }) => {
    const document = await readReadableDocument(store, params.id);
    if (!document) throw recordNotFound();
    return readOlderEditions(store, document);
  });

  registerEndpoint(app, withdrawDocumentEdition, ({ params: { id, file }, caller }) =>
    store.transaction(async (tx) => {
      await lockModel(tx, publicDocuments);
      const document = await readReadableDocument(tx, id);
      const edition =
        document && (await readOlderEditions(tx, document)).find((each) => each.file.id === file);
      if (!edition) throw recordNotFound();
      await tx.query(sql`delete from document_edition where document_id = ${id} and file_id = ${file}`);
      const withdrawn = { entity: publicDocuments.table, entity_id: id, before: edition };
      await audit(tx, { actor: caller.subject, action: 'withdraw-edition', ...withdrawn });
      return readOlderEditions(tx, document);
    }),
  );
}
