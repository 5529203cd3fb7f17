import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { ensureFolder } from '../ensure-folder.ts';
import { FileMissing, type FileStorage } from './file-storage.ts';

/** Stores files in a folder of this computer. */
export function openFolderStorage(folder: string): FileStorage {
  return {
    async put(key, file) {
      const target = path.join(folder, key);
      ensureFolder(path.dirname(target));
      // An existing file is complete, because files get their name by a rename.
      const partialFile = `${target}.part`;
      await copyFile(file, partialFile);
      await rename(partialFile, target);
    },
    async open(key) {
      const stream = createReadStream(path.join(folder, key));
      try {
        await once(stream, 'open');
      } catch (cause) {
        throw new FileMissing(`There is no file ${key}.`, { cause });
      }
      return stream;
    },
  };
}
