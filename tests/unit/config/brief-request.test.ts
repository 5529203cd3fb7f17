import { expect, test } from 'vitest';
import { briefRequestOf } from '#contract/basin/basin-requests.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { basin, otherRiver } from '../../support/basin.ts';

test('the brief of the upper Snake has all sections, by the ids of the database', () => {
  const request = briefRequestOf(basin);
  expect(request.storage?.members.map(({ id }) => id)).toEqual([
    'JCK',
    'PAL',
    'ISL',
    'GRS',
    'RIR',
    'AMF',
    'MIN',
  ]);
  expect(request.storage?.members[0]).toEqual({
    id: 'JCK',
    name: 'Jackson Lake',
    parameter: parameterNdx.storage,
    capacity: 847_000,
  });
  expect(request.storage?.units_name).toBe('AF');
  expect(request.snow.map(({ sites }) => sites.length)).toEqual([12, 5, 6, 14]);
  expect(request.rivers[0]?.natural).toMatchObject({ id: 'HEII-QU', parameter: parameterNdx.streamflow });
  expect(request.rivers[1]?.natural).toBeUndefined();
  expect(request.wells).toHaveLength(10);
  expect(request.reaches.every(({ parameter }) => parameter === parameterNdx.reachGain)).toBe(true);
  expect(request.moved).toEqual([1, 3, 6, 2, 9]);
});

test('ids are in upper case, as the database has them, and a flow has no capacity', () => {
  const sites = otherRiver.sites.map((site) => (site.id === 'OTR' ? { ...site, id: 'otr' } : site));
  const storage = { label: 'Flow', parameter: 'Streamflow', sites: ['otr'] };
  expect(briefRequestOf({ ...otherRiver, sites, brief: { storage } }).storage?.members).toEqual([
    { id: 'OTR', name: 'Otter Lake', parameter: parameterNdx.streamflow, capacity: undefined },
  ]);
});

test('a basin file without a brief asks for nothing', () => {
  const empty = { storage: undefined, snow: [], rivers: [], springs: [], wells: [], reaches: [], moved: [] };
  expect(briefRequestOf({ ...otherRiver, brief: undefined })).toEqual(empty);
});
