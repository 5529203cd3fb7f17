import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createRequester } from '#contract/request.ts';
import { seedDemo } from '#ingest/demo/index.ts';
import { openStore } from '#server/db/open-store.ts';
import { connectPostgres } from '#server/db/postgres/connect-postgres.ts';
import { basin } from '../support/basin.ts';
import { demoSample } from '../support/demo-sample.ts';
import { findDocumentedSql } from '../support/documented-sql.ts';
import { createPooler, hasPooler, type Pooler } from '../support/pgbouncer.ts';
import { createPortalProcess, type PortalProcess } from '../support/portal-processes.ts';
import { type Cluster, createCluster, createReplica } from '../support/postgres.ts';
import { announcement, findModelCalls } from '../support/records.ts';
import { connectRemoteApp } from '../support/remote-app.ts';
import { type RoundRobin, startRoundRobin } from '../support/round-robin.ts';
import { origin, TestBrowser } from '../support/test-browser.ts';

type Tally = { answered: number; longestMs: number; readonly failures: Map<string, number> };

/** What people saw in one phase of a test. */
type Phase = { readonly name: string; readonly reads: Tally; readonly writes: Tally };

type CrowdOptions = {
  readonly port: number;
  readonly token: string;
  readonly readers: number;
  /** The addresses that readers open, in turn. */
  readonly addresses: readonly string[];
  /** What a writer sends, the n-th time. */
  readonly write: (n: number) => { url: string; body: object };
  readonly pauseMs: number;
};

/** People who read and write through an address, and what they see. */
type Crowd = {
  /** Begins a phase of this name. */
  begin(name: string): void;
  /** The tally of the current phase. */
  current(): Phase;
  /** The bodies of all writes that were acknowledged. */
  readonly acknowledged: readonly unknown[];
  /** Lines of a Markdown table, one row per phase. */
  table(): string;
  end(): Promise<void>;
};

const createTally = (): Tally => ({ answered: 0, longestMs: 0, failures: new Map() });

function startCrowd({ port, token, readers, addresses, write, pauseMs }: CrowdOptions): Crowd {
  const app = connectRemoteApp(port);
  const authorization = `Bearer ${token}`;
  const phases: Phase[] = [];
  const acknowledged: unknown[] = [];
  let phase = beginPhase('start');
  let isOver = false;

  function beginPhase(name: string): Phase {
    const begun = { name, reads: createTally(), writes: createTally() };
    phases.push(begun);
    return begun;
  }

  /** Counts in the phase in which the request was sent. Returns the body of a success. */
  async function send(tally: Tally, options: InjectOptions): Promise<unknown> {
    const began = performance.now();
    let failure: string | undefined;
    let body: unknown;
    try {
      const answer = await app.inject(options);
      if (answer.statusCode >= 300) failure = String(answer.statusCode);
      else body = answer.json();
    } catch (error) {
      failure = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    }
    tally.longestMs = Math.max(tally.longestMs, performance.now() - began);
    if (failure === undefined) tally.answered += 1;
    else tally.failures.set(failure, (tally.failures.get(failure) ?? 0) + 1);
    return body;
  }

  async function read(at: number) {
    for (let n = at; !isOver; n += 1) {
      const url = addresses[n % addresses.length] ?? '/';
      await send(phase.reads, { url, headers: { authorization } });
      await setTimeout(pauseMs);
    }
  }

  async function writeRepeatedly() {
    for (let n = 0; !isOver; n += 1) {
      const { url, body } = write(n);
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await send(phase.writes, {
        method: 'POST',
        url,
        headers,
        payload: JSON.stringify(body),
      });
      if (answer !== undefined) acknowledged.push(answer);
      await setTimeout(pauseMs);
    }
  }

  const work = [writeRepeatedly(), ...Array.from({ length: readers }, (_, at) => read(at))];
  return {
    begin: (name) => {
      phase = beginPhase(name);
    },
    current: () => phase,
    acknowledged,
    table: () =>
      [
        '| | reads | failed | longest ms | writes | failed | longest ms |',
        '|---|---|---|---|---|---|---|',
        ...phases.map(
          ({ name, reads, writes }) => `| ${[name, ...cells(reads), ...cells(writes)].join(' | ')} |`,
        ),
      ].join('\n'),
    end: async () => {
      isOver = true;
      await Promise.all(work);
    },
  };
}

function cells({ answered, longestMs, failures }: Tally): string[] {
  const failed = [...failures].map(([kind, count]) => `${count} × ${kind}`).join(', ');
  return [String(answered), failed || 'none', String(Math.round(longestMs))];
}

const isPossible = inject('postgresUrl') && !process.env.TEST_DATABASE_URL && hasPooler;
const { calls } = findModelCalls('announcements');
const metricsToken = 'a-token-of-the-operator';
const poll = { timeout: 30_000, interval: 100 };

// Servers of its own, because they are killed; where they cannot be had, the run has said why.
describe.skipIf(!isPossible)('two portals, pgbouncer, a primary and a replica', () => {
  let folder: string;
  let primary: Cluster;
  let replica: Cluster;
  let pooler: Pooler;
  let portals: PortalProcess[];
  let proxy: RoundRobin;
  let token: string;

  const behind = (portal: Cluster, reads: Cluster) => ({
    portal: { port: portal.port, database: 'postgres' },
    replica: { port: reads.port, database: 'postgres' },
  });

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'portal-replica-'));
    const created = await createCluster();
    if ('unavailable' in created) throw new Error(created.unavailable);
    primary = created;
    const store = await openStore(primary.url);
    await seedDemo(store, { basin, through: '2026-03-01', valuesOf: demoSample });
    await store.close();
    replica = await createReplica(primary, 'replica_a');
    // One by one, because `alter system` may not be part of a transaction.
    const statements = findDocumentedSql('synchronous_standby_names').split(';');
    for (const statement of statements) await run(primary, statement);
    pooler = await createPooler(behind(primary, replica));
    const environment = {
      DATABASE_URL: pooler.urlOf('portal'),
      DATABASE_READ_URL: pooler.urlOf('replica'),
      DATA_DIR: folder,
      PORTAL_ORIGIN: origin,
      METRICS_TOKEN: metricsToken,
    };
    portals = [createPortalProcess(environment), createPortalProcess(environment)];
    await Promise.all(portals.map((portal) => portal.start()));
    proxy = await startRoundRobin(() => portals.flatMap((portal) => portal.port() ?? []));
    token = (await new TestBrowser(connectRemoteApp(proxy.port)).signIn()).access_token;
  }, 120_000);

  afterAll(async () => {
    await Promise.all((portals ?? []).map((portal) => portal.kill()));
    await proxy?.close();
    await pooler?.remove();
    await replica?.remove();
    await primary?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(cluster: Cluster, statement: string) {
    const client = await connectPostgres(cluster.url);
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** How many transactions a server has ended, which include single statements. */
  async function countTransactions(cluster: Cluster): Promise<number> {
    const [row] = await run(
      cluster,
      "select (xact_commit + xact_rollback)::int as ended from pg_stat_database where datname = 'postgres'",
    );
    return Number(row?.ended);
  }

  const getJson = async (port: number | undefined, url: string) =>
    (await connectRemoteApp(port ?? 0).inject({ url, headers: { authorization: `Bearer ${token}` } })).json();

  async function findAddresses(): Promise<string[]> {
    const sites: { loc_ndx: number; parameter_ndx: number }[] = await getJson(
      proxy.port,
      '/api/summary-of-sites-tscompare',
    );
    return [
      '/api/public-map/wells',
      '/api/public-map/layers',
      '/api/summary-of-sites-tscompare',
      '/api/hydro-health-sites-table',
      ...sites
        .slice(0, 8)
        .flatMap(({ loc_ndx, parameter_ndx }) => [
          `/api/timeseries-daily-data/${parameter_ndx}/${loc_ndx}/2016-01-01/2026-03-01?format=columns`,
          `/api/wy-analysis-comparison/${parameter_ndx}/${loc_ndx}/Minimum,Median,Maximum,2024,2025`,
        ]),
    ];
  }

  test('share the load, and lose nothing when each is killed', { timeout: 300_000 }, async () => {
    const addresses = await findAddresses();
    const before = { primary: await countTransactions(primary), replica: await countTransactions(replica) };
    const crowd = startCrowd({
      port: proxy.port,
      token,
      readers: 8,
      addresses,
      write: (n) => ({
        url: '/api/announcements',
        body: { ...announcement(`Notice ${n}`), status_id: 2 },
      }),
      pauseMs: 100,
    });
    /** Waits until people have seen so many more answers in this phase. */
    const untilSeen = (reads: number, writes: number) =>
      expect
        .poll(() => crowd.current().reads.answered >= reads && crowd.current().writes.answered >= writes, {
          ...poll,
          timeout: 60_000,
        })
        .toBe(true);

    crowd.begin('all there');
    await untilSeen(200, 20);
    const after = { primary: await countTransactions(primary), replica: await countTransactions(replica) };
    const health = await getJson(portals[0]?.port(), '/api/health');
    expect(health).toMatchObject({ status: 'ok', primary: 'ok', replica: 'in use' });
    const metrics = await connectRemoteApp(portals[1]?.port() ?? 0).inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    const [, lag] = /^\w*replica_lag_seconds\w* (\S+)$/m.exec(metrics.body) ?? [];
    expect(Number(lag)).toBeLessThan(5);

    for (const [at, portal] of portals.entries()) {
      crowd.begin(`portal ${at + 1} killed`);
      await portal.kill();
      await untilSeen(30, 3);
      await portal.start();
      await untilSeen(60, 6);
    }

    crowd.begin('pgbouncer killed');
    await pooler.kill();
    await expect.poll(() => crowd.current().reads.failures.get('503') ?? 0, poll).toBeGreaterThan(5);
    await pooler.start();
    crowd.begin('pgbouncer back');
    await untilSeen(60, 6);

    crowd.begin('replica killed');
    await replica.stop();
    await untilSeen(100, 0);
    expect(crowd.current().reads.failures).toEqual(new Map());
    await replica.start();
    crowd.begin('replica back');
    await untilSeen(60, 6);
    for (const portal of portals) {
      await expect
        .poll(() => getJson(portal.port(), '/api/health'), poll)
        .toMatchObject({ replica: 'in use' });
    }

    crowd.begin('primary killed');
    await primary.stop();
    await expect.poll(() => crowd.current().writes.failures.get('503') ?? 0, poll).toBeGreaterThan(5);
    await untilSeen(100, 0);
    const { reads, writes } = crowd.current();
    expect(reads.failures).toEqual(new Map());
    expect([...writes.failures.keys()]).toEqual(['503']);
    const refused = await connectRemoteApp(proxy.port).inject({
      method: 'POST',
      url: '/api/announcements',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(announcement('refused')),
    });
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([503, true]);
    expect(await getJson(portals[0]?.port(), '/api/health')).toMatchObject({ status: 'ok', primary: 'away' });

    crowd.begin('replica promoted');
    const promotedAt = performance.now();
    await replica.promote();
    pooler.change(behind(replica, replica));
    await untilSeen(30, 1);
    const takeover = performance.now() - promotedAt;
    await untilSeen(60, 6);
    await crowd.end();

    const published = await createRequester({ origin: `http://127.0.0.1:${proxy.port}` })(calls.list, {}, {});
    const ids = new Set(published.map(({ id }) => id));
    const lost = crowd.acknowledged.filter((each) => !ids.has(String(Reflect.get(Object(each), 'id'))));
    expect(lost).toEqual([]);

    const share = { primary: after.primary - before.primary, replica: after.replica - before.replica };
    console.log(crowd.table());
    console.log(
      `${crowd.acknowledged.length} writes acknowledged, none lost. Writes again ${(takeover / 1000).toFixed(1)} s after the order to promote. Transactions while all were there: ${share.primary} on the primary, ${share.replica} on the replica.`,
    );
    expect(share.replica).toBeGreaterThan(share.primary);
  });
});
