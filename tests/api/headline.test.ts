import { expect, test } from 'vitest';
import { Headline, readHeadline } from '#contract/headline.ts';
import { dataProviders } from '#domain/agencies.ts';
import { describeConditions, describeSites, thinPlaces } from '#server/headline/headline-text.ts';
import { briefRequest, insertBriefFixture, raiseVersion, withoutValues } from '../support/brief-fixture.ts';
import { describeEngines } from '../support/engines.ts';
import { sharePortal } from '../support/shared-store.ts';
import { openTestApp } from '../support/test-app.ts';

describeEngines('the headline', (open) => {
  const { store, portal } = sharePortal(open, {
    now: '2022-07-01T18:00:00Z',
    insert: insertBriefFixture,
    brief: briefRequest,
    openProviders: dataProviders.map(({ name }) => name),
  });

  const read = async (from = portal) => Headline.parse(await from.request(readHeadline, {}));

  const readWithout = (where: string) => withoutValues(store, where, () => read());

  test('has the first figures of the brief of today in words', async () => {
    const { storage, snow, flow, ...counts } = await read();
    expect(storage).toEqual({
      value: '7.74 KAF',
      lines: ['65 % full on Jun 30, 2022', expect.stringMatching(/^(highest on record|much above normal)/)],
    });
    expect(snow?.value).toMatch(/^\d+ %$/);
    expect(snow?.lines[0]).toBe('of the median on Jun 30, 2022, 2 of 3 sites');
    expect(flow).toEqual({ value: '122 cfs', lines: ['on Jun 30, 2022', expect.stringContaining('record')] });
    expect(counts).toMatchObject({ newest: '2022-06-30' });
    expect(counts.sites_text).toContain('Latest day with values Jun 30, 2022, 1 day ago.');
  });

  test('says that a sum rests on an older day while a reservoir is silent', async () => {
    const { storage } = await readWithout(`loc_ndx = 2 and rdate = '2022-06-30'`);
    expect(storage?.lines[0]).toMatch(/^64 % full on Jun 29, 2022, the last day of all 3 sites$/);
  });

  test('gives no sum and says why when a reservoir has been silent for more than 30 days', async () => {
    const { storage } = await readWithout(`loc_ndx = 2 and rdate >= '2022-05-01'`);
    expect(storage?.value).toBe('Not shown');
    expect(storage?.lines.join()).toMatch(/^There is no total: /);
  });

  test('has each site with a class once, where it is, and sums them up', async () => {
    const { conditions, conditions_text } = await read();
    const places = conditions.flatMap((each) => each.places);
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) expect(place).toEqual([-112, 43.5]);
    expect(conditions_text).toMatch(new RegExp(`^${places.length} sites? with a normal: `));
  });

  test('withholds figures and conditions of providers that are not open', async () => {
    await using closed = openTestApp(store, { brief: briefRequest, openProviders: [] });
    const { storage, snow, flow, conditions } = await read(closed);
    expect(storage).toEqual({
      value: 'Not shown',
      lines: ['There is no total: the values of some reservoirs need an account.'],
    });
    expect([snow?.value, flow?.value]).toEqual(['Not shown', 'Not shown']);
    expect(conditions).toEqual([]);
  });

  test('has no figures if the basin file asks for none, and says that there are no values', async () => {
    await using plain = openTestApp(store);
    await store.query('delete from location_parameter');
    await raiseVersion(store);
    const answer = await read(plain);
    expect(answer).toMatchObject({
      current_count: 0,
      newest: null,
      storage: null,
      snow: null,
      flow: null,
      conditions: [],
      conditions_text: 'No site has a normal for the date.',
    });
    expect(answer.sites_text).toMatch(/^\d+ monitoring sites\. No site has a value yet\.$/);
  });
});

test('the counts say of what the figures are made', () => {
  const counts = { site_count: 1371, current_count: 334, newest: '2026-11-21' };
  const marks = { isProvisional: true };
  expect(describeSites({ ...counts, ...marks }, '2026-11-22')).toBe(
    '334 of 1,371 monitoring sites with values in the last 30 days. Latest day with values Nov 21, 2026, 1 day ago. Provisional values.',
  );
  const approved = { isProvisional: false };
  // A clock that is behind makes no day of the future.
  expect(describeSites({ ...counts, ...approved }, '2026-11-20')).toBe(
    '334 of 1,371 monitoring sites with values in the last 30 days. Latest day with values Nov 21, 2026, today.',
  );
});

test('the conditions are counted by their side of normal', () => {
  const places = (count: number) => Array.from({ length: count }, (): [number, number] => [-112, 43]);
  expect(
    describeConditions([
      { class: 'lowest on record', places: places(2) },
      { class: 'below normal', places: places(3) },
      { class: 'normal', places: places(4) },
      { class: 'highest on record', places: places(1) },
    ]),
  ).toBe('10 sites with a normal: 5 below normal, 4 normal, 1 above.');
});

test('a portal with many records draws some of each class, and says so', () => {
  const places = (count: number) => Array.from({ length: count }, (_, at): [number, number] => [at, 43]);
  const conditions = [
    { class: 'lowest on record' as const, places: places(1) },
    { class: 'normal' as const, places: places(1000) },
  ];
  const { step, conditions: drawn } = thinPlaces(conditions, 600);
  expect(drawn.map((each) => each.places.length)).toEqual([1, 500]);
  expect(describeConditions(conditions, step)).toBe(
    '1,001 sites with a normal: 1 below normal, 1000 normal, 0 above. 1 of 2 is drawn.',
  );
  expect(thinPlaces(conditions, 2000)).toEqual({ step: 1, conditions });
});
