import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';

export const downloadDocument = defineEndpoint({
  errors: [404],
  summary: 'Downloads the current file of a published document. The address stays when the file is replaced',
  method: 'GET',
  path: '/api/public-documents/:id/file',
  access: 'open',
  params: z.object({ id: z.uuid('must be the id of a document') }),
  query: z.object({
    /** `inline` lets a browser show a PDF itself; other files are always saved. */
    disposition: z.optional(z.enum(['attachment', 'inline'], 'must be attachment or inline')),
  }),
  response: z.unknown(),
});
