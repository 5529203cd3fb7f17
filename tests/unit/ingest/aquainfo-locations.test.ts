import { expect, test } from 'vitest';
import { matchLocation } from '#ingest/agencies/idwr-aquainfo/match-location.ts';
import type { AquaLocation } from '#ingest/agencies/idwr-aquainfo/parse.ts';

const site = { name: 'Magic Valley Observation Well near Jerome', lat: 42.74, lon: -114.47 };
/** 0.001° of latitude are 111 m. */
const location = (identifier: string, locationName: string | null, north = 0): AquaLocation => ({
  identifier,
  locationName,
  latitude: site.lat + north,
  longitude: site.lon,
  datasets: [],
});
const jerome = location('08S 17E 01BBB1', 'JEROME MAGIC VALLEY 1', 0.001);
const far = location('08S 17E 02AAA1', 'Magic Valley near Jerome', 0.003);

test('finds a location by its identifier, wherever it is', () => {
  const named = { ...far, identifier: 'aqi-mv1', latitude: null };
  expect(matchLocation('AQI-MV1', site, [jerome, named])).toEqual({ location: named, note: undefined });
});

test('matches a placeholder by name and distance, and says so', () => {
  expect(matchLocation('AQI-MV1', site, [far, jerome, location('X', 'Fish Hatchery')])).toEqual({
    location: jerome,
    note: 'Matched AQI-MV1 (Magic Valley Observation Well near Jerome) to 08S 17E 01BBB1 (JEROME MAGIC VALLEY 1, 111 m) by its name and distance. Write 08S 17E 01BBB1 into the basin file.',
  });
});

test.each([
  ['of the same name 334 m away', [far], 'no location matches', 'Locations there: none.'],
  ['of another name', [location('X', 'Fish Hatchery')], 'no location matches', 'X (Fish Hatchery, 0 m)'],
  [
    'with only common words in common',
    [location('X', 'Observation Well near Twin Falls')],
    'no location matches',
    'X (Observation Well near Twin Falls, 0 m)',
  ],
  ['without a name', [location('X', null)], 'no location matches', 'X (without a name, 0 m)'],
  [
    'of two that match',
    [jerome, location('Y', 'Jerome', 0.002)],
    'several locations match',
    '08S 17E 01BBB1 (JEROME MAGIC VALLEY 1, 111 m); Y (Jerome, 222 m)',
  ],
])('does not match a placeholder to a location %s', (_, locations, reason, list) => {
  const match = matchLocation('AQI-MV1', site, locations);
  expect(match).toMatchObject({ refusal: expect.stringContaining(reason) });
  expect(match).toMatchObject({ refusal: expect.stringContaining(list) });
});

test('matches no identifier that is not a placeholder', () => {
  expect(matchLocation('2002-1', site, [jerome])).toEqual({
    refusal: 'The service has no location with that identifier.',
  });
});
