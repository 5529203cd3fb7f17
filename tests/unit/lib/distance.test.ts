import { expect, test } from 'vitest';
import { milesBetween, milesOutside } from '#lib/geometry/coordinates.ts';

test.each([
  ['the same place', [43, -112], [43, -112], 0],
  ['one degree of latitude', [43, -112], [44, -112], 69.1],
  ['one degree of longitude at 60° north', [60, -112], [60, -111], 34.5],
  ['across the date line', [0, 179.5], [0, -179.5], 69.1],
  ['the antipode', [0, 0], [0, 180], 12_437],
  ['New York to Los Angeles', [40.7128, -74.006], [34.0522, -118.2437], 2446],
] as const)('measures %s', (_, [lat, lng], [toLat, toLng], miles) => {
  expect(milesBetween({ lat, lng }, { lat: toLat, lng: toLng })).toBeCloseTo(miles, miles < 100 ? 1 : -1);
});

const extent = { west: -115, south: 42, east: -110, north: 44.5 };
test.each([
  ['within', 43, -112, 0],
  ['on the edge', 44.5, -110, 0],
  ['a degree south', 41, -112, 69.1],
  ['a degree north and within its longitudes', 45.5, -114.9, 69.1],
  ['east, on the other side of the globe', 43, 112, 5733],
] as const)('measures the miles outside an extent: %s', (_, lat, lng, miles) => {
  expect(milesOutside(extent, { lat, lng })).toBeCloseTo(miles, miles < 100 ? 1 : -2);
});
