import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileReference } from '#contract/fields.ts';
import type { Store } from '../../db/store.ts';
import type { FileStorage } from '../../storage/file-storage.ts';
import { receiveUpload } from '../../storage/receive-upload.ts';
import { insertStoredFile, lockStorageKey } from './queries.ts';
import { toSafeFileName } from './safe-file-name.ts';

/**
 * Stores the bytes of a file before its row, so that no row refers to missing bytes.
 * @throws HttpProblem 400, 413
 */
export async function storeFile(
  store: Store,
  storage: FileStorage,
  { body, name: givenName, actor }: { body: Readable; name: string; actor: string },
): Promise<FileReference> {
  const name = toSafeFileName(givenName);
  return receiveUpload(body, name, async ({ file, size, sha256, type, charset }) => {
    const storage_key = `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
    await storage.put(storage_key, file, type);
    const reference = { id: randomUUID(), name, type, size };
    await store.transaction(async (tx) => {
      await lockStorageKey(tx, storage_key);
      await insertStoredFile(tx, {
        ...reference,
        storage_key,
        sha256,
        charset: charset ?? null,
        created_by: actor,
      });
    });
    // From here on no sweep removes the bytes, but one may just have removed those of an equal file.
    if (!(await storage.has(storage_key))) await storage.put(storage_key, file, type);
    return reference;
  });
}
