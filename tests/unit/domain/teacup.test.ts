import { describe, expect, it, test } from 'vitest';
import { layOutTeacup, teacupSize } from '#domain/teacup.ts';

const levels = { now: 0.5, lastYear: 0.8, median: 0.6, size: 1 };
const ysOf = (path: string | undefined) => [...(path ?? '').matchAll(/ ([\d.]+)/g)].map(([, y]) => Number(y));

test('the water is as high as its share of the capacity', () => {
  expect(layOutTeacup({ ...levels, median: 1 }).median?.at).toBe(1);
  expect(layOutTeacup({ ...levels, median: 0 }).median?.at).toBe(teacupSize.height - 1);
  expect(Math.min(...ysOf(layOutTeacup(levels).water))).toBe(52);
  // The point of the triangle is at the level.
  expect(ysOf(layOutTeacup({ ...levels, lastYear: 0.5 }).lastYear)[1]).toBe(52);
});

test('a quarter of the capacity has half of the width', () => {
  const rimOf = (size: number) => layOutTeacup({ ...levels, size }).width - 20;
  expect(rimOf(1)).toBe(teacupSize.widest);
  expect(rimOf(0.25)).toBe(teacupSize.widest / 2);
  expect(rimOf(0.001)).toBe(teacupSize.narrowest);
});

describe('levels outside the cup', () => {
  it.each([-0.2, 0, 1, 1.3, Number.POSITIVE_INFINITY])('%d stays within the box', (level) => {
    const { water, lastYear, median, width } = layOutTeacup({
      size: 1,
      now: level,
      lastYear: level,
      median: level,
    });
    expect(`${water}${lastYear}`).not.toContain('NaN');
    for (const y of ysOf(water)) {
      expect(y).toBeGreaterThanOrEqual(1);
      expect(y).toBeLessThanOrEqual(teacupSize.height);
    }
    expect(median?.to).toBeLessThanOrEqual(width);
  });

  test('without a value there is neither water nor mark', () => {
    expect(layOutTeacup({ now: undefined, lastYear: undefined, median: undefined, size: 0 })).toMatchObject({
      water: undefined,
      lastYear: undefined,
      median: undefined,
    });
  });
});
