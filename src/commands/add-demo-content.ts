import { Readable } from 'node:stream';
import { seedDemoContent } from '#ingest/demo/content.ts';
import type { Config } from '#server/config.ts';
import type { Store } from '#server/db/store.ts';
import { storeFile } from '#server/files/store-file.ts';
import { openStorage } from '#server/storage/open-storage.ts';

/** Writes the demo's content records, with their files in the configured storage. */
export async function addDemoContent(store: Store, config: Config, through: string): Promise<void> {
  const storage = openStorage(config);
  await seedDemoContent(store, {
    through,
    putFile: ({ name, bytes }) =>
      storeFile(store, storage, { body: Readable.from([bytes]), name, actor: 'demonstration' }),
  });
}
