import { expect, test } from 'vitest';
import { neighborsOf, sitesAbove } from '#domain/river-neighbors.ts';
import { basin } from '../../support/basin.ts';

const rivers = [
  { name: 'Main', sites: ['M1', 'M2', 'M3', 'M4'] },
  { name: 'Fork', sites: ['F1', 'F2'], joins: 'M3' },
  { name: 'Creek', sites: ['C1'], joins: 'F2' },
  { name: 'Sink', sites: ['S1'] },
];

const idsOf = (id: string) => {
  const found = neighborsOf(rivers, id);
  return found && [found.upstream, found.downstream].map((side) => side.map((each) => each.id).join(' '));
};

test.each([
  ['the first site of a river', 'M1', ['', 'M2 M3 M4']],
  ['a site below a mouth', 'M3', ['M2 M1 F2', 'M4']],
  ['the last site of a river', 'M4', ['M3 M2 M1', '']],
  ['the last site of a tributary', 'F2', ['F1 C1', 'M3 M4']],
  ['a site whose neighbors are beyond the mouth', 'F1', ['', 'F2 M3 M4']],
  ['a tributary of a tributary', 'C1', ['', 'F2 M3 M4']],
  ['a river of one site without a mouth', 'S1', ['', '']],
  ['a site on no river', 'X', undefined],
])('the neighbors of %s', (_, id, expected) => {
  expect(idsOf(id)).toEqual(expected);
});

test('a neighbor names its own river', () => {
  expect(neighborsOf(rivers, 'F2')).toEqual({
    river: 'Fork',
    upstream: [
      { id: 'F1', river: 'Fork' },
      { id: 'C1', river: 'Creek' },
    ],
    downstream: [
      { id: 'M3', river: 'Main' },
      { id: 'M4', river: 'Main' },
    ],
  });
});

test('no river of the basin file rises downstream', () => {
  const elevations = new Map(basin.sites.map((site) => [site.id, site.elevation_ft]));
  // The elevation of a dam is that of its crest or its pool, and may be above the gage before it.
  const gages = (ids: readonly string[]) => ids.filter((id) => /^\d{8}$/.test(id) && elevations.get(id));
  for (const { sites, joins } of basin.rivers ?? []) {
    const course = gages([...sites, ...(joins === undefined ? [] : [joins])]);
    const heights = course.map((id) => elevations.get(id) ?? 0);
    expect(heights, course.join(' ')).toEqual(heights.toSorted((one, other) => other - one));
  }
});

test('the sites above one are those of its river and of the rivers that flow in', () => {
  expect(sitesAbove(rivers, 'M2')).toEqual(['M1']);
  expect(sitesAbove(rivers, 'M3').toSorted()).toEqual(['C1', 'F1', 'F2', 'M1', 'M2']);
  expect(sitesAbove(rivers, 'S1')).toEqual([]);
  expect(sitesAbove(rivers, 'unknown')).toEqual([]);
});
