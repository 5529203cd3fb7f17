import { describe, expect, test } from 'vitest';
import { briefRequest, insertBriefFixture, locationOf } from '../support/brief-fixture.ts';
import { describeOneEngine } from '../support/engines.ts';
import { shareOther, sharePortal } from '../support/shared-store.ts';

const gage = locationOf('G1');
const [all, none] = [['R1', 'G1', 'SPRING', 'REACH'].map(locationOf).join(','), undefined] as const;

/** What says where a value stands; elsewhere in an answer these names stand for nothing. */
const valueKeys = ['value', 'mean_7', 'week_before', 'change', 'median', 'percentile', 'p10', 'rank'];

/** Lists what an answer says of values: `rivers.0.actual.value`. */
function valuesIn(answer: unknown, path: readonly string[] = []): string[] {
  if (typeof answer !== 'object' || answer === null) {
    return answer !== null && valueKeys.includes(path.at(-1) ?? '') ? [path.join('.')] : [];
  }
  return Object.entries(answer).flatMap(([key, each]) => valuesIn(each, [...path, key]));
}

/** Answers for callers of every kind, which have the values that these may see. */
const answers = {
  'latest values of a site': `/api/public-map/latest/${gage}`,
  'cards of sites': `/api/site-cards?sites=${all}`,
  'page of a site': `/api/sites/${gage}`,
  brief: '/api/brief?on=2021-05-14',
} as const;

describeOneEngine('findings of providers', (open) => {
  const parts = { brief: briefRequest };
  const { store, portal } = sharePortal(open, {
    ...parts,
    now: '2021-05-14T18:00:00Z',
    insert: insertBriefFixture,
    openProviders: ['USBR HydroMet'],
  });
  const portals = { open: portal, closed: shareOther(store, { ...parts, openProviders: ['USGS'] }) };

  describe.each(Object.entries(answers))('the %s', (_, url) => {
    test.each([
      ['open', 'visitor', none, true],
      ['open', 'user', 'User', true],
      ['closed', 'visitor', none, false],
      ['closed', 'user', 'User', true],
    ] as const)('of a provider that is %s, for a %s', async (kind, _who, token, isSeen) => {
      const answer = await portals[kind].send(url, token);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers.vary).toMatch(/\bAuthorization\b/);
      expect(answer.headers['cache-control']).toMatch(token ? /^private/ : /^public/);
      if (isSeen) expect(valuesIn(answer.json())).not.toEqual([]);
      else expect(valuesIn(answer.json())).toEqual([]);
      expect(answer.body.includes('"is_withheld":true')).toBe(!isSeen);
    });
  });

  test.each([
    ['open', none, true],
    ['closed', none, false],
    ['closed', 'User', true],
  ] as const)('the conditions on the map, %s, for %s', async (kind, token, isSeen) => {
    const answer = await portals[kind].send('/api/public-map/conditions', token);
    expect(answer.headers.vary).toMatch(/\bAuthorization\b/);
    const found = answer.json().find(({ loc_ndx }: { loc_ndx: number }) => loc_ndx === gage);
    expect(found).toMatchObject(
      isSeen
        ? { is_withheld: false }
        : {
            is_withheld: true,
            value: 'not public',
            standing: 'needs an account',
            class: null,
            percentile: null,
          },
    );
  });

  test.each([
    ['open', none, /7428/],
    ['closed', none, /There is no total|needs an account/],
    ['closed', 'User', /7428/],
  ] as const)('the file of the brief, %s, for %s', async (kind, token, text) => {
    const url = '/api/data/brief.csv?on=2021-05-14';
    const { statusCode, body, headers } = await portals[kind].send(url, token);
    expect(statusCode).toBe(200);
    expect(headers.vary).toMatch(/\bAuthorization\b/);
    expect(body).toMatch(text);
    expect(/7428|2476/.test(body)).toBe(kind === 'open' || token !== undefined);
  });

  test('the headline, which knows nobody', async () => {
    expect((await portals.open.send('/api/headline')).json().flow).toMatchObject({ value: '130 cfs' });
    for (const token of [undefined, 'User']) {
      const { json } = await portals.closed.send('/api/headline', token);
      expect(json()).toMatchObject({ flow: { value: 'Not shown' }, conditions: [], newest: '2022-06-30' });
    }
  });

  test('sums are made of the sites that are open, and a total needs all', async () => {
    await store.query(
      `update location set data_provider_ndx = (select data_provider_ndx from data_provider
        where data_provider_name = 'USGS') where loc_id in ('S1', 'R2')`,
    );
    await store.query('update data_version set version = version + 1');
    const { storage, snow, rivers, moved } = (await portals.open.send(answers.brief)).json();
    expect(storage).toMatchObject({ is_withheld: true, total: null });
    expect(storage.members.map((each: { is_withheld: boolean }) => each.is_withheld)).toEqual([
      false,
      true,
      false,
    ]);
    expect(snow[0]).toMatchObject({ is_withheld: false, count: 1 });
    expect(snow[0].missing).toContain('Site S1');
    expect(rivers[0].actual.is_withheld).toBe(false);
    expect(moved).not.toEqual([]);
  });
});
