import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { basin as pageBasin } from '#config/basin/basin.ts';
import { parseBasin, readPortalBasin } from '#config/basin/basin-file.ts';
import { outlineRegion } from '#config/basin/outlines.ts';
import { basinDefinitions, toPageBasin } from '#config/basin/page-basin.ts';
import { supplyForecast, tributaryForecast } from '#config/forecast.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { home, idSearchBounds } from '#features/public-map/screen/home.ts';
import { basin, otherRiver, otherRiverPath } from '../../support/basin.ts';

afterEach(() => vi.unstubAllEnvs());

describe('what pages know of the basin', () => {
  test('is of the default file here, with the places that the specification fixes', () => {
    expect(pageBasin).toEqual(toPageBasin(basin));
    expect(pageBasin).toMatchObject({
      center: [43.52744, -112.80227],
      zoom: 6,
      modelsCenter: [43.31, -112.8],
    });
    expect(home).toEqual({ lat: 43.52744, lng: -112.80227, zoom: 7 });
    expect(idSearchBounds).toEqual({ west: -114.43207, south: 42.12127, east: -111.16265, north: 44.55016 });
    expect(outlineRegion).toEqual({ west: -118, south: 40, east: -108, north: 47 });
  });

  test('has the reservoirs above the index gage, of those that the storage sums', () => {
    expect(toPageBasin(basin).reservoirsAbove).toEqual(['JCK', 'PAL']);
  });

  test('is another river’s own, and no more of it than pages need', () => {
    expect(toPageBasin(otherRiver)).toEqual({
      name: 'Other River basin',
      center: [44.1, -116.2],
      modelsCenter: [44.1, -116.2],
      zoom: 8,
      searchBox: { west: -117.5, south: 43, east: -115.1, north: 45.2 },
      extent: { west: -116.3, south: 44.05, east: -116.05, north: 44.25 },
      parameters: [],
      openProviders: [],
      reservoirsAbove: [],
      snowGroups: [],
      droughtYears: [],
      capacities: { OTR: 1000 },
    });
    expect(JSON.stringify(basinDefinitions(otherRiver))).not.toContain('13999001');
  });

  test('is of the file that the setting names; an empty one counts as unset', () => {
    vi.stubEnv('BASIN_FILE', otherRiverPath);
    expect(readPortalBasin().name).toBe('Other River basin');
    vi.stubEnv('BASIN_FILE', '');
    expect(readPortalBasin().name).toBe(basin.name);
  });
});

describe('the graphs of the forecast screens', () => {
  test('come with numbers for the parameters, and without what the file leaves out', () => {
    const [supply] = supplyForecast(otherRiver);
    expect(supply?.heading).toBeUndefined();
    expect(supply?.charts).toEqual([
      {
        id: 'otter',
        title: 'Cumulative discharge',
        parameter: parameterNdx.streamflow,
        locId: '13999001',
        measure: 'volume',
        moreInfo: [],
      },
      {
        id: 'lake',
        title: 'Reservoir storage',
        parameter: parameterNdx.storage,
        locId: 'OTR',
        measure: 'value',
        moreInfo: [],
      },
    ]);
    const [reach] = tributaryForecast(otherRiver);
    expect(reach?.heading).toBe('Otter to the Mouth');
    expect(reach?.charts[0]?.moreInfo.map(({ href }) => href)).toEqual([
      'https://example.org/snow',
      'https://example.org/gage',
    ]);
  });

  test('are none where the file has none', () => {
    const text = readFileSync(otherRiverPath, 'utf8');
    const without = parseBasin(text.replace(/^forecast:[\s\S]*?^(?=sites:)/m, ''), 'river.yaml');
    expect(supplyForecast(without)).toEqual([]);
    expect(tributaryForecast(without)).toEqual([]);
    const empty = {
      ...otherRiver,
      forecast: { supply: [], tributaries: [{ heading: 'Mouth', charts: [] }] },
    };
    expect(supplyForecast(empty)).toEqual([]);
    expect(tributaryForecast(empty)).toEqual([]);
  });
});
