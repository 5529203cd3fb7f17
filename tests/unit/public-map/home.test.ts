import { describe, expect, it } from 'vitest';
import { home, homeFor, mapSizeIn } from '#features/public-map/screen/home.ts';

const extent = { west: -115.34, south: 41.43, east: -109.76, north: 44.75 };

/** Degrees of longitude across a map. */
const degreesAcross = (width: number, zoom: number) => (360 * width) / (512 * 2 ** zoom);

describe('homeFor', () => {
  it.each([
    ['a large desktop', { width: 1920, height: 1080 }],
    ['a desktop', { width: 1440, height: 900 }],
    ['a laptop', { width: 1280, height: 800 }],
  ])('is the view that the specification fixes on %s', (_, size) => {
    expect(homeFor(mapSizeIn(size, true), extent)).toBe(home);
    expect(home).toEqual({ lat: 43.52744, lng: -112.80227, zoom: 7 });
  });

  it.each([
    ['a tablet', mapSizeIn({ width: 768, height: 1024 }, false)],
    ['a phone', { width: 390, height: 672 }],
    ['a small phone', { width: 320, height: 400 }],
    ['a phone on its side', { width: 844, height: 218 }],
  ])('shows the whole basin on %s, as close as it can', (_, size) => {
    const { lng, lat, zoom } = homeFor(size, extent);
    const across = degreesAcross(size.width, zoom);
    expect(lng - across / 2).toBeLessThanOrEqual(extent.west);
    expect(lng + across / 2).toBeGreaterThanOrEqual(extent.east);
    expect(zoom % 0.5).toBe(0);
    expect(lat).toBeGreaterThan(extent.south);
    expect(lat).toBeLessThan(extent.north);
    const isTight =
      degreesAcross(size.width, zoom + 0.5) < extent.east - extent.west || size.height < size.width;
    expect(isTight).toBe(true);
  });

  it('is the default for a map without a size', () => {
    expect(homeFor({ width: 0, height: 0 }, extent)).toBe(home);
  });
});

it('leaves room for the list or the sheet', () => {
  expect(mapSizeIn({ width: 1440, height: 900 }, true)).toEqual({ width: 1128, height: 732 });
  expect(mapSizeIn({ width: 390, height: 844 }, false)).toEqual({ width: 390, height: 580 });
});
