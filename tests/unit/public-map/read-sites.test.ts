import { describe, expect, it } from 'vitest';
import { describeSkipped, readSites } from '#features/public-map/screen/read-sites.ts';
import { site } from './builders.ts';

const whole = site({ loc_ndx: 1 });
const { interval_days: _, ...incomplete } = site({ loc_ndx: 2 });

describe('readSites', () => {
  it.each([
    ['no geometry', { ...whole, location_geometry: null }],
    ['no coordinates', { ...whole, location_geometry: { type: 'Point', coordinates: [] } }],
    ['text as coordinates', { ...whole, location_geometry: { type: 'Point', coordinates: ['a', 'b'] } }],
    ['another geometry', { ...whole, location_geometry: { type: 'Polygon', coordinates: [] } }],
    ['nothing at all', null],
  ])('leaves out a site with %s, and keeps the others', async (_, broken) => {
    const { sites, skipped } = await readSites([broken, whole]);
    expect(sites).toEqual([whole]);
    expect(skipped).toEqual({ withoutCoordinates: 1, incomplete: 0 });
  });

  it('counts a site without another field', async () => {
    expect((await readSites([whole, incomplete])).skipped).toEqual({ withoutCoordinates: 0, incomplete: 1 });
  });

  it('fails if no row is a site, and has none of an empty list', async () => {
    await expect(readSites([incomplete, 'x'])).rejects.toThrow('The server’s answer could not be read.');
    expect((await readSites([])).sites).toEqual([]);
  });
});

describe('describeSkipped', () => {
  it.each([
    [{ withoutCoordinates: 0, incomplete: 0 }, undefined],
    [{ withoutCoordinates: 1, incomplete: 0 }, '1 site without coordinates is not shown.'],
    [{ withoutCoordinates: 2, incomplete: 0 }, '2 sites without coordinates are not shown.'],
    [
      { withoutCoordinates: 1, incomplete: 1200 },
      '1 site without coordinates and 1,200 sites with incomplete data are not shown.',
    ],
  ])('counts them: %o', (skipped, expected) => {
    expect(describeSkipped(skipped)).toBe(expected);
  });
});
