import { describe, expect, test } from 'vitest';
import {
  type Course,
  describeAge,
  describeRiverDay,
  describeValue,
  sectionsOf,
  shortCanal,
  shortPlace,
  shortTributary,
  sumOfFlows,
  valueStateOf,
} from '#features/river/rules.ts';
import { basin } from '../../support/basin.ts';
import { day, riverOfBasin, riverSite } from './river-example.ts';

const noBranches = { diversions: [], returns: [], joins: null, is_line: true } as const;
const main: Course = {
  ...noBranches,
  name: 'Main',
  sites: [
    riverSite('A', { loc_name: 'Main River near Alpha', value: 5000 }),
    riverSite('B', { loc_name: 'Main River at Beta', value: 900 }),
  ],
  diversions: [
    {
      below: 'A',
      sites: [
        riverSite('C1', { value: 3000 }),
        riverSite('C2', { value: 450 }),
        riverSite('C3', { value: 0 }),
      ],
    },
  ],
};
const creek: Course = { ...noBranches, name: 'Creek', is_line: false, joins: 'B', sites: [riverSite('K')] };

describe('the rivers of the basin file', () => {
  const { rivers } = riverOfBasin(() => 100);

  test('have all of their gages and reservoirs, in its order', () => {
    const types = new Map(basin.sites.map(({ id, type }) => [id, type]));
    const expected = (basin.rivers ?? []).map(({ sites }) =>
      sites.filter((id) => types.get(id) !== 'Stream Reach').map((id) => id.toUpperCase()),
    );
    expect(rivers.map(({ sites }) => sites.map(({ loc_id }) => loc_id))).toEqual(expected);
    expect(rivers.filter(({ is_line }) => is_line).map(({ name }) => name)).toEqual([
      'Snake River',
      'Henrys Fork',
    ]);
  });

  test('have every pair of neighbors exactly once', () => {
    for (const river of rivers) {
      const pairs = sectionsOf(rivers, river).flatMap(({ from, to }) =>
        from && to ? [`${from.loc_id} ${to.loc_id}`] : [],
      );
      const ids = [
        ...river.sites.map(({ loc_id }) => loc_id),
        ...(river.joins === null ? [] : [river.joins]),
      ];
      expect(pairs).toEqual(ids.slice(1).map((id, at) => `${ids[at]} ${id}`));
    }
  });

  test('have every canal, return and tributary in exactly one stretch', () => {
    const sections = rivers.flatMap((river) => sectionsOf(rivers, river));
    const canals = sections.flatMap((section) => section.canals.map(({ loc_id }) => loc_id));
    const expected = (basin.rivers ?? []).flatMap(({ diversions = [] }) =>
      diversions.flatMap(({ sites }) => sites),
    );
    expect(canals.toSorted()).toEqual(expected.toSorted());
    const tributaries = sections.flatMap((section) => section.tributaries.map(({ river }) => river.name));
    expect(tributaries.toSorted()).toEqual(
      rivers.flatMap(({ name, joins }) => (joins === null ? [] : [name])).toSorted(),
    );
    expect(sections.flatMap(({ returns }) => returns)).toHaveLength(11);
  });

  test('name the fifteen canals between Heise and Lorenzo', () => {
    const [snake] = rivers;
    const section = snake && sectionsOf(rivers, snake).find(({ from }) => from?.loc_id === '13037500');
    expect(section?.to?.loc_id).toBe('13038500');
    expect(section?.canals).toHaveLength(15);
  });
});

test('a stretch before the first site has only what enters there', () => {
  const headed = { ...creek, joins: 'A' };
  const [head, pair] = sectionsOf([main, headed], main);
  expect(head).toMatchObject({ from: undefined, tributaries: [{ river: { name: 'Creek' } }] });
  expect(pair?.tributaries).toEqual([]);
  expect(sectionsOf([main], main)).toHaveLength(1);
});

test.each([
  ['of the day', day, 1000, 'now', '1,000', undefined],
  ['of two days before', '2026-07-13', 1000, 'now', '1,000', undefined],
  ['of three days before', '2026-07-12', 1000, 'older', '1,000', '3 days old'],
  ['of a week before', '2026-07-08', 1000, 'older', '1,000', '7 days old'],
  ['of longer before', '2026-07-07', 1000, 'unknown', undefined, 'no value since Jul 7, 2026'],
  ['of no day', null, null, 'unknown', undefined, 'no value yet'],
  ['of zero, which is a value', day, 0, 'now', '0', undefined],
])('a value %s', (_, rdate, value, state, text, age) => {
  const site = riverSite('A', { rdate, value });
  expect([valueStateOf(site, day), describeValue(site, day), describeAge(site, day)]).toEqual([
    state,
    text,
    age,
  ]);
});

test('says that a withheld value needs an account', () => {
  const site = riverSite('A', { is_withheld: true, rdate: null, value: null });
  expect(describeAge(site, day)).toBe('needs an account');
});

test('a reservoir is as full as its storage of its capacity', () => {
  expect(describeValue(riverSite('A', { value: 810_000, capacity: 1_200_000, units_name: 'AF' }), day)).toBe(
    '68 %',
  );
});

test('a sum counts what is known, and a sum of nothing is unknown', () => {
  const sites = [100, 300, 50, 200, 0].map((value, at) => riverSite(`C${at}`, { value }));
  const missing = riverSite('M', { rdate: '2020-01-01' });
  const { largest, ...sum } = sumOfFlows([...sites, missing], day);
  expect(sum).toEqual({ value: 650, known: 5, count: 6 });
  expect(largest.map(({ loc_id }) => loc_id)).toEqual(['C1', 'C3', 'C0']);
  expect(sumOfFlows([missing], day)).toEqual({ value: undefined, known: 0, count: 1, largest: [] });
});

test.each([
  ['Snake River near Heise', 'near Heise'],
  ['Snake River below Flat Creek near Jackson', 'near Jackson'],
  ['Snake River above Jackson Lake at Flagg Ranch', 'at Flagg Ranch'],
  ['Snake River near Minidoka at Howells Ferry', 'near Minidoka'],
  ['Snake River Gaging Station at Milner', 'at Milner'],
  ['Big Wood River at Hailey (Total Flow)', 'at Hailey'],
  ['American Falls Reservoir', 'American Falls'],
  ['Lake Walcott (Minidoka Dam)', 'Lake Walcott'],
])('%s is called %s', (name, expected) => {
  expect(shortPlace(name)).toBe(expected);
});

test.each([
  ['Burgess Canal', 'Burgess'],
  ['Twin Falls South Side Canal', 'South Side'],
  ['Minidoka Northside Canal', 'Northside'],
  ['Milner-Gooding Canal below N.S. X-Cut', 'Milner-Gooding'],
  ['North Side X-Cut Diversion from Milner-Gooding Canal', 'North Side X-Cut'],
  ['Farmers Friend Canal (Snake River)', 'Farmers Friend'],
  ['Milner Irrigation Pump Canal', 'Milner Irrigation'],
])('the canal %s is called %s', (name, expected) => {
  expect(shortCanal(name)).toBe(expected);
});

test('a tributary with a long name is called by its last gage', () => {
  expect(shortTributary({ name: 'Salt River' }, { loc_name: 'Salt River near Etna' })).toBe('Salt River');
  const gage = { loc_name: 'Malad River near Bliss' };
  expect(shortTributary({ name: 'Big Wood River and Malad River' }, gage)).toBe('Malad River');
});

describe('the sentence', () => {
  const withCanals = (values: readonly (number | null)[]): Course => ({
    ...main,
    diversions: [
      {
        below: 'A',
        sites: values.map((value, at) => riverSite(`C${at}`, { value, rdate: value === null ? null : day })),
      },
    ],
  });
  const withLast = (last: Parameters<typeof riverSite>[1]): Course => ({
    ...main,
    sites: [
      riverSite('A', { loc_name: 'Main River near Alpha' }),
      riverSite('B', { loc_name: 'Main River at Beta', ...last }),
    ],
  });

  test.each<[what: string, courses: readonly Course[], expected: string]>([
    ['canals take water', [main, creek], 'Canals between Alpha and Beta take 3,450 cfs; 900 cfs pass Beta'],
    [
      'they take none',
      [withCanals([0, 0])],
      'No canal between Alpha and Beta takes water; 900 cfs pass Beta',
    ],
    [
      'one has no value',
      [withCanals([100, null])],
      'Canals between Alpha and Beta take 100 cfs; 900 cfs pass Beta; 1 of 2 canals have no value',
    ],
    ['none has a value', [withCanals([null])], 'Main: 5,000 cfs near Alpha, the largest flow of the day'],
    [
      'the gage below has none',
      [withLast({ rdate: '2026-06-01' })],
      'Canals between Alpha and Beta take 3,450 cfs; Beta has no value since Jun 1, 2026',
    ],
    [
      'there are no canals',
      [{ ...main, diversions: [] }],
      'Main: 5,000 cfs near Alpha, the largest flow of the day',
    ],
    ['there are no values', [{ ...main, diversions: [], sites: [] }], 'Main: no values of this day'],
    ['there is no river', [], 'No rivers'],
  ])('where %s', (_, courses, expected) => {
    expect(describeRiverDay(courses, day)).toBe(expected);
  });
});
