import { expect, it, test } from 'vitest';
import type { RiverRequest } from '#contract/basin/basin-requests.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { readReachBoard, readReachGainSeason } from '#features/reach-board/contract.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const token = 'User';
const place = (id: string) => ({ id, name: `at ${id}`, parameter: parameterNdx.streamflow });
const reach = (id: string, from: string, to: string) => ({
  from,
  to,
  gain: { id, name: id, parameter: parameterNdx.reachGain },
});

const rivers: RiverRequest = [
  {
    name: 'Snake River',
    isLine: true,
    joins: null,
    places: [place('HEII'), place('MINI'), place('MILN')],
    diversions: [],
    returns: [],
    reaches: [
      reach('NEELEY-MINIDOKA', 'HEII', 'MINI'),
      reach('RG-B', 'MINI', 'MILN'),
      reach('RG-OLD', 'HEII', 'MILN'),
      reach('RG-UNKNOWN', 'HEII', 'MILN'),
    ],
  },
];

/** A gain that has a season and differs from year to year and from reach to reach. */
const gain = (loc: number) =>
  `round((200 * sin(extract(doy from d) / 58.0) + 40 * cos(extract(year from d) * 3) - ${loc * 20})::numeric, 1)`;

describeEngines('the reach board', (open) => {
  const { store, portal } = sharePortal(open, {
    insert: async (store) => {
      await insertFixture(store);
      await store.query('delete from daily_value where loc_ndx in (1, 3)');
      await store.query(`insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
      overriding system value values (4, 'MINI', 'Minidoka', 10, 8, 42.6, -113.5), (5, 'RG-B', 'Minidoka to Milner', 11, 1, 42.6, -113.6),
      (6, 'MILN', 'Milner', 10, 8, 42.5, -114), (7, 'RG-OLD', 'An old reach', 11, 1, 42.5, -114)`);
      const series = [
        [3, 9, '2026-07-15', gain(3)],
        [5, 9, '2026-07-15', gain(5)],
        [7, 9, '2025-01-10', gain(7)],
        [1, 1, '2026-07-15', '3000'],
        [4, 1, '2026-07-15', '4000'],
        [6, 1, '2026-07-10', '1000'],
      ] as const;
      for (const [loc, parameter, end, value] of series) {
        await store.query(`insert into daily_value select ${loc}, ${parameter}, d::date, ${value},
        case when d >= '2026-05-01' then 'P' else 'A' end, null
        from generate_series('1985-10-01'::timestamp, '${end}', '1 day') d where d::date not in ('2026-07-03')`);
        await store.query(`insert into location_parameter values (${loc}, ${parameter}, '1985-10-01', '${end}', 14000, 41, 14000)
        on conflict (loc_ndx, parameter_ndx) do update set por_start = excluded.por_start, por_end = excluded.por_end`);
      }
    },
    rivers,
  });

  const read = (query = {}) => portal.request(readReachBoard, { query }, { token, identify: true });

  it('compares week, month and season of each reach on its latest day, and says how far they may be off', async () => {
    const board = await read();
    expect(board).toMatchObject({ on: '2026-07-15', newest: '2026-07-15', start: 'nov', error_percent: 5 });
    expect(board?.windows).toEqual({
      week: { from: '2026-07-09', to: '2026-07-15' },
      month: { from: '2026-07-01', to: '2026-07-15' },
      season: { from: '2025-11-01', to: '2026-07-15' },
    });
    expect(board?.reaches.map(({ loc_name, through }) => [loc_name, through])).toEqual([
      ['Neeley to Minidoka', '2026-07-15'],
      ['Minidoka to Milner', '2026-07-15'],
      ['An old reach', null],
    ]);
    const [first, second] = board?.reaches ?? [];
    expect(first).toMatchObject({ from_name: 'at HEII', to_name: 'at MINI', is_provisional: true });
    expect(first?.week?.error).toBeCloseTo(0.05 * Math.hypot(3000, 4000), 0);
    expect(first?.week?.of).toMatchObject({ count: 30, first_year: 1991, last_year: 2020 });
    expect(first?.month).toMatchObject({ from: '2026-07-01', to: '2026-07-15', estimated: 1 });
    expect(first?.week?.year_before?.rdate).toBe('2025-07-15');
    // The gage at Milner is five days behind.
    expect(second?.week?.error).toBeNull();
    expect(first?.weeks).toHaveLength(36);
    expect(first?.usual_weeks.every((each) => each !== null)).toBe(true);
  });

  it('has the season of the page of a reach', { tags: ['full'] }, async () => {
    for (const start of ['nov', 'oct', 'may'] as const) {
      const [board, season] = await Promise.all([
        read({ start, reference: '2001-2020' }),
        portal.request(
          readReachGainSeason,
          { params: { location: '3' }, query: { start, reference: '2001-2020' } },
          { token },
        ),
      ]);
      const found = board?.reaches[0];
      expect(Math.abs((found?.season?.gain ?? 0) - (season?.sum?.gain ?? Number.NaN))).toBeLessThan(1);
      expect(Math.abs((found?.reference_gain ?? 0) - (season?.sum?.median ?? Number.NaN))).toBeLessThan(1);
      const normals = await read({ start });
      const median = normals?.reaches[0]?.season?.of?.median ?? Number.NaN;
      expect(Math.abs(median - (normals?.reaches[0]?.reference_gain ?? 0))).toBeLessThan(1);
      expect(found?.season?.rank?.rank).toBe(season?.sum?.rank);
      expect(found?.pace?.days_left).toBe(season?.pace?.days_left);
    }
  });

  it('adds the reaches that have the day, with the gages at the ends of their chain', async () => {
    const board = await read({ on: '2026-07-10' });
    const [first, second] = board?.reaches ?? [];
    expect(board?.sum?.names).toEqual(['Neeley to Minidoka', 'Minidoka to Milner']);
    expect(board?.sum?.season?.gain).toBeCloseTo((first?.season?.gain ?? 0) + (second?.season?.gain ?? 0), 0);
    expect(board?.sum?.week?.error).toBeCloseTo(0.05 * Math.hypot(3000, 1000), 0);
  });

  it('knows nothing of later days but for the statistics', { tags: ['full'] }, async () => {
    const board = await read({ on: '1995-07-03' });
    const [first] = board?.reaches ?? [];
    expect(first?.through).toBe('1995-07-03');
    expect(first?.week?.rank?.years).toBe(10);
    expect(first?.week?.of?.last_year).toBe(2020);
    // The value of this day is missing.
    const gap = await read({ on: '2026-07-03' });
    expect(gap?.reaches[0]).toMatchObject({ through: '2026-07-02' });
    expect(gap?.sum).toBeNull();
  });

  it('is nothing for a basin file without reaches', { tags: ['full'] }, async () => {
    await using other = openTestApp(store);
    expect(await other.request(readReachBoard, { query: {} })).toBeNull();
  });

  it('does not show values that need an account', async () => {
    const board = await portal.request(readReachBoard, { query: {} });
    expect(board?.reaches.map((each) => [each.is_withheld, each.week, each.weeks])).toEqual(
      Array.from({ length: 3 }, () => [true, null, []]),
    );
    expect(board?.sum).toBeNull();
  });

  test.each([
    ['on=2026-02-30', 'The reach board needs a day from'],
    ['on=2026-07', 'The reach board needs a day from'],
    ['on=1700-01-01', 'The reach board needs a day from'],
    ['on=2199-01-01', 'The reach board needs a day from'],
    ['start=jan', 'start'],
    ['reference=2020-1991', 'must be years such as 1991-2020, or all'],
    ['reference=1991', 'must be years such as 1991-2020, or all'],
    ['error=-5', 'must be a percentage from 0 to 50'],
    ['error=51', 'must be a percentage from 0 to 50'],
    ['error=5.55', 'must be a percentage from 0 to 50'],
    ['error=five', 'must be a percentage from 0 to 50'],
  ])('refuses %s in words', async (query, said) => {
    const answer = await portal.send({ method: 'GET', url: `/api/reach-board?${query}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail).toContain(said);
  });
});
