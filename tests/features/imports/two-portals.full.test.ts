import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readAccountUser } from '#contract/account/account.ts';
import { createRequester, type Requester } from '#contract/request.ts';
import { readCurrentImport, startImport } from '#features/imports/contract.ts';
import { listSiteSummaries } from '#features/site-summary/contract.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { createTestDatabase } from '../../support/engines.ts';
import { createFakeAgencies } from '../../support/fake-agencies.ts';
import { createPortalProcess, type PortalProcess } from '../../support/portal-processes.ts';
import { announcement, findModelCalls } from '../../support/records.ts';
import { connectRemoteApp } from '../../support/remote-app.ts';
import { type RoundRobin, startRoundRobin } from '../../support/round-robin.ts';
import { callback, locationOf, origin, TestBrowser, type Tokens } from '../../support/test-browser.ts';

/** The agency that the portals of `portal-process.ts` import in tests that kill them. */
const agency = createFakeAgencies().find(({ source }) => source === 'usgs');
const expectedRows = agency?.expectedRows ?? [];

/** One line per daily value that an import ends with, sorted. */
const expectedLines = expectedRows
  .map(({ site, parameter, day, value, approval, qualifier }) =>
    [site, parameter, day, value, approval, ...(qualifier === null ? [] : [qualifier])].join(' '),
  )
  .toSorted();
const expectedSeries = new Set(expectedRows.map(({ site, parameter }) => `${site} ${parameter}`)).size;

/** The same lines of what is stored. */
async function readStoredLines(store: Store): Promise<string[]> {
  const rows = await store.query<{ line: string }>(
    `select concat_ws(' ', loc_id, parameter_ndx, rdate, result_value_daily::float8, approval, qualifier) as line
     from daily_value join location using (loc_ndx)`,
  );
  return rows.map(({ line }) => line).toSorted();
}

/** Deletes the values, so that the next import has something to write. */
async function deleteStored(store: Store): Promise<void> {
  await store.query(
    'truncate daily_value, daily_value_addition, series_source, statistic_day, location_parameter',
  );
}

/** The number of the last import that has succeeded; 0 if none has. */
async function readLastSuccess(store: Store): Promise<number> {
  const [row] = await store.query<{ last: number }>(
    `select coalesce(max(ingest_run_ndx), 0)::int as last from ingest_run where status = 'succeeded'`,
  );
  return row?.last ?? 0;
}

/** Where the imports of `portal-process.ts` write when they began and when they were last active. */
async function createWitnesses(store: Store): Promise<void> {
  await store.query(`create table import_witness (id serial, pid int,
    started timestamptz not null default clock_timestamp(), last_activity timestamptz not null default clock_timestamp())`);
}

/** Pairs of imports that were active at the same time. */
function findOverlaps(store: Store): Promise<unknown[]> {
  return store.query(
    'select a.id, b.id from import_witness a join import_witness b on b.id > a.id and b.started < a.last_activity',
  );
}

/** Finds the portal that is importing. */
async function findImporter(
  portals: readonly PortalProcess[],
  developer: { token: string },
): Promise<PortalProcess | undefined> {
  for (const portal of portals) {
    const port = portal.port();
    if (port === undefined) continue;
    const request = createRequester({ origin: `http://127.0.0.1:${port}` });
    const current = await request(readCurrentImport, {}, developer).catch(() => undefined);
    if (current?.import?.status === 'running' && !current.import.is_elsewhere) return portal;
  }
  return undefined;
}

/** `TEST_KILLS=50` shows more of the moments at which a kill may come. */
const kills = Number(process.env.TEST_KILLS ?? 6);
/** What the documentation promises of a portal that has the processor when it needs it. */
const maxStaleMs = 5000;
/** Between two actions of a person. The portals, which are started with every kill, need most of the processor. */
const pauseMs = 300;
const { calls } = findModelCalls('announcements');

type Seen = { title: string; isPublished: boolean };

describe.skipIf(!inject('postgresUrl'))('two portals on one PostgreSQL, behind a round-robin proxy', () => {
  let folder: string;
  let store: Store;
  let drop: () => Promise<void>;
  let portals: [PortalProcess, PortalProcess];
  let proxy: RoundRobin;
  let everybody: Requester;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'portal-two-'));
    const database = await createTestDatabase();
    drop = database.drop;
    store = await openStore(database.url);
    await createWitnesses(store);
    const environment = { DATABASE_URL: database.url, DATA_DIR: folder, PORTAL_ORIGIN: origin };
    portals = [createPortalProcess(environment), createPortalProcess(environment)];
    await Promise.all(portals.map((portal) => portal.start()));
    proxy = await startRoundRobin(() => portals.flatMap((portal) => portal.port() ?? []));
    everybody = requesterAt(proxy.port);
  }, 60_000);

  afterAll(async () => {
    await Promise.all(portals.map((portal) => portal.kill()));
    await proxy?.close();
    await store?.close();
    await drop?.();
    rmSync(folder, { recursive: true, force: true });
  });

  const requesterAt = (port: number) => createRequester({ origin: `http://127.0.0.1:${port}` });

  const inFlight = { signIn: 0, publish: 0 };
  const acknowledged = { signIn: 0, publish: 0, import: 0 };
  const failed = { signIn: 0, publish: 0, import: 0 };
  const killedDuring = { signIn: 0, publish: 0, import: 0 };
  const staleness: number[] = [];
  let isOver = false;

  /** Runs a step that a kill may interrupt, and counts it. */
  async function attempt<T>(kind: 'signIn' | 'publish', work: () => Promise<T>): Promise<T | undefined> {
    inFlight[kind] += 1;
    try {
      const result = await work();
      acknowledged[kind] += 1;
      return result;
    } catch {
      failed[kind] += 1;
      return undefined;
    } finally {
      inFlight[kind] -= 1;
    }
  }

  const createBrowser = () => new TestBrowser(connectRemoteApp(proxy.port));

  async function signIn(browser = createBrowser()): Promise<Tokens> {
    const tokens = await browser.signIn();
    if (!tokens.access_token) throw new Error('There is no token.');
    return tokens;
  }

  /** Somebody with every role who signs in again and again. Tokens expire, so the others use the newest one. */
  async function signInRepeatedly(all: Tokens[], staff: { token: string }) {
    while (!isOver) {
      const tokens = await attempt('signIn', signIn);
      if (tokens) {
        all.push(tokens);
        staff.token = tokens.access_token;
      }
      await sleep(pauseMs);
    }
  }

  /** Measures how long a portal shows an older state than this; a portal that is killed meanwhile is not measured. */
  async function measureStaleness(since: number, isNew: (request: Requester) => Promise<boolean>) {
    await Promise.all(
      portals.map(async (portal) => {
        const port = portal.port();
        if (port === undefined) return;
        try {
          while (!(await isNew(requesterAt(port)))) {
            if (performance.now() - since > 12 * maxStaleMs) break;
            await sleep(50);
          }
          staleness.push(performance.now() - since);
        } catch {
          // It has been killed.
        }
      }),
    );
  }

  /** An editor who publishes a record, and then new content of it. */
  async function publishRepeatedly(name: string, editor: { token: string }, records: Map<string, Seen[]>) {
    for (let n = 0; !isOver; n += 1) {
      await sleep(pauseMs);
      const old = `Old ${name} ${n}`;
      const made = await attempt('publish', () =>
        everybody(calls.create, { body: { ...announcement(old), status_id: 2 as const } }, editor),
      );
      if (!made) continue;
      const { id } = made;
      records.set(id, [{ title: old, isPublished: true }]);
      const title = `New ${name} ${n}`;
      const saved = await attempt('publish', () =>
        everybody(calls.save, { params: { id }, body: { ...announcement(title), publish: true } }, editor),
      );
      if (saved) {
        records.set(id, [{ title, isPublished: true }]);
        await measureStaleness(performance.now(), (request) =>
          request(calls.read, { params: { id } }, {}).then((record) => record.title === title),
        );
      } else records.get(id)?.push({ title, isPublished: true });
    }
  }

  const countSeries = async (request: Requester, developer: { token: string }) =>
    (await request(listSiteSummaries, {}, developer)).length;

  /** A developer who imports again and again; the values are deleted in between, so that there is something to write. */
  async function importRepeatedly(developer: { token: string }) {
    while (!isOver) {
      const before = await readLastSuccess(store);
      const started = await everybody(startImport, { body: { source: 'usgs' } }, developer).catch(
        () => undefined,
      );
      if (!started) await sleep(pauseMs);
      else while ((await findImporter(portals, developer)) && !isOver) await sleep(pauseMs);
      if ((await readLastSuccess(store)) === before) continue;
      acknowledged.import += 1;
      expect(await readStoredLines(store)).toEqual(expectedLines);
      await measureStaleness(
        performance.now(),
        async (request) => (await countSeries(request, developer)) === expectedSeries,
      );
      await deleteStored(store);
      await measureStaleness(
        performance.now(),
        async (request) => (await countSeries(request, developer)) === 0,
      );
    }
  }

  /** Kills the portals in turn, each time amid the next kind of work. */
  async function killRepeatedly(developer: { token: string }) {
    const wanted = ['signIn', 'publish', 'import'] as const;
    for (let kill = 0; kill < kills; kill += 1) {
      const kind = wanted[kill % wanted.length] ?? 'signIn';
      const before = { ...acknowledged };
      let victim: PortalProcess | undefined;
      while (!victim) {
        const isWorking = acknowledged.signIn > before.signIn && acknowledged.publish > before.publish;
        if (kind === 'import') victim = await findImporter(portals, developer);
        else if (isWorking && inFlight[kind] > 0) victim = portals[kill % 2];
        if (!victim) await sleep(kind === 'import' ? 100 : 5);
      }
      if (inFlight.signIn > 0) killedDuring.signIn += 1;
      if (inFlight.publish > 0) killedDuring.publish += 1;
      if (kind === 'import') killedDuring.import += 1;
      await victim.kill();
      await victim.start();
    }
  }

  test(`loses nothing in ${kills} kills of either`, { timeout: 600_000 }, async () => {
    const early = [createBrowser(), createBrowser(), createBrowser()];
    const earlyTokens = await Promise.all(early.map((browser) => signIn(browser)));
    const staff = { token: earlyTokens[0]?.access_token ?? '' };
    const signedIn: Tokens[] = [];
    const records = new Map<string, Seen[]>();
    const work = [
      signInRepeatedly(signedIn, staff),
      publishRepeatedly('one', staff, records),
      publishRepeatedly('two', staff, records),
      importRepeatedly(staff),
    ];
    const began = performance.now();
    await Promise.race([killRepeatedly(staff), Promise.all(work)]);
    isOver = true;
    await Promise.all(work);
    const seconds = Math.round((performance.now() - began) / 1000);

    // Nothing acknowledged is lost: records.
    const request = everybody;
    const published = new Map((await request(calls.list, {}, {})).map((each) => [each.id, each.title]));
    for (const [id, states] of records) {
      expect(
        states.map(({ title }) => title),
        id,
      ).toContain(published.get(id));
      const record = await request(calls.read, { params: { id } }, staff);
      expect(record).toMatchObject({ id, status_id: 2, parent_id: null, title: published.get(id) });
    }
    // Sign-ins: every token is good at both portals, and is renewed once.
    const recent = signedIn.slice(-20);
    for (const portal of portals) {
      for (const { access_token: token } of recent) {
        const user = await requesterAt(portal.port() ?? 0)(readAccountUser, {}, { token });
        expect(user.isAdmin).toBe(true);
      }
    }
    for (const { refresh_token } of recent) {
      expect((await createBrowser().refresh(refresh_token)).statusCode).toBe(200);
    }
    // Sessions from before the first kill.
    for (const browser of early) {
      const { answer } = await browser.authorize();
      expect(locationOf(answer)).toMatch(`${callback}?code=`);
    }
    // Imports: what was written is whole, and no two processes wrote at the same time.
    await expect
      .poll(
        () =>
          request(startImport, { body: { source: 'usgs' } }, staff).then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true);
    // The import may not have begun when nobody imports, and no earlier one may have come to its end.
    await expect.poll(() => readStoredLines(store)).toEqual(expectedLines);
    await expect.poll(() => findImporter(portals, staff)).toBeUndefined();
    expect(await findOverlaps(store)).toEqual([]);
    const runs = await store.query<{ status: string; runs: number }>(
      'select status, count(*)::int as runs from ingest_run group by status order by status',
    );
    expect(runs.map(({ status }) => status)).not.toContain('running');
    // A portal that has just been started may have to wait for the processor: most are within the promise, and none is left behind.
    const sorted = staleness.toSorted((one, other) => one - other);
    expect(sorted[Math.floor(0.9 * sorted.length)]).toBeLessThan(maxStaleMs);
    expect(sorted.at(-1)).toBeLessThan(12 * maxStaleMs);

    console.table({ killedDuring, acknowledged, failed });
    console.log(
      `${kills} kills in ${seconds} s; ${proxy.broken()} requests broken; imports: ${runs.map(({ status, runs: n }) => `${n} ${status}`).join(', ')}; longest staleness ${Math.round(Math.max(...staleness))} ms of ${staleness.length} measured`,
    );
    // Each kind of work was interrupted by at least a quarter of the kills.
    expect(Math.min(...Object.values(killedDuring))).toBeGreaterThanOrEqual(kills / 4);
  });
});
