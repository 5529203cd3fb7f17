import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '#server/db/open-store.ts';
import { copyLoad, createLoad, runImport } from '../support/import-load.ts';
import type { BenchResult } from './measure.ts';

/** Compares the import of five million HydroMet values with a bare COPY of the same rows, into embedded databases on disk. */
export async function benchIngest(count = 5_000_000): Promise<BenchResult[]> {
  const load = createLoad(count);
  const copied = await inFolder((store) => copyLoad(load, store));
  const imported = await inFolder(async (store) => {
    const began = performance.now();
    const report = await runImport(load, store);
    if (report.rows_written < load.count) {
      throw new Error(`${report.rows_written} of ${load.count} written: ${report.failures[0]?.message}`);
    }
    return performance.now() - began - load.buildMs();
  });
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
  return [
    {
      what: `Import of ${load.count} daily values, against a bare COPY of the same rows`,
      value: imported / copied,
      unit: '×',
      limit: 3,
      detail: `${seconds(imported)} against ${seconds(copied)}, ${load.columns.length} series`,
    },
  ];
}

async function inFolder(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<number>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-ingest-'));
  const store = await openStore(folder);
  try {
    return await work(store);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}
