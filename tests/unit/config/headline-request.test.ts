import { expect, test } from 'vitest';
import { headlineRequestOf } from '#contract/basin-requests.ts';
import { basin, otherRiver } from '../../support/basin.ts';

test('the portal leads with the storage of the seven reservoirs of the upper Snake', () => {
  const request = headlineRequestOf(basin);
  expect(request?.siteIds).toEqual(['JCK', 'PAL', 'ISL', 'GRS', 'RIR', 'AMF', 'MIN']);
  expect(request).toMatchObject({ parameter: 3, capacity: 4_045_718 });
});

test('a capacity that is known of some sites only is that of none', () => {
  expect(headlineRequestOf(otherRiver)?.capacity).toBe(1000);
  const sites = otherRiver.sites.map(({ capacity_af: _, ...site }) => site);
  expect(headlineRequestOf({ ...otherRiver, sites })?.capacity).toBeUndefined();
});

test('a flow has no capacity', () => {
  const storage = { label: 'Flow', parameter: 'Streamflow', sites: ['13999001'] };
  expect(headlineRequestOf({ ...otherRiver, brief: { storage } })).toEqual({
    parameter: 1,
    siteIds: ['13999001'],
    capacity: undefined,
  });
});

test('a file may lead with nothing', () => {
  expect(headlineRequestOf({ ...otherRiver, brief: {} })).toBeUndefined();
  expect(headlineRequestOf({ ...otherRiver, brief: undefined })).toBeUndefined();
});
