import { expect, test } from 'vitest';
import { readReachGains } from '#contract/season/water-year.ts';
import { readReachGainSeason } from '#features/reach-board/contract.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertReachFixture } from '../../support/fixture-data.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';

const token = 'User';

describeEngines('the cumulative gain', (open) => {
  const { store, portal } = sharePortal(open, { insert: insertReachFixture });
  const ask = requesterAs(portal, token);
  type SeasonQuery = { start?: 'nov' | 'oct' | 'may'; reference?: string };
  const season = (query: SeasonQuery = {}, location = '3') =>
    ask(readReachGainSeason, { params: { location }, query });
  test.each([
    ['nov', '2025-11-01', '2026-10-31', 29],
    // Two water years have a part of the long gap of 1999.
    ['oct', '2025-10-01', '2026-09-30', 28],
    ['may', '2026-05-01', '2026-09-30', 29],
  ] as const)(
    'from %s has its dates, the years that it is compared with and the pace to the median',
    async (start, first, ends, complete) => {
      const found = await season({ start });
      expect(found).toMatchObject({
        start,
        year_num: '2026',
        from: first,
        ends,
        latest: '2026-08-14',
        days_missing: 0,
      });
      expect(found?.sum).toMatchObject({
        through: '2026-08-14',
        days_estimated: 0,
        approval: 'P',
        last_year: '2025',
      });
      const running = found?.curves.find(({ year_num }) => year_num === '2026');
      expect(running?.values.at(-1)).toBe(found?.sum?.gain);
      expect(found?.reference).toMatchObject({ from: 1991, to: 2020, first_year: 1991, last_year: 2020 });
      expect(found?.reference.count).toBe(complete);
      expect(found?.ground?.median).toHaveLength(start === 'may' ? 153 : 366);
      const [one] = found?.sum ? [found.sum] : [];
      expect(found?.pace?.days_left).toBe((Date.parse(ends) - Date.parse('2026-08-14')) / 86_400_000);
      expect(found?.pace?.acre_feet_per_day).toBeCloseTo(
        ((found?.pace?.median_at_end ?? 0) - (one?.gain ?? 0)) / (found?.pace?.days_left ?? 0),
        0,
      );
    },
  );

  test('is compared with the years that are asked for', { tags: ['full'] }, async () => {
    expect((await season({ reference: 'all' }))?.reference).toMatchObject({
      from: 1986,
      to: 2025,
      count: 39,
    });
    const few = await season({ reference: '2018-2020' });
    expect(few).toMatchObject({ reference: { count: 3 }, ground: null, pace: null });
    expect(few?.sum).toMatchObject({ median: null, percent_of_median: null });
    expect(few?.sum?.rank).toBe((await season())?.sum?.rank);
  });

  test('ends at a long gap, and is not ranked beyond it', async () => {
    const flagged = `update daily_value set flag = $1
      where (loc_ndx, parameter_ndx) = (3, 9) and rdate between '2026-03-01' and '2026-03-09'`;
    await store.query(flagged.replace('$1', `'spike'`));
    const found = await season();
    await store.query(flagged.replace('$1', 'null'));
    expect(found).toMatchObject({ latest: '2026-08-14', days_missing: 9, pace: null });
    expect(found?.sum).toMatchObject({ through: '2026-02-28', days_measured: 120 });
    expect(found?.curves.find(({ year_num }) => year_num === '2026')?.places).toHaveLength(120);
  });

  test('is absent for a reach without values', async () => {
    expect(await season({}, '2')).toBeNull();
  });

  test('has only whole acre-feet, without a minus before zero', async () => {
    const text = JSON.stringify((await season())?.curves);
    expect(text).not.toMatch(/\d\.\d|-0[,\]]/);
  });

  test('rests on as many years as the totals of the table', { tags: ['full'] }, async () => {
    const { reference } = (await ask(readReachGainSeason, {
      params: { location: '3' },
      query: { start: 'oct' },
    })) ?? { reference: { count: 0 } };
    const gains = await ask(readReachGains, {
      params: { location: '3', series: 'Median' },
      query: { totals: 'true' },
    });
    expect(gains.find(({ month_abbrev }) => month_abbrev === 'Annual Total')?.count).toBe(reference.count);
  });

  test.each([
    ['a season from July', '/api/reach-gains-season/3?start=jul', 400],
    ['a reference that ends before it begins', '/api/reach-gains-season/3?reference=2020-1991', 400],
    ['a reference that is no period', '/api/reach-gains-season/3?reference=normals', 400],
    ['a season of a reach there is not', '/api/reach-gains-season/999', 404],
  ])('refuses %s', async (_, url, status) => {
    const answer = await portal.send(url, token);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });
});
