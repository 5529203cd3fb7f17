import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRequester } from '#client/request.ts';
import { createAccessToken } from '#contract/access-tokens.ts';
import { addDays, todayInBasin } from '#lib/calendar.ts';
import { openStore } from '#server/db/open-store.ts';
import { Latencies } from '../../bench/load/latencies.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { createPortalProcess, type PortalProcess } from '../../support/portal-processes.ts';
import { refreshRecord } from '../../support/refresh-record.ts';
import { connectRemoteApp } from '../../support/remote-app.ts';
import { origin, TestBrowser } from '../../support/test-browser.ts';

const rounds = 5;
/** A round is so many pairs of slices, one with the script and one without, so that both get the same of other work. */
const pairs = 6;
const sliceSeconds = 2;
/** 1,000 requests in the minute that all slices with the script take. */
const requestsPerSlice = Math.ceil(1000 / (rounds * pairs));
const people = 6;
const maxRatio = 1.2;

let folder: string;
let portal: PortalProcess;
let session: string;
let script: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-tokens-'));
  const store = await openStore(path.join(folder, 'db'));
  await insertFixture(store);
  await store.query(`insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval)
    select l, 1, d::date, 100 + extract(doy from d), 'A' from generate_series(1, 2) l
    cross join generate_series('2014-10-01'::timestamp, '2024-09-30', '1 day') d`);
  for (const loc_ndx of [1, 2]) await refreshRecord(store, { loc_ndx, parameter_ndx: 1 });
  await store.close();
  portal = createPortalProcess({
    DATABASE_URL: '',
    DATA_DIR: path.join(folder, 'db'),
    PORTAL_ORIGIN: origin,
    TOKEN_RATE_LIMIT_PER_MINUTE: '1100',
  });
  await portal.start();
  const port = portal.port() ?? 0;
  session = (await new TestBrowser(connectRemoteApp(port)).signIn()).access_token;
  const request = createRequester({ origin: `http://127.0.0.1:${port}` });
  const body = { name: 'Script', ends_on: addDays(todayInBasin(new Date()), 1) };
  script = (await request(createAccessToken, { body }, { token: session })).secret;
}, 240_000);

afterAll(async () => {
  await portal?.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function get(address: string, token?: string): Promise<number> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${portal.port()}${address}`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** A year of daily values. */
const series = (site: number) => `/api/timeseries-daily-data/1/${site}/2023-10-01/2024-09-30?format=columns`;

/** What people ask for meanwhile: the same kinds of requests as a script, and smaller ones. */
const mix: readonly (readonly [address: string, isSignedIn: boolean])[] = [
  ['/api/public-map/wells', false],
  [series(2), true],
  ['/api/basket', true],
  ['/api/sites/1', false],
  ['/api/wy-analysis-comparison/1/2/Median,2020,2021', true],
  ['/api/latest-values', true],
];

async function sendTokenRequests(): Promise<number[]> {
  const sent: Promise<number>[] = [];
  const pauseMs = (sliceSeconds * 1000) / requestsPerSlice;
  const began = performance.now();
  for (let at = 0; at < requestsPerSlice; at += 1) {
    await sleep(Math.max(0, began + at * pauseMs - performance.now()));
    sent.push(get(series(1), script));
  }
  return Promise.all(sent);
}

async function sendPeoplesRequests(latencies: Latencies): Promise<void> {
  const end = performance.now() + sliceSeconds * 1000;
  const visit = async (first: number) => {
    for (let at = first; performance.now() < end; at += 1) {
      const [address, isSignedIn] = mix[at % mix.length] ?? ['', false];
      const asked = performance.now();
      const status = await get(address, isSignedIn ? session : undefined);
      latencies.add('people', performance.now() - asked);
      if (status !== 200) latencies.addFailure(`${address}: ${status}`);
      await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: people }, (_, at) => visit(at)));
}

/** @returns the people's 99th percentile with the script, of that without */
async function measureRound(): Promise<number> {
  const [quiet, busy] = [new Latencies(), new Latencies()];
  const withScript = async () => {
    const [statuses] = await Promise.all([sendTokenRequests(), sendPeoplesRequests(busy)]);
    expect(new Set(statuses)).toEqual(new Set([200]));
  };
  for (let pair = 0; pair < pairs; pair += 1) {
    // In turn, one or the other comes first.
    if (pair % 2 === 0) await withScript();
    await sendPeoplesRequests(quiet);
    if (pair % 2 === 1) await withScript();
  }
  expect([...quiet.failures, ...busy.failures]).toEqual([]);
  return busy.percentile(0.99) / quiet.percentile(0.99);
}

test('1,000 requests of a token within a minute slow nobody else', { timeout: 300_000 }, async () => {
  // The first answers of each kind are computed, the later ones cached.
  await sendPeoplesRequests(new Latencies());
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) ratios.push(await measureRound());
  const median = ratios.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN;
  console.log(`p99 with a script, of that without: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`);
  expect(median).toBeLessThanOrEqual(maxRatio);
});
