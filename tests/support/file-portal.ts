import { openFolderStorage } from '#server/storage/folder-storage.ts';
import { openEmbeddedStore } from './engines.ts';
import { closeAfter, temporaryFolder } from './set-up.ts';
import { openTestApp, type TestApp } from './test-app.ts';

/** Opens a portal whose files are in a folder of their own, until the tests of the file have run. */
export async function openFilePortal() {
  const storage = openFolderStorage(temporaryFolder('files'));
  const store = closeAfter(await openEmbeddedStore());
  const portal = closeAfter(openTestApp(store, { storage }));
  return { store, storage, portal };
}

/** Uploads a file as an administrator. */
export const uploadTo = (portal: TestApp, name: string, payload: Buffer | string) => {
  const headers = { 'content-type': 'application/octet-stream' };
  const url = `/api/files?name=${encodeURIComponent(name)}`;
  return portal.send({ method: 'POST', url, headers, payload }, 'Administrator');
};
