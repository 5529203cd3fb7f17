import { openFolderStorage } from '#server/storage/folder-storage.ts';
import { openEmbeddedStore } from './engines.ts';
import { closeAfter, temporaryFolder } from './set-up.ts';
import { openTestApp } from './test-app.ts';

/** Opens a portal whose files are in a folder of their own, until the tests of the file have run. */
export async function openFilePortal() {
  const storage = openFolderStorage(temporaryFolder('files'));
  const store = closeAfter(await openEmbeddedStore());
  const portal = closeAfter(openTestApp(store, { storage }));
  return { store, storage, portal };
}
