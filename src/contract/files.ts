import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { FileReference } from './fields.ts';

/** The largest file that is taken, in bytes. */
export const maxFileBytes = 50 * 1024 * 1024;

/** What files may hold: endings by media type. The server finds the type out of the bytes. */
export const extensionsByMediaType: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/zip': ['zip'],
  'text/csv': ['csv'],
  'text/plain': ['txt', 'md'],
  'application/json': ['json', 'geojson'],
};

/** `.pdf, .png, …`, as a file field wants it. */
export const acceptedExtensions = Object.values(extensionsByMediaType)
  .flat()
  .map((extension) => `.${extension}`)
  .join(',');

export const uploadFile = defineEndpoint({
  name: 'uploadFile',
  summary: `Stores a file, sent as it is (application/octet-stream), of at most ${maxFileBytes / 1024 / 1024} MB and of an accepted type`,
  method: 'POST',
  path: '/api/files',
  access: 'administrator',
  query: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) }),
  response: FileReference,
  errors: [413],
  tags: ['Files'],
});

export const downloadFile = defineEndpoint({
  name: 'downloadFile',
  summary: 'The bytes of a file, to be saved: anyone’s if a published record has it, else administrators’',
  method: 'GET',
  path: '/api/files/:id',
  access: 'open',
  params: z.object({ id: z.uuid('must be the id of a file') }),
  response: z.unknown(),
  errors: [404],
  tags: ['Files'],
});
