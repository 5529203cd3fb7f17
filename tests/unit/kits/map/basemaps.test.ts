import { expect, test } from 'vitest';
import { basemapOrigins, basemaps, toolBasemaps } from '#config/basemaps.ts';
import { initialHealth, nextHealth, type TileEvent } from '#kits/map/basemap/tile-health.ts';
import type { Basemap } from '#kits/map/types.ts';

const after = (...events: readonly TileEvent[]) => events.reduce(nextHealth, initialHealth).status;

test('shows outlines after consecutive failures, and tiles after one success', () => {
  expect(after('failed', 'failed', 'failed')).toBe('loading');
  expect(after('failed', 'failed', 'failed', 'failed')).toBe('outlines');
  expect(after('failed', 'failed', 'failed', 'loaded', 'failed')).toBe('tiles');
  expect(after('loaded', 'failed', 'failed', 'failed', 'failed')).toBe('outlines');
  expect(after('deadline')).toBe('outlines');
  expect(after('deadline', 'loaded')).toBe('tiles');
  expect(after('loaded', 'deadline')).toBe('tiles');
});

test('keeps the outlines after a restart until a tile loads', () => {
  expect(after('deadline', 'restart')).toBe('outlines');
  expect(after('loaded', 'restart')).toBe('loading');
  expect(after('loaded', 'restart', 'deadline')).toBe('outlines');
});

test('provides the five basemaps and the built-in one in order, with and without a token', () => {
  for (const token of ['', 'pk.test']) {
    const list: readonly Basemap[] = basemaps(token);
    expect(list.map(({ name }) => name)).toEqual([
      'Outdoors',
      'Streets',
      'Satellite',
      'Light',
      'Dark',
      'Plain',
    ]);
    expect(list.filter(({ dark }) => dark).map(({ id }) => id)).toEqual(['satellite', 'dark']);
    for (const { attribution } of list.slice(0, -1)) expect(attribution).toContain('href="https://');
  }
  const namesOf = (list: readonly Basemap[]) => list.map(({ name }) => name);
  expect(namesOf(toolBasemaps(''))).toEqual(['Streets', 'Outdoors', 'Satellite Streets', 'Plain']);
  expect(namesOf(toolBasemaps('', 'plain'))).toEqual(['Plain', 'Streets', 'Outdoors', 'Satellite Streets']);
});

test('a basemap without tiles is the outlines at once', () => {
  expect(after('no-tiles')).toBe('outlines');
  expect(after('loaded', 'no-tiles', 'restart', 'loaded')).toBe('tiles');
});

test('escapes the token, and lists the origins of the images', () => {
  expect(basemaps('a&b')[0]?.url).toContain('access_token=a%26b');
  expect(basemapOrigins('pk.test')).toEqual(['https://api.mapbox.com']);
  expect(basemapOrigins('')).toEqual([
    'https://basemap.nationalmap.gov',
    'https://tile.openstreetmap.org',
    'https://*.basemaps.cartocdn.com',
  ]);
});
