import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { bulkFolder, readSets } from '#features/bulk/server/bulk-folder.ts';
import { seedDemo } from '#ingest/demo/index.ts';
import { yesterdayInBasin } from '#lib/calendar.ts';
import { openStore } from '#server/db/open-store.ts';
import type { BenchResult } from '../../bench/measure.ts';
import { copyRecords } from '../../bench/record-databases.ts';
import { basin } from '../../support/basin.ts';
import { residentMb } from '../../support/child-processes.ts';
import { createDatabase } from '../../support/database-templates.ts';
import { createCluster } from '../../support/postgres.ts';

/** Measures the peak memory of `npm run export:parquet` on PostgreSQL with 33 million values, and how long it takes. */
export async function bench(): Promise<BenchResult[]> {
  const cluster = await createCluster();
  if ('unavailable' in cluster) {
    console.log(`      The Parquet files were not measured: ${cluster.unavailable}.`);
    return [];
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-bulk-'));
  const { url, drop } = await createDatabase(cluster.url);
  const store = await openStore(url);
  try {
    await seedDemo(store, { basin, through: yesterdayInBasin(new Date()) });
    await copyRecords(store, 10);
    // The copies are hidden from the basin's pages, and the files have what is shown.
    await store.query('update location set is_shown = true');
    await store.query('vacuum analyze');
    const began = performance.now();
    const peakMb = await exportAndWatch({ DATABASE_URL: url, DATA_DIR: folder });
    const seconds = (performance.now() - began) / 1000;
    const [set] = await readSets(bulkFolder(folder));
    const files = set?.manifest.files ?? [];
    const sum = (key: 'rows' | 'bytes') => files.reduce((total, file) => total + file[key], 0);
    const rows = sum('rows');
    const megabytes = (sum('bytes') / 1_000_000).toFixed(0);
    const detail = `${rows} values in ${seconds.toFixed(0)} s, ${files.length} files of ${megabytes} MB`;
    return [{ what: 'Parquet files: peak memory', value: peakMb, unit: 'MB', limit: 400, detail }];
  } finally {
    await store.close();
    await drop();
    await cluster.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the command as npm does. Returns the highest resident memory, in MB, which Linux notes. */
async function exportAndWatch(environment: Record<string, string>): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=8', '--max-old-space-size=512', 'src/features/bulk/commands/export-parquet.ts'],
    {
      cwd: path.resolve(import.meta.dirname, '../../..'),
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  let peak = Number.NaN;
  const timer = setInterval(() => {
    peak = residentMb(child.pid ?? 0, 'peak') || peak;
  }, 100);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`The files were not written: code ${code}.`);
  return peak;
}
