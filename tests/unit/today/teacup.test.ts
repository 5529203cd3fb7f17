import { describe, expect, it, test } from 'vitest';
import { layOutTeacup, teacupBox } from '#features/today/teacup.ts';

const levels = { now: 0.5, lastYear: 0.8, median: 0.6, size: 1 };

test('the water is as high as its share of the capacity', () => {
  const { lastYear, median } = layOutTeacup({ ...levels, lastYear: 0, median: 1 });
  expect(lastYear?.at).toBe(60);
  expect(median?.at).toBe(4);
  expect(layOutTeacup(levels).lastYear?.at).toBeCloseTo(15.2);
});

test('a quarter of the capacity has half of the width', () => {
  const widthOf = (size: number) => {
    const { median } = layOutTeacup({ ...levels, median: 1, size });
    return median ? median.to - median.from - 8 : 0;
  };
  expect(widthOf(0.25)).toBeCloseTo(widthOf(1) / 2);
  expect(widthOf(0.001)).toBe(26);
});

describe('levels outside the cup', () => {
  it.each([-0.2, 0, 1, 1.3, Number.POSITIVE_INFINITY])('%d stays within the box', (level) => {
    const { water, lastYear } = layOutTeacup({ ...levels, now: level, lastYear: level });
    expect(water).not.toContain('NaN');
    expect(lastYear?.at).toBeGreaterThanOrEqual(4);
    expect(lastYear?.at).toBeLessThanOrEqual(teacupBox.height);
  });

  test('without a value there is neither water nor mark', () => {
    expect(layOutTeacup({ now: undefined, lastYear: undefined, median: undefined, size: 0 })).toMatchObject({
      water: undefined,
      lastYear: undefined,
      median: undefined,
    });
  });
});
