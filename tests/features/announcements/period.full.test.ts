import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openEmbeddedStore } from '../../support/engines.ts';
import { announcement, findModelCalls } from '../../support/records.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const { calls } = findModelCalls('announcements');
const period = { starts_at: '2026-03-08T01:30', ends_at: '2026-03-08T03:30' };

describe('an announcement', () => {
  let id: string;

  const { portal } = sharePortal(openEmbeddedStore);
  const body = { ...announcement('Gates close'), ...period, status_id: 2 as const };
  beforeAll(async () => {
    ({ id } = await portal.request(calls.create, { body }, { token: 'Administrator' }));
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Which of the record, the list and the CSV file have it. */
  async function readAt(instant: string, who: string | undefined) {
    vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
    const send = (path: string) => portal.send(`/api/announcements${path}`, who);
    const record = await send(`/${id}`);
    const [list, csv] = [await send(''), await send('?format=csv')];
    return [record.statusCode === 200, list.body.includes(id), csv.body.includes(id)];
  }

  // America/Denver skips the hour from 2:00 that night, so 3:30 comes an hour early.
  test.each([
    ['2026-03-08T08:29:59Z', false],
    ['2026-03-08T08:30:00Z', true],
    ['2026-03-08T09:30:59Z', true],
    ['2026-03-08T09:31:00Z', false],
  ])('at %s is readable: %s; to Administrators always', async (instant, isReadable) => {
    for (const who of [undefined, 'User', 'Developer']) {
      expect(await readAt(instant, who), who).toEqual([isReadable, isReadable, isReadable]);
    }
    expect(await readAt(instant, 'Administrator')).toEqual([true, true, true]);
  });

  test.each([
    ['no start', { starts_at: null }, '1999-01-01T00:00:00Z'],
    ['no end', { ends_at: null }, '2099-01-01T00:00:00Z'],
  ])('with %s is not bounded there', async (_, change, instant) => {
    const body = { ...announcement('Open'), ...period, ...change, status_id: 2 as const };
    const open = await portal.request(calls.create, { body }, { token: 'Administrator' });
    vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
    expect(await portal.request(calls.read, { params: { id: open.id } })).toMatchObject({ title: 'Open' });
  });
});

test('an answer of before the start is not reused after it', async () => {
  await using store = await openEmbeddedStore();
  await using portal = openTestApp(store);
  const body = { ...announcement('Gates close'), ...period, status_id: 2 as const };
  await portal.request(calls.create, { body }, { token: 'Administrator' });
  const listAt = (instant: string, etag?: string) => {
    vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
    return portal.send({ url: '/api/announcements', headers: etag ? { 'if-none-match': etag } : {} });
  };
  const before = await listAt('2026-03-08T08:29:59Z');
  expect(before.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  const after = await listAt('2026-03-08T08:30:00Z', String(before.headers.etag));
  expect(after.statusCode).toBe(200);
  vi.useRealTimers();
});
