import { describe, expect, test } from 'vitest';
import { describePart, describeRange, describeVolume } from '#season/volume-text.ts';

describe('numbers in words', () => {
  test.each([
    [3_420_400, '3,420 KAF'],
    [12_345, '12.3 KAF'],
    [999.6, '1 KAF'],
    [850.4, '850 AF'],
    [0, '0 AF'],
    [-5_200, '−5.2 KAF'],
  ])('write %s AF as %s', (af, text) => {
    expect(describeVolume(af)).toBe(text);
  });

  test('write both ends of a range in one unit', () => {
    expect(describeRange(2_700_000, 4_230_000)).toBe('between 2,700 and 4,230 KAF');
    expect(describeRange(0, 950)).toBe('between 0 and 950 AF');
    expect(describeRange(0, 1_950)).toBe('between 0 and 1.95 KAF');
  });

  test.each([
    [0, '0 %'],
    [0.001, '1 %'],
    [0.344, '34 %'],
    [0.999, '99 %'],
    [1, '100 %'],
  ])('write the share %s as %s', (share, text) => {
    expect(describePart(share)).toBe(text);
  });
});
