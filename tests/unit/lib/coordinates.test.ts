import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLatLng, parseCoordinates } from '#lib/geometry/coordinates.ts';
import { forAll } from '../../support/for-all.ts';

const placesOf = (text: string) => {
  const found = parseCoordinates(text);
  return found.kind === 'places' ? found.places.map(({ lat, lng }) => [lat, lng]) : found.kind;
};

describe('parseCoordinates', () => {
  it.each([
    ['43.5, -112.8', [[43.5, -112.8]]],
    ['-112.8, 43.5', [[43.5, -112.8]]],
    ['43.5 -112.8', [[43.5, -112.8]]],
    ['Lat: 43.5, Lng: -112.8', [[43.5, -112.8]]],
    ['Lng: -112.8, Lat: 43.5', [[43.5, -112.8]]],
    ['lng: -112.8 lat: 43.5', [[43.5, -112.8]]],
    ['43.5 N, 112.8 W', [[43.5, -112.8]]],
    ['112.8° W, 43.5° N', [[43.5, -112.8]]],
    ['90, 180', [[90, 180]]],
    ['0, 0', [[0, 0]]],
  ])('reads %s', (text, places) => {
    expect(placesOf(text)).toEqual(places);
  });

  it.each([
    ['43.5,\u00a0\t -112.8\n', [[43.5, -112.8]]],
    [`  Lat :  43.5 ° N ${' '.repeat(100_000)},   Lng :  112.8 °  W  `, [[43.5, -112.8]]],
    [`43.${'5'.repeat(71)} -112.8`, 'none'],
    [`1${' '.repeat(160)}x`, 'none'],
    // Would take longer than any test may, were it not linear.
    [`1${' '.repeat(100_000)}x`, 'none'],
    [`${'1 '.repeat(50_000)}x`, 'none'],
    [`1°${' '.repeat(100_000)}°`, 'none'],
    ['lat '.repeat(50_000), 'none'],
  ])('reads a text of any length at once: %#', (text, places) => {
    expect(placesOf(text)).toEqual(places);
  });

  it('offers both readings of an ambiguous pair, latitude first', () => {
    expect(placesOf('10, 20')).toEqual([
      [10, 20],
      [20, 10],
    ]);
  });

  it('puts the named reading first', () => {
    expect(placesOf('Lng: 10, Lat: 20')).toEqual([
      [20, 10],
      [10, 20],
    ]);
  });

  it.each(['Snake River', '13037500', '43.5', '43.5,', '1,2,3', 'Lat: 1, Lat: 2', '43.5, abc', ''])(
    'leaves %j to the other searches',
    (text) => {
      expect(placesOf(text)).toBe('none');
    },
  );

  it('names the limits', () => {
    const found = parseCoordinates('95, 200');
    expect(found).toMatchObject({ kind: 'out-of-range', message: expect.stringContaining('-90 to 90') });
  });

  it('reads every place that it writes', () => {
    const degrees = (maxDegrees: number) =>
      fc.integer({ min: -maxDegrees * 1e5, max: maxDegrees * 1e5 }).map((n) => n / 1e5 + 0);
    forAll([degrees(90), degrees(180)], 100, (lat, lng) => {
      expect(placesOf(formatLatLng({ lat, lng }))[0]).toEqual([lat, lng]);
    });
  });

  it('never offers a place that is not on Earth, and never throws', () =>
    forAll([fc.oneof(fc.string(), fc.tuple(fc.float(), fc.float()).map(String))], 100, (text) => {
      const found = parseCoordinates(text);
      if (found.kind !== 'places') return;
      for (const { lat, lng } of found.places) {
        expect(Math.abs(lat)).toBeLessThanOrEqual(90);
        expect(Math.abs(lng)).toBeLessThanOrEqual(180);
      }
    }));
});
