import { existsSync } from 'node:fs';
import path from 'node:path';
import { features } from './index.ts';

/** The folders with the migrations of the features that have tables of their own, in the order of the list. */
export const migrationFolders: readonly { readonly feature: string; readonly folder: string }[] =
  features.flatMap(({ name }) => {
    const folder = path.join(import.meta.dirname, name, 'server/migrations');
    return existsSync(folder) ? [{ feature: name, folder }] : [];
  });
