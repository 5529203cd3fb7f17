import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { createCluster } from '../../support/postgres.ts';
import type { BenchResult } from '../measure.ts';
import { readDuringDownloads } from './downloads.ts';
import { Latencies } from './latencies.ts';
import { readMix } from './mix.ts';
import { runPeople, sendRequests } from './people.ts';
import { startPortal } from './portal.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const dataDir = path.join(root, '.cache/bench-load');

/** 200 people for a minute, and a reader beside 24 downloads, on the embedded database and on PostgreSQL. */
export async function benchLoad(): Promise<BenchResult[]> {
  const results = await measureEngine('embedded', {}, 1500);
  const cluster = await createCluster();
  if ('unavailable' in cluster) {
    console.log(`PostgreSQL is not measured: ${cluster.unavailable}.`);
    return results;
  }
  try {
    results.push(...(await measureEngine('PostgreSQL', { DATABASE_URL: cluster.url }, 500)));
  } finally {
    await cluster.remove();
  }
  return results;
}

async function measureEngine(
  engine: string,
  environment: Record<string, string>,
  limit: number,
): Promise<BenchResult[]> {
  const settings = { DATA_DIR: dataDir, ...environment };
  const seeded = spawnSync(process.execPath, ['src/commands/seed.ts'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (seeded.status !== 0) throw new Error('The demonstration data could not be written.');
  const portal = await startPortal(settings);
  try {
    const mix = await readMix(portal);
    const started = portal.memoryMb() ?? Number.NaN;
    const firstSeconds = new Latencies();
    await runPeople(portal, mix, { people: 200, seconds: 20, latencies: firstSeconds });
    console.log(`\n200 people in the first 20 s after the start, ${engine}\n\n${firstSeconds.table()}\n`);
    const latencies = new Latencies();
    await runPeople(portal, mix, { people: 200, seconds: 60, latencies });
    console.log(`\n200 people for the 60 s after these, ${engine}\n\n${latencies.table()}\n`);
    console.log(`Failures: ${JSON.stringify(Object.fromEntries(latencies.failures))}`);
    const loaded = portal.memoryMb() ?? Number.NaN;
    await sendRequests(portal, mix, 5000);
    const growth = (portal.memoryMb() ?? Number.NaN) - loaded;
    const beside = await readDuringDownloads(portal, mix);
    const failures = [...latencies.failures.values()].reduce((sum, count) => sum + count, 0);
    return [
      { what: `Load, ${engine}: API, p99`, value: latencies.percentile(0.99, 'api'), unit: 'ms', limit },
      {
        what: `Load, ${engine}: pages, p99`,
        value: latencies.percentile(0.99, 'page'),
        unit: 'ms',
        limit: 200,
      },
      {
        what: `Load, ${engine}: failed requests`,
        value: failures,
        unit: '',
        limit: 0,
        detail: `of ${latencies.count()}`,
      },
      { what: `Memory right after the start, ${engine}`, value: started, unit: 'MB', limit: 400 },
      {
        what: `Memory that 5,000 more requests take, ${engine}`,
        value: growth,
        unit: 'MB',
        limit: 30,
        detail: `${loaded} MB after the load`,
      },
      ...beside.map((result) => ({ ...result, what: `${result.what}, ${engine}` })),
    ];
  } finally {
    await portal.stop();
  }
}
