import { expect, it, test } from 'vitest';
import { type BriefRequest, noBrief, type RiverRequest } from '#contract/basin/basin-requests.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { readAnalogYears } from '#features/analog-years/contract.ts';
import { raiseVersion } from '../../support/brief-fixture.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertLookups } from '../../support/fixture-data.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { openTestApp } from '../../support/test-app.ts';

const token = 'User';
const key = (id: string, parameter: number) => ({ id, name: `${id} of the file`, parameter });

const brief: BriefRequest = {
  ...noBrief,
  storage: {
    label: 'Storage in both lakes',
    parameter_name: 'Reservoir Storage',
    units_name: 'AF',
    members: ['R1', 'R2'].map((id) => ({ ...key(id, parameterNdx.storage), capacity: 9000 })),
  },
  snow: [{ label: 'Upper', sites: ['S1', 'S2', 'NOWHERE'].map((id) => key(id, parameterNdx.swe)) }],
  rivers: [{ actual: key('FLOW', 1), natural: key('FLOW', parameterNdx.streamflow) }],
};
const rivers: RiverRequest = [
  {
    name: 'Otter River',
    isLine: true,
    joins: null,
    places: [],
    diversions: [],
    returns: [],
    reaches: ['G1', 'G2'].map((id) => ({ from: 'A', to: 'B', gain: key(id, parameterNdx.reachGain) })),
  },
];

/** Each water year is wet or dry in all measures: 2 is like 12 and 22 years before. */
const wet = `(extract(year from d + interval '3 months')::int % 11)`;
const series = [
  ['R1', parameterNdx.storage, `1000 + 100 * ${wet} + extract(doy from d)`, '2026-05-10'],
  ['R2', parameterNdx.storage, '500', '2026-05-10'],
  ['S1', parameterNdx.swe, `case when extract(month from d) < 6 then 10 + ${wet} else 0 end`, '2026-05-08'],
  ['S2', parameterNdx.swe, `case when extract(month from d) < 6 then 20 + ${wet} else 0 end`, '2026-05-10'],
  ['FLOW', parameterNdx.streamflow, `100 + 10 * ${wet}`, '2026-05-10'],
  ['G1', parameterNdx.reachGain, `5 + ${wet}`, '2026-05-10'],
  ['G2', parameterNdx.reachGain, '7', '2026-02-01'],
] as const;

describeEngines('analog years', (open) => {
  const { store, portal } = sharePortal(open, {
    now: '2026-05-11T18:00:00Z',
    insert: async (store) => {
      await insertLookups(store);
      for (const [at, [id, parameter, value, end]] of series.entries()) {
        await store.query(
          `insert into location (loc_ndx, loc_id, loc_name, loc_type_ndx, data_provider_ndx, latitude_dd, longitude_dd)
         overriding system value values ($1::int, $2, $3, 10, 8, 43.5, -112)`,
          [at + 1, id, `Site ${id}`],
        );
        await store.query(`insert into daily_value select ${at + 1}, ${parameter}, d::date, ${value}, 'A', null
        from generate_series('1985-10-01'::timestamp, '${end}', '1 day') d`);
        await store.query(`insert into location_parameter values
        (${at + 1}, ${parameter}, '1985-10-01', '${end}', 14800, 41, 14800)`);
      }
    },
    brief,
    rivers,
  });

  const read = async (query = {}) => {
    const found = await portal.request(readAnalogYears, { query }, { token, identify: true });
    if (found === null) throw new Error('The basin file has measures.');
    return found;
  };

  it('ranks the years before by what the day has, with what followed and how well that is met', {
    tags: ['full'],
  }, async () => {
    const found = await read();
    expect(found).toMatchObject({ on: '2026-05-10', newest: '2026-05-10', first: '1985-10-01', year: 2026 });
    // 2026 % 11 is 2, as are these.
    const years = found.nearest.map(({ year }) => year);
    expect(years).toHaveLength(5);
    expect(years.slice(0, 3).toSorted()).toEqual([1993, 2004, 2015]);
    expect(found.nearest[0]).toMatchObject({ year: 2015, on: '2015-05-10' });
    expect(found.complete).toEqual(Array.from({ length: 40 }, (_, at) => 1986 + at));
    const [storage, snow, flow, gains] = found.measures;
    expect(storage).toMatchObject({
      label: 'Storage in both lakes',
      unit: 'AF',
      value: 1830,
      gap: null,
      years: 40,
    });
    // S1 is two days late: half of the sites are enough, and the site that is not shown is named.
    expect(snow).toMatchObject({
      label: 'Snow, Upper',
      unit: '%',
      as_of: '2026-05-10',
      withheld: ['NOWHERE of the file'],
    });
    expect(flow).toMatchObject({ kind: 'flow', as_of: '2026-05-10', gap: null });
    expect(flow?.value).toBeCloseTo(222 * 120 * 1.983471, 0);
    // The other reach has no value of the last week.
    expect(gains).toMatchObject({ label: 'Gain of 1 reach' });
    expect(gains?.value).toBeCloseTo(191 * 7 * 1.983, 0);
    const [first] = found.nearest;
    expect(first?.followed.carry_over).toBe(1000 + 200 + 273 + 500);
    expect(first?.followed.peak).toBe(1000 + 200 + 273 + 500);
    expect(first?.followed.volume).toBeCloseTo(82 * 120 * 1.983471, 0);
    expect(first?.storage).toMatchObject({ first: '2015-05-10' });
    expect(first?.storage.values.at(-1)).toBe(1973);
    expect(found.storage.values.at(-1)).toBe(1830);
    const volume = found.outcomes.find(({ outcome }) => outcome === 'volume');
    expect(volume).toMatchObject({ from: '2026-05-11', to: '2026-07-31' });
    expect(volume?.hindcast?.years).toBe(40);
    expect(volume?.hindcast?.skill).toBeGreaterThan(0.8);
  });

  it('weighs the measures, and leaves out one without weight', async () => {
    const found = await read({ weights: '0,0,1,0' });
    expect(found.weights).toEqual({ storage: 0, snow: 0, flow: 1, gains: 0 });
    expect(found.measures.map(({ gap }) => gap)).toEqual(['weight', 'weight', null, 'weight']);
    expect(found.nearest[0]).toMatchObject({ year: 2015, distance: 0 });
  });

  it('compares February 29 with the 28th of other years', async () => {
    const found = await read({ on: '2024-02-29' });
    expect(found.on).toBe('2024-02-29');
    expect(found.nearest.every(({ year, on }) => on === `${year}-02-${year % 4 === 0 ? 29 : 28}`)).toBe(true);
  });

  it('says on a day of the first years that there is nothing to compare', async () => {
    const found = await read({ on: '1990-01-01' });
    expect(found.measures.map(({ gap }) => gap)).toEqual(['years', 'years', 'years', 'years']);
    expect(found).toMatchObject({ nearest: [], complete: [] });
    expect(found.outcomes.every(({ median, hindcast }) => median === null && hindcast === null)).toBe(true);
  });

  it('has no total without one of its records, nor for who may not see them', async () => {
    await store.query(`update location set is_shown = false where loc_id = 'R2'`);
    await raiseVersion(store);
    const [storage] = (await read()).measures;
    expect(storage).toMatchObject({ gap: 'value', withheld: ['R2 of the file'], value: null });
    await store.query(`update location set is_shown = true where loc_id = 'R2'`);
    await raiseVersion(store);
    const visitor = await portal.request(readAnalogYears, { query: {} });
    expect(visitor?.measures.map(({ gap }) => gap)).toEqual(['value', 'value', 'value', 'value']);
    expect(visitor?.storage.values.every((value) => value === null)).toBe(true);
  });

  it('is nothing for a basin file without any measure', async () => {
    await using other = openTestApp(store);
    expect(await other.request(readAnalogYears, { query: {} })).toBeNull();
  });

  const range = 'needs a day from 1985-10-01 to 2026-05-11, written YYYY-MM-DD';
  const numbers = 'must be four numbers from 0 to 10';
  test.each([
    ['on=2025-02-29', range],
    ['on=yesterday', range],
    ['on=1970-01-01', range],
    ['on=2026-05-12', range],
    ['weights=0,0,0,0', numbers],
    ['weights=-1,1,1,1', numbers],
    ['weights=a,b,c,d', numbers],
    ['weights=1,1,1', numbers],
    ['weights=', numbers],
    ['weights=11,1,1,1', numbers],
  ])('refuses %s in words', async (query, said) => {
    const answer = await portal.send({ method: 'GET', url: `/api/analog-years?${query}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail).toContain(said);
  });
});
