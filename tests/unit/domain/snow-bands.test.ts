import { expect, test } from 'vitest';
import { snowColors } from '#domain/snow/snow-colors.ts';
import { bandColor, bandOf, bands, bandsOf, noBandColor, withheldColor } from '#domain/snow/snowpack.ts';

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
  const colorOf = (percent: number | null | undefined) => bandColor(percent, 'peak', 'light');
  expect([1000.5, null, undefined].map(colorOf)).toEqual([noBandColor, noBandColor, noBandColor]);
});

test.each([
  [69.4, 'under 70 %'],
  [69.5, '70 to 89 %'],
  [100, '90 to 109 %'],
  [129.4, '110 to 129 %'],
  [1200, '130 % and more'],
])('for the date, %d percent has the color that the map of sites has for %s', (percent, label) => {
  for (const theme of ['light', 'dark'] as const) {
    const key = bandsOf('date', theme).find((each) => each.label === label);
    expect(bandColor(percent, 'date', theme)).toBe(key?.color);
    expect(snowColors[theme]).toContain(key?.color);
  }
});

test('bands have no gaps between them', () => {
  for (const [at, band] of bands.entries()) if (at > 0) expect(band.from).toBe((bands[at - 1]?.to ?? 0) + 1);
});

test('the color of a withheld percentage is that of no band and not black', () => {
  expect([...bands.map(({ color }) => color), noBandColor]).not.toContain(withheldColor);
});
