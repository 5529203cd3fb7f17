import { expect, it } from 'vitest';
import { sketchBasin } from '#config/basin/basin-sketch.ts';
import { basin } from '../../support/basin.ts';

const extent = { west: -114, south: 42, east: -110, north: 45 };
const ring = [
  [-114, 45],
  [-110, 45],
  [-110, 42],
  [-114, 42],
  [-114, 45],
] as const;
const shapes = {
  boundaries: [
    {
      code: '17040101',
      source: 's',
      boundary: { type: 'Polygon' as const, coordinates: [ring.map((each) => [...each])] },
    },
  ],
  features: [
    {
      kind: 'river' as const,
      name: 'Near',
      rank: 1,
      source: 's',
      geometry: {
        type: 'LineString' as const,
        coordinates: [
          [-114, 42],
          [-112, 44.5],
          [-110, 42],
        ],
      },
    },
    {
      kind: 'river' as const,
      name: 'Far',
      rank: 3,
      source: 's',
      geometry: {
        type: 'LineString' as const,
        coordinates: [
          [-114, 42],
          [-112, 43],
          [-110, 42],
        ],
      },
    },
    {
      kind: 'town' as const,
      name: 'Town',
      rank: 1,
      source: 's',
      geometry: { type: 'Point' as const, coordinates: [-112, 43] },
    },
  ],
};

it('projects the corners of the extent to those of the box', () => {
  const sketch = sketchBasin({ shapes }, extent);
  // Mercator stretches latitudes by 1 / cos φ: 3° at 43.5° are as high as 4.14° of longitude are wide.
  expect(sketch).toMatchObject({ width: 800, height: 827, areas: 'M0 0L800 0L800 827L0 827L0 0' });
});

it('draws the large rivers only, and no towns', () => {
  const { rivers, waterbodies } = sketchBasin({ shapes }, extent) ?? {};
  expect(rivers).toMatch(/^M0 827L400 \d+L800 827$/);
  expect(waterbodies).toBe('');
});

it('has nothing to draw for a basin without shapes', () => {
  expect(sketchBasin({}, extent)).toBeUndefined();
});

it('takes a page no more than 20 KB', () => {
  const { areas, rivers, waterbodies } = sketchBasin(basin) ?? { areas: '', rivers: '', waterbodies: '' };
  expect(areas.length).toBeGreaterThan(1000);
  expect(rivers.length).toBeGreaterThan(500);
  expect(areas.length + rivers.length + waterbodies.length).toBeLessThan(20_000);
});
