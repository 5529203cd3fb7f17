import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureFolder, syncPath } from '../disk.ts';
import { FileMissing, type FileStorage } from './file-storage.ts';

/** Stores files in a folder of this computer. */
export function openFolderStorage(folder: string): FileStorage {
  return {
    async put(key, file) {
      const target = path.join(folder, key);
      ensureFolder(path.dirname(target));
      // An existing file is complete, because files get their name by a rename. The same bytes may be stored twice at once.
      const partialFile = `${target}.${randomUUID()}.part`;
      try {
        await copyFile(file, partialFile);
        syncPath(partialFile);
        await rename(partialFile, target);
        syncPath(path.dirname(target));
      } catch (error) {
        await rm(partialFile, { force: true });
        throw error;
      }
    },
    async open(key, range) {
      const stream = createReadStream(path.join(folder, key), range);
      try {
        await once(stream, 'open');
      } catch (cause) {
        throw new FileMissing(`There is no file ${key}.`, { cause });
      }
      return stream;
    },
    has: async (key) => existsSync(path.join(folder, key)),
    remove: (key) => rm(path.join(folder, key), { force: true }),
  };
}
