import { expect, test } from 'vitest';
import { bandColor, bandOf, bands, noBandColor, withheldColor } from '#domain/snowpack.ts';

test.each([
  [0, '< 50'],
  [49.4, '< 50'],
  [49.5, '50–69'],
  [69.4, '50–69'],
  [69.5, '70–89'],
  [100, '90–109'],
  [149.4, '130–149'],
  [149.5, '150–1000'],
  [1000.4, '150–1000'],
])('%d percent is %s', (percent, label) => {
  expect(bandOf(percent)?.label).toBe(label);
});

test('above 1000 the color is black, and gray without data', () => {
  expect([1000.5, null, undefined].map(bandColor)).toEqual([noBandColor, noBandColor, noBandColor]);
});

test('bands have no gaps between them', () => {
  for (const [at, band] of bands.entries()) if (at > 0) expect(band.from).toBe((bands[at - 1]?.to ?? 0) + 1);
});

test('the color of a withheld percentage is that of no band and not black', () => {
  expect([...bands.map(({ color }) => color), noBandColor]).not.toContain(withheldColor);
});
