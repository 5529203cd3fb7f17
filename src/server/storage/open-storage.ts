import type { Config } from '../config.ts';
import type { FileStorage } from './file-storage.ts';
import { openFolderStorage } from './folder-storage.ts';
import { openS3Storage } from './s3-storage.ts';

/** Opens the configured storage: a bucket, or a folder of this computer. */
export function openStorage({ files }: Pick<Config, 'files'>): FileStorage {
  return files.kind === 's3' ? openS3Storage(files) : openFolderStorage(files.folder);
}
