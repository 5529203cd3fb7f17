import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { processorMsOf } from '../../support/child-processes.ts';
import { type Cluster, createCluster } from '../../support/postgres.ts';
import type { BenchResult } from '../measure.ts';
import { readDuringDownloads } from './downloads.ts';
import { Latencies } from './latencies.ts';
import { readMix } from './mix.ts';
import { runPeople, sendClicks, sendRequests } from './people.ts';
import { startPortal } from './portal.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const dataDir = path.join(root, '.cache/bench-load');

/** Seconds: the unit of the machine that serves 200 people. A slower one is asked to serve fewer. */
const unitOf200People = 0.4;

/** How often each of the two kinds that take longest is asked for, right after the start. */
const clicksOfAKind = 300;

/** Many people for a minute, and a reader beside 24 downloads, on the embedded database and on PostgreSQL. */
export async function benchLoad(unitSeconds: number): Promise<BenchResult[]> {
  const people = Math.max(1, Math.min(200, Math.round((200 * unitOf200People) / unitSeconds)));
  const results = await measureEngine('embedded', {}, people);
  const cluster = await createCluster();
  if ('unavailable' in cluster) {
    console.log(`PostgreSQL is not measured: ${cluster.unavailable}.`);
    return results;
  }
  try {
    results.push(...(await measureEngine('PostgreSQL', { DATABASE_URL: cluster.url }, people, cluster)));
  } finally {
    await cluster.remove();
  }
  return results;
}

async function measureEngine(
  engine: string,
  environment: Record<string, string>,
  people: number,
  cluster?: Cluster,
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
    const readMs = () => processorMsOf(portal.pid) + (cluster ? processorMsOf(cluster.pid()) : 0);
    const dear: BenchResult[] = [];
    for (const [name, addressesOf] of [
      ['a comparison and its standing', mix.comparisons],
      ['daily series of ten sites', mix.series],
    ] as const) {
      const before = readMs();
      const latencies = await sendClicks(portal, addressesOf, clicksOfAKind);
      dear.push({
        what: `Load, ${engine}: ${name}`,
        ms: (readMs() - before) / clicksOfAKind,
        detail: `${((1000 * clicksOfAKind) / (readMs() - before)).toFixed(0)} a CPU-second; p50 ${latencies.percentile(0.5).toFixed(0)} ms, p99 ${latencies.percentile(0.99).toFixed(0)} ms`,
      });
    }
    const firstSeconds = new Latencies();
    await runPeople(portal, mix, { people, seconds: 20, latencies: firstSeconds });
    console.log(
      `\n${people} people in the first 20 s after the start, ${engine}\n\n${firstSeconds.table()}\n`,
    );
    const latencies = new Latencies();
    const before = readMs();
    await runPeople(portal, mix, { people, seconds: 60, latencies });
    const ms = (readMs() - before) / latencies.count();
    console.log(`\n${people} people for the 60 s after these, ${engine}\n\n${latencies.table()}\n`);
    console.log(`Failures: ${JSON.stringify(Object.fromEntries(latencies.failures))}`);
    const loaded = portal.memoryMb() ?? Number.NaN;
    await sendRequests(portal, mix, 5000);
    const growth = (portal.memoryMb() ?? Number.NaN) - loaded;
    const beside = await readDuringDownloads(portal, mix);
    const failures = [...latencies.failures.values()].reduce((sum, count) => sum + count, 0);
    return [
      ...dear,
      {
        what: `Load, ${engine}: one request, on average`,
        ms,
        detail: `${(1000 / ms).toFixed(0)} requests a CPU-second`,
      },
      // How long people wait depends on what else the machine does.
      { what: `Load, ${engine}: API, p99`, value: latencies.percentile(0.99, 'api'), unit: 'ms' },
      { what: `Load, ${engine}: pages, p99`, value: latencies.percentile(0.99, 'page'), unit: 'ms' },
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
