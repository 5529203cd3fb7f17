import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { FileReference } from '#contract/fields.ts';
import { downloadFile, uploadFile } from '#contract/files.ts';
import type { Store } from '../../db/store.ts';
import { HttpProblem, recordNotFound, unauthorized } from '../../http/problems.ts';
import { toRouteOptions } from '../../http/register-endpoint.ts';
import { FileMissing, type FileStorage } from '../../storage/file-storage.ts';
import { receiveUpload } from '../../storage/receive-upload.ts';
import { insertStoredFile, isFilePublished, readStoredFile } from './queries.ts';

const uploadContentType = 'application/octet-stream';

/** Nothing in a file may run, whatever it contains and however it is opened. */
const inertContentPolicy = "default-src 'none'; sandbox";

export function registerFileRoutes(app: FastifyInstance, store: Store, storage: FileStorage) {
  // The body is streamed; `receiveUpload` limits its size.
  app.addContentTypeParser(uploadContentType, (_request, payload, done) => done(null, payload));

  app.route({
    ...toRouteOptions(uploadFile),
    bodyLimit: Number.MAX_SAFE_INTEGER,
    handler: async (request, reply) => {
      const { caller, body } = request;
      if (!caller) throw unauthorized('none');
      if (!(body instanceof Readable)) {
        throw new HttpProblem(
          400,
          `The file is the body of the request, with Content-Type: ${uploadContentType}.`,
        );
      }
      const name = toSafeFileName(uploadFile.query.parse(request.query).name);
      const reference = await storeFile(store, storage, { body, name, actor: caller.subject });
      return reply.header('cache-control', 'no-store').code(201).send(reference);
    },
  });

  app.route({
    ...toRouteOptions(downloadFile),
    handler: async (request, reply) => {
      const { id } = downloadFile.params.parse(request.params);
      const file = await readStoredFile(store, id);
      const isAdministrator = request.caller?.roles.has('Administrator') === true;
      if (!file || !(isAdministrator || (await isFilePublished(store, id)))) throw recordNotFound();
      const stream = await storage.open(file.storage_key).catch((error: unknown) => {
        throw error instanceof FileMissing ? recordNotFound() : error;
      });
      return reply
        .headers({
          'content-disposition': contentDisposition(file.name),
          'content-length': file.size,
          'content-security-policy': inertContentPolicy,
          'cache-control': 'private, no-cache',
          'x-content-type-options': 'nosniff',
        })
        .type(file.type)
        .send(stream);
    },
  });
}

/** Stores the bytes of a file before its row, so that no row refers to missing bytes. */
export async function storeFile(
  store: Store,
  storage: FileStorage,
  { body, name, actor }: { body: Readable; name: string; actor: string },
): Promise<FileReference> {
  return receiveUpload(body, name, async ({ file, size, sha256, type }) => {
    const key = `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
    await storage.put(key, file, type);
    const reference = { id: randomUUID(), name, type, size };
    await insertStoredFile(store, { ...reference, storage_key: key, sha256, created_by: actor });
    return reference;
  });
}

/** Removes folders from a name, and replaces characters that some systems do not allow. */
export function toSafeFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  return last.replace(/[<>:"|?*\p{Cc}]/gu, '_').slice(-150) || 'file';
}

/** Makes browsers save the file. The plain name is for programs without support for the encoded one (RFC 6266). */
function contentDisposition(name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
