import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { ownSource } from '#domain/deliverer.ts';
import type { FeatureSource } from '#ingest/feature-sources.ts';
import { readSourceFile } from '#ingest/reading/read-source-file.ts';
import { SourceRefused } from '#ingest/source.ts';
import { Mapping } from '../../rules/mapping.ts';
import { importFeed } from '../feeds/import-feed.ts';
import { importFile } from '../import-file.ts';
import { fileSource } from '../uploads.ts';

const feedPrefix = 'feed ';

/** A stored file with who may write which sites: those of `writes`, or all. */
const FileRow = z.object({
  name: z.string(),
  path: z.string(),
  made_by: z.string(),
  mapping: z.nullable(Mapping),
  writes_all: z.boolean(),
  writes: z.array(z.int()),
});

/** `feed NAME` reads a feed of the basin file, and a file that was uploaded is imported under its id. */
const source: FeatureSource = {
  usage: 'feed NAME',
  namesOf: ({ feeds = {} }) => Object.keys(feeds).map((name) => `${feedPrefix}${name}`),
  isSource: (name) => name.startsWith(feedPrefix) || name.startsWith(fileSource),
  nameOfRun: (name) => (name.startsWith(fileSource) ? ownSource : name),
  run: async (store, work, report) => {
    const { sourceName } = work;
    if (sourceName.startsWith(feedPrefix))
      return importFeed(store, work, report, sourceName.slice(feedPrefix.length));
    const id = sourceName.slice(fileSource.length);
    const [file] = await store.query(
      sql`update own_file set run = ${work.run}::int where id::text = ${id}
        returning name, path, made_by, mapping, writes_all, writes`,
      FileRow,
    );
    if (!file?.mapping) throw new SourceRefused('The file is not there any more. Upload it again.');
    const { name, path, made_by: by, mapping, writes_all, writes } = file;
    await importFile(store, work, report, {
      ...{ mapping, name, origin: { way: 'file', by } as const },
      mayWrite: (location) => writes_all || writes.includes(location),
      file: await readSourceFile(path),
    });
  },
};

export default source;
