import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { FileReference } from '#contract/records/fields.ts';

/** A file that a document was published with before. `document_date` is the date it had then. */
export const DocumentEdition = z.object({
  file: FileReference,
  document_date: z.nullable(z.string()),
  /** When the document was first published with the file: ISO 8601 in UTC. */
  published_at: z.string(),
});
export type DocumentEdition = z.output<typeof DocumentEdition>;

const id = z.uuid('must be the id of a document');
const ofDocument = { errors: [404] } as const;

export const listDocumentEditions = defineEndpoint({
  ...ofDocument,
  summary: 'The older files of a published document, newest first, without the current one',
  method: 'GET',
  path: '/api/public-documents/:id/editions',
  access: 'open',
  params: z.object({ id }),
  response: z.array(DocumentEdition),
});

export const withdrawDocumentEdition = defineEndpoint({
  ...ofDocument,
  summary: 'Takes an older file of a document off the list, so that visitors can no longer download it',
  method: 'DELETE',
  path: '/api/public-documents/:id/editions/:file',
  access: 'administrator',
  params: z.object({ id, file: z.uuid('must be the id of a file') }),
  response: z.array(DocumentEdition),
});
