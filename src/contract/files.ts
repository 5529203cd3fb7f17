import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { FileReference } from './records/fields.ts';

/** The largest file that can be uploaded, in bytes. */
export const maxFileBytes = 50 * 1024 * 1024;

/** The media types that can be uploaded, with their file extensions. The server detects the type from the contents. */
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

/** `.pdf,.png,…`, for the `accept` attribute of a file input. */
export const acceptedExtensions = Object.values(extensionsByMediaType)
  .flat()
  .map((extension) => `.${extension}`)
  .join(',');

/** `PDF, PNG, … or GEOJSON`, for messages. */
export const acceptedTypesText = Object.values(extensionsByMediaType)
  .flat()
  .map((extension) => extension.toUpperCase())
  .join(', ')
  .replace(/, (\w+)$/, ' or $1');

export const uploadFile = defineEndpoint({
  summary: `Uploads a file of an accepted type, as application/octet-stream, up to ${maxFileBytes / 1024 / 1024} MB`,
  method: 'POST',
  path: '/api/files',
  access: 'administrator',
  isUpload: true,
  query: z.object({
    name: z
      .string('The file needs a name.')
      .check(z.trim(), z.minLength(1, 'The file needs a name.'), z.maxLength(1000)),
  }),
  response: FileReference,
  errors: [413],
});

export const downloadFile = defineEndpoint({
  summary:
    'Downloads a file, for whoever may read a published record that has it; other files are for administrators',
  method: 'GET',
  path: '/api/files/:id',
  access: 'open',
  params: z.object({ id: z.uuid('must be the id of a file') }),
  response: z.unknown(),
  errors: [404],
});
