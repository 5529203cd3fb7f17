import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { Store } from '#server/db/store.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';
import { openFolderStorage } from '#server/storage/folder-storage.ts';
import { openEmbeddedStore } from './engines.ts';
import { openTestApp, roleVerifier, type TestApp } from './test-app.ts';

export type FilePortal = { readonly store: Store; readonly storage: FileStorage; readonly portal: TestApp };

/** Opens a portal whose files are in a folder of their own, until the tests of the file have run. */
export async function openFilePortal(): Promise<FilePortal> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-files-'));
  const store = await openEmbeddedStore();
  const storage = openFolderStorage(folder);
  const portal = openTestApp(store, { verifier: roleVerifier, storage });
  afterAll(async () => {
    await portal.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { store, storage, portal };
}
