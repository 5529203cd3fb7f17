import { sql } from 'drizzle-orm/sql';
import { publicDocuments } from '#config/models/public-documents.ts';
import { audit } from '#server/audit.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { readReadableDocument } from '#server/files/readable-document.ts';
import { recordNotFound } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { lockModel } from '#server/records/queries.ts';
import { listDocumentEditions, withdrawDocumentEdition } from '../contract.ts';
import { readOlderEditions } from './editions.ts';

/** Registers the older files of public documents: the list, and withdrawing one. */
export const registerRoutes: RegisterFeature = (app, { store }) => {
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
};
