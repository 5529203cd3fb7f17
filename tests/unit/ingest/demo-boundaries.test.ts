import { expect, test } from 'vitest';
import { approximateBoundaries, type Boundary, type Position } from '#ingest/demo/boundaries.ts';
import { demoStations } from '#ingest/demo/catalog/index.ts';
import { basin } from '../../support/basin.ts';

const stations = demoStations(basin);
const boundaries = approximateBoundaries(basin, stations);
const ringsOf = (boundary: Boundary): Position[][] =>
  boundary.type === 'Polygon' ? boundary.coordinates : boundary.coordinates.flat();
const rings = [...boundaries.values()].flatMap(ringsOf);

test('Every hydrologic unit has an area, and all of them fit into 150 KB', () => {
  expect([...boundaries.keys()].sort()).toEqual(basin.huc8s.map(({ code }) => code));
  expect(JSON.stringify([...boundaries.values()]).length).toBeLessThan(150_000);
});

test('Rings are closed and have four decimals', () => {
  for (const ring of rings) {
    expect(ring.length).toBeGreaterThanOrEqual(4);
    expect(ring[0]).toEqual(ring.at(-1));
    for (const [lon, lat] of ring) {
      expect(Math.round(lon * 1e4) / 1e4).toBe(lon);
      expect(Math.round(lat * 1e4) / 1e4).toBe(lat);
    }
  }
});

test('Neighbors share their edges: no edge appears twice in the same direction', () => {
  const walked = new Map<string, number>();
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const key = `${ring[i]} ${ring[i + 1]}`;
      walked.set(key, (walked.get(key) ?? 0) + 1);
    }
  }
  expect(Math.max(...walked.values())).toBe(1);
  const shared = [...walked.keys()].filter((key) => walked.has(key.split(' ').toReversed().join(' ')));
  expect(shared.length / walked.size).toBeGreaterThan(0.6);
});

test('At least 88% of the stations lie in the area of their own unit', () => {
  const outside = stations.filter(({ huc8, lat, lon }) => {
    const boundary = boundaries.get(huc8);
    return !boundary || ringsOf(boundary).filter((ring) => isInside(ring, [lon, lat])).length % 2 === 0;
  });
  expect(outside.length / stations.length).toBeLessThan(0.12);
});

function isInside(ring: readonly Position[], [x, y]: Position): boolean {
  let inside = false;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [ring[i], ring[i + 1]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}
