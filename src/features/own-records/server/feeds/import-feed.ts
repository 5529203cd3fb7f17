import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Import, ImportStore } from '#ingest/engine/import-series.ts';
import { createRetryingFetch } from '#ingest/reading/http-retry.ts';
import { readSourceFile, toSourceText } from '#ingest/reading/read-source-file.ts';
import type { IngestReport } from '#ingest/report.ts';
import { SourceRefused, type SourceText } from '#ingest/source.ts';
import { Mapping } from '../../rules/mapping.ts';
import { importFile } from '../import-file.ts';
import { noteRead, readStampOf } from './feed-stamps.ts';

/** A feed of the basin file: where it is, and what its rows mean. `{since}` in an address is the stamp until which all of its records have been read. */
const Feed = z.strictObject({
  url: z.optional(z.url({ protocol: /^https?$/ })),
  file: z.optional(z.string()),
  folder: z.optional(z.string()),
  ...Mapping.shape,
});

const since = '{since}';

/** Reads a feed of the basin file. @throws SourceRefused */
export async function importFeed(
  store: ImportStore,
  work: Import,
  report: IngestReport,
  name: string,
): Promise<void> {
  const parsed = Feed.safeParse(work.basin.feeds?.[name]);
  if (!parsed.success) throw new SourceRefused(describeFault(name, parsed.error));
  const { url, file, folder, ...mapping } = parsed.data;
  if ([url, file, folder].filter((each) => each !== undefined).length !== 1)
    throw new SourceRefused(`feeds.${name} of the basin file needs one of url, file and folder.`);
  const origin = { way: 'feed', by: name } as const;
  const terms = { mapping, origin, mayWrite: () => true };
  if (url !== undefined && work.request.file === undefined) {
    const text = await fetchFeed(
      work,
      url.includes(since) ? url.replaceAll(since, await readStampOf(store, name)) : url,
    );
    const spans = await importFile(store, work, report, { ...terms, name, file: text });
    // Only now: an import that does not come to its end is asked for all of its rows again.
    await noteRead(store, name, spans);
    return;
  }
  const importOne = async (each: string) =>
    importFile(store, work, report, {
      ...terms,
      name: path.basename(each),
      file: await readSourceFile(each),
    });
  const one = work.request.file ?? file;
  if (one !== undefined) {
    await importOne(one);
    return;
  }
  // A file that is none leaves those behind it as they are.
  for (const each of await listFiles(folder ?? ''))
    await importOne(each).catch((error: unknown) => {
      if (!(error instanceof SourceRefused)) throw error;
      report.failures.push({ name: path.basename(each), message: error.message });
    });
}

function describeFault(name: string, error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const field = [name, ...(issue?.path ?? [])].join('.');
  return `feeds.${field} of the basin file: ${issue?.message ?? 'is not a feed'}.`;
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => {
    throw new SourceRefused(`The folder ${folder} cannot be read.`);
  });
  const found = names.filter((each) => /\.(csv|json|txt)$/i.test(each)).toSorted();
  if (found.length === 0)
    throw new SourceRefused(`The folder ${folder} has no file that ends with .csv, .txt or .json.`);
  return found.map((each) => path.join(folder, each));
}

async function fetchFeed({ tools }: Import, url: string): Promise<SourceText> {
  const fetchWithRetry = createRetryingFetch(tools);
  return toSourceText(await fetchWithRetry(url, (text) => text));
}
