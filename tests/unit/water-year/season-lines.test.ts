import { describe, expect, test } from 'vitest';
import { seasonLines, seasonStyles } from '#features/water-year/shared/season-lines.ts';

describe('season lines', () => {
  const record = (series_desc: string, day_order: number, approval: string | null = 'A') => ({
    series_desc,
    day_order,
    rvalue: day_order,
    approval,
    qualifier: approval === 'P' ? 'Ice' : null,
  });

  test('give statistics fixed colors and dashes, and years solid lines', () => {
    const light = seasonStyles(['Maximum', 'Median', 'Minimum', '2026', '2027'], 'light');
    expect(light.get('Median')?.color).toBe('#000000');
    expect(seasonStyles(['Median'], 'dark').get('Median')?.color).toBe('#ffffff');
    expect(light.get('Maximum')?.color).toMatch(/^#d/);
    expect(light.get('2026')?.dash).toEqual([]);
    expect(new Set([...light.values()].map((each) => each.dash.join())).size).toBe(4);
    expect(new Set([...light.values()].map((each) => each.color)).size).toBe(5);
  });

  test('mark provisional values, describe qualifiers, and may skip 29 February', () => {
    const [line, ...others] = seasonLines([record('2027', 151), record('2027', 153, 'P')], 'water', 'light');
    expect(others).toEqual([]);
    expect(line).toMatchObject({ id: '2027', xs: [151, 153], skipped: 152 });
    expect([0, 1].map((at) => line?.isMarked(at))).toEqual([false, true]);
    expect([0, 1].map((at) => line?.noteOf(at))).toEqual([undefined, 'affected by ice']);
  });
});
