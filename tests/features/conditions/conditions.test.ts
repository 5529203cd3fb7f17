import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SiteCondition } from '#contract/public-map.ts';
import { snowColors } from '#domain/snow/snow-colors.ts';
import { packBytes } from '#domain/statistics/condition-bytes.ts';
import {
  addMonths,
  classColors,
  colorByCondition,
  conditionsOfDay,
  otherColors,
  sliderRange,
  unpackSeason,
  unusualRank,
} from '#features/conditions/screen/conditions.ts';
import { latestConditions, sortSites } from '#features/public-map/screen/colors/latest-conditions.ts';
import { fallbackLayer } from '#features/public-map/screen/site-features.ts';
import { hexToLinearRgb, type LinearRgb, relativeLuminance } from '#lib/colors.ts';
import { colorDifference } from '../../support/color-difference.ts';
import { site } from '../../unit/public-map/builders.ts';

function condition(loc_ndx: number, given: Partial<SiteCondition> = {}): SiteCondition {
  return {
    loc_ndx,
    parameter_ndx: 1,
    value: '10 cfs',
    rdate: '2026-11-22',
    standing: 'normal, 50th percentile of 30 years',
    class: 'normal',
    percentile: 50,
    record: null,
    year_before: null,
    is_late: false,
    is_withheld: false,
    week: null,
    capacity: null,
    full: null,
    huc8_snow: null,
    ...given,
  };
}
const noClass = { class: null, percentile: null } as const;
const shown = (conditions: readonly SiteCondition[]) => latestConditions(conditions, new Map());

describe('the slider', () => {
  it.each([
    ['', '2026-11-22', '2025-10-01', '2026-11-22'],
    ['2025-12-24', '2026-11-22', '2025-10-01', '2026-11-22'],
    ['', '2026-06-18', '2025-10-01', '2026-06-18'],
    ['2025-09-30', '2026-06-18', '2024-10-01', '2025-09-30'],
    ['2021-05-14', '2026-06-18', '2020-10-01', '2021-09-30'],
    ['1980-03-01', '2026-06-18', '1980-01-01', '1980-09-30'],
    ['', '2026-10-01', '2025-10-01', '2026-10-01'],
  ])('for “%s” on %s spans %s to %s', (on, today, first, last) => {
    expect(sliderRange(on, today)).toEqual({ first, last });
  });

  it.each([
    ['2021-05-14', 1, '2021-06-14'],
    ['2021-01-31', 1, '2021-02-28'],
    ['2020-01-31', 1, '2020-02-29'],
    ['2021-01-14', -1, '2020-12-14'],
    ['2020-02-29', 12, '2021-02-28'],
    ['2026-11-22', -60, '2021-11-22'],
  ])('moves from %s by %i months to %s', (on, count, expected) => {
    expect(addMonths(on, count)).toBe(expected);
  });
});

describe('the list', () => {
  const sites = [
    site({ loc_ndx: 1, loc_name: 'H normal' }),
    site({ loc_ndx: 2, loc_name: 'G dry' }),
    site({ loc_ndx: 3, loc_name: 'F highest' }),
    site({ loc_ndx: 4, loc_name: 'E late' }),
    site({ loc_ndx: 5, loc_name: 'D ended' }),
    site({ loc_ndx: 6, loc_name: 'C withheld' }),
    site({ loc_ndx: 7, loc_name: 'B reach', loc_type_name: 'Stream Reach' }),
    site({ loc_ndx: 8, loc_name: 'A few years' }),
    site({ loc_ndx: 9, loc_name: 'I wet' }),
  ];
  const basis = {
    conditions: shown([
      condition(1),
      condition(2, { class: 'much below normal', percentile: 4 }),
      condition(3, { class: 'highest on record', percentile: 91, record: 'highest' }),
      condition(4, { class: 'much below normal', percentile: 2, is_late: true }),
      condition(5, noClass),
      condition(6, { ...noClass, is_withheld: true }),
      condition(7, { class: 'lowest on record', percentile: 1, record: 'lowest' }),
      condition(8, noClass),
      condition(9, { class: 'above normal', percentile: 88 }),
    ]),
    freshness: new Map([[5, { state: 'ended', lag: 3000, interval: 1, isLate: false } as const]]),
    places: new Map([
      ['id-9', 0],
      ['id-2', 1],
    ]),
  };
  const namesOf = (sort: 'unusual' | 'name' | 'river', list = sites) =>
    sortSites(list, { ...basis, sort, rankOf: unusualRank }).map(({ loc_name }) => loc_name[0]);

  it('begins with records, then with what is farthest from normal; late, computed and ended are last', () => {
    expect(namesOf('unusual').join('')).toBe('FGIHACEBD');
  });

  it('is sorted by name, or along the river, by choice', () => {
    expect(namesOf('name').join('')).toBe('ABCDEFGHI');
    const named = sites.map((each) => ({ ...each, loc_id: `id-${each.loc_ndx}` }));
    expect(namesOf('river', named).join('')).toBe('IGABCDEFH');
  });
});

describe('the marks', () => {
  const sites = [1, 2, 3, 4, 5].map((loc_ndx) => site({ loc_ndx, loc_type_name: 'Stream Gage' }));
  const well = site({ loc_ndx: 6, loc_type_name: 'Sentinel Well' });
  const scheme = colorByCondition(
    [...sites, well],
    shown([
      condition(1, { capacity: 1_672_600, full: 40, class: 'below normal', percentile: 12 }),
      condition(2, { class: 'lowest on record', percentile: 1, record: 'lowest', week: 'fall' }),
      condition(3, { ...noClass, is_withheld: true }),
      condition(4, { is_late: true }),
      condition(6, { class: 'much above normal', percentile: 97 }),
    ]),
    { isDark: false, layer: fallbackLayer },
  );
  const markOf = (ndx: number) => (scheme.kind === 'category' ? scheme.marks?.get(ndx) : undefined);

  it('are a cup with its water, a ring with an arrow, a gray ring, a hollow mark, a dot and a square', () => {
    expect(markOf(1)).toMatchObject({ 'circle-shape': 'cup', 'circle-level': 0.4, 'circle-radius': 26 });
    expect(markOf(2)).toMatchObject({
      'circle-ring': true,
      'circle-arrow': 'fall',
      'circle-color': '#a3401a',
    });
    expect(markOf(3)).toMatchObject({ 'circle-radius': 2.2, 'circle-hole': 1 });
    expect(markOf(4)).toMatchObject({ 'circle-hole': 0.5, 'circle-color': '#8b99a2' });
    expect(markOf(5)).toMatchObject({ 'circle-radius': 2.2, 'circle-color': '#5a6770' });
    expect(markOf(6)).toMatchObject({ 'circle-shape': 'square', 'circle-color': '#0e5a68' });
  });

  it('are counted in the legend, which says what is not public', () => {
    const legend = scheme.kind === 'category' ? scheme.legend : [];
    expect(legend.map(({ value, count }) => [value, count])).toEqual([
      ['lowest on record', 1],
      ['below normal', 1],
      ['normal', 1],
      ['much above normal', 1],
      ['none', 1],
      ['withheld', 1],
    ]);
    expect(legend.at(-1)?.label).toBe('Not public: needs an account');
  });
});

describe('a past day', () => {
  const latest = shown([
    condition(1, { week: 'rise', year_before: 30 }),
    condition(2, { parameter_ndx: 3, capacity: 1000, full: 80 }),
    condition(3, { ...noClass, is_withheld: true, value: 'not public', standing: 'needs an account' }),
    condition(4, { parameter_ndx: 7 }),
  ]);
  const season = unpackSeason({
    year: 2021,
    start: '2020-10-01',
    days: 3,
    sites: [
      { loc_ndx: 1, percentiles: packBytes(Uint8Array.of(12, 255, 0)), full: null },
      {
        loc_ndx: 2,
        percentiles: packBytes(Uint8Array.of(50, 50, 50)),
        full: packBytes(Uint8Array.of(7, 255, 9)),
      },
      { loc_ndx: 4, percentiles: packBytes(Uint8Array.of(255, 255, 95)), full: null },
      { loc_ndx: 99, percentiles: packBytes(Uint8Array.of(1, 1, 1)), full: null },
    ],
    snow: [{ huc8_name: 'Teton', classes: packBytes(Uint8Array.of(255, 2, 5)) }],
  });

  it('has the classes of its own values, and of a reservoir how full it was', () => {
    const { sites, snow, on } = conditionsOfDay(season, '2020-10-03', latest);
    expect(on).toBe('2020-10-03');
    expect(sites.get(1)).toMatchObject({
      class: 'lowest on record',
      standing: 'lowest on record',
      week: null,
    });
    expect(sites.get(2)).toMatchObject({ class: 'normal', value: '9 % full', full: 9, capacity: 1000 });
    expect(sites.get(3)).toMatchObject({ class: null, standing: 'needs an account' });
    expect(sites.get(4)?.standing).toBe('water level much above normal, 95th percentile');
    expect(sites.has(99)).toBe(false);
    expect([...snow]).toEqual([['Teton', 5]]);
  });

  it('has no class where there was no value', () => {
    const { sites, snow } = conditionsOfDay(season, '2020-10-02', latest);
    expect(sites.get(1)).toMatchObject({ class: null, percentile: null, standing: 'no class on that day' });
    expect(sites.get(2)).toMatchObject({ full: null, value: '' });
    expect([...snow]).toEqual([['Teton', 2]]);
    expect(conditionsOfDay(season, '2020-10-01', latest).snow.size).toBe(0);
  });
});

/** Simulations of color vision (Machado, Oliveira and Fernandes 2009, severity 1). */
const visions = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
} as const;

function seen(color: string, vision: keyof typeof visions): LinearRgb {
  const rgb = hexToLinearRgb(color);
  const m = visions[vision];
  const part = (row: number) =>
    Math.max(0, (m[row * 3] ?? 0) * rgb[0] + (m[row * 3 + 1] ?? 0) * rgb[1] + (m[row * 3 + 2] ?? 0) * rgb[2]);
  return [part(0), part(1), part(2)];
}

function contrast(one: string, other: string): number {
  const [a = 0, b = 0] = [one, other].map((each) => relativeLuminance(hexToLinearRgb(each)) + 0.05);
  return Math.max(a, b) / Math.min(a, b);
}

describe.each(['light', 'dark'] as const)('the colors of conditions, %s', (tone) => {
  const css = readFileSync('src/styles/tokens.css', 'utf8');
  const grounds = [...css.matchAll(new RegExp(`\\[data-ground="${tone}"\\][^{]*\\{([^}]*)\\}`, 'g'))].flatMap(
    ([, body = '']) => /--map-ground: (#[0-9a-f]{6})/.exec(body)?.[1] ?? [],
  );
  const all = [...grounds, ...snowColors[tone]];

  it('are those of the percentile bar', () => {
    for (const { fill } of classColors[tone])
      expect(css).toMatch(new RegExp(tone === 'light' ? `\\(${fill}, ` : `, ${fill}\\)`));
  });

  it('have an edge with 3 : 1 on every ground and on every fill of snow', () => {
    expect(grounds.length).toBeGreaterThan(2);
    for (const ground of all) {
      for (const { edge } of classColors[tone])
        expect(contrast(edge, ground), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
      const { none, arrow } = otherColors[tone];
      for (const each of [none, arrow])
        expect(contrast(each, ground), `${each} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
    const { water, cup } = otherColors[tone];
    expect(contrast(water, cup)).toBeGreaterThanOrEqual(3);
  });

  it.each(['normal', 'deuteranopia', 'protanopia'] as const)('differ with %s', (vision) => {
    const colors = classColors[tone].map(({ fill }) => seen(fill, vision));
    // Neighbors also differ by the size of their marks.
    for (const [at, one] of colors.entries())
      for (const [before, other] of colors.slice(0, at).entries())
        expect(colorDifference(one, other), `${before} and ${at}`).toBeGreaterThan(
          at - before === 1 ? 6 : 10,
        );
  });
});
