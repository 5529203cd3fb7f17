import { describe, expect, test } from 'vitest';
import { medianDash, seasonPaint } from '#domain/season/season-colors.ts';
import { groundMedian, seasonLines, seasonStyles } from '#domain/season/season-content.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { createYearRecord } from '../../support/standing.ts';

const inWater = { kind: 'water', theme: 'light' } as const;

describe('season lines', () => {
  const record = (series_desc: string, day_order: number, approval: string | null = 'A') =>
    createYearRecord({
      series_desc,
      day_order,
      rvalue: day_order,
      approval,
      qualifier: approval === 'P' ? 'Ice' : null,
    });

  test('give statistics the specified colors and dashes of their own, and years solid lines', () => {
    const light = seasonStyles(['Maximum', 'Median', 'Minimum', '2026', '2027'], 'light');
    const { maximum, median, minimum } = seasonPaint.light;
    expect(['Maximum', 'Median', 'Minimum'].map((name) => light.get(name)?.color)).toEqual([
      maximum,
      median,
      minimum,
    ]);
    expect(light.get('2026')?.dash).toEqual([]);
    expect(new Set([...light.values()].map((each) => each.dash.join())).size).toBe(4);
  });

  test.each([
    ['the latest year', ['2025', '2027', 'Median', '2026'], '2027'],
    ['the latest year with values, of a choice of old ones', ['1977', '1934'], '1977'],
    ['nothing without years', ['Minimum', 'Median'], undefined],
  ])('lead with %s', (_, names, expected) => {
    const lines = seasonLines(
      names.flatMap((name) => [record(name, 1), { ...record(name, 2), rvalue: 13_412 }]),
      inWater,
    );
    const leading = lines.filter((each) => each.emphasis === 'leading');
    expect(leading.map(({ id, endLabel }) => [id, endLabel])).toEqual(
      expected === undefined ? [] : [[expected, `${expected} · 13,400 cfs`]],
    );
  });

  test.each([
    [parameterNdx.precipitation, 1, ['bars', 'line', 'line']],
    [parameterNdx.diversion, 1, ['steps', 'steps', 'line']],
    [parameterNdx.depthToWater, 30, ['dots', 'dots', 'line']],
    [parameterNdx.streamflow, 1, ['line', 'line', 'line']],
  ])('of parameter %i every %i days have the marks %j, statistics lines', (parameter, step, expected) => {
    const days = [1, 1 + step, 1 + 2 * step];
    const lines = seasonLines(
      ['2027', '2026', 'Median'].flatMap((name) => days.map((day) => record(name, day))),
      { ...inWater, parameter },
    );
    expect(lines.map(({ shape }) => shape)).toEqual(expected);
  });

  test('of a reservoir say how full it was, before what the agency says', () => {
    const [line] = seasonLines([{ ...record('2027', 151, 'P'), rvalue: 542_080 }], {
      ...inWater,
      capacity: 847_000,
    });
    expect(line?.noteOf?.(0)).toBe('64 % full; affected by ice');
  });

  test('draw the median of the ground as a thin dotted line, or not at all', () => {
    const normals = [record('P10', 1, null), record('Median', 1, null)];
    expect(groundMedian(normals, 'water', 'light')).toMatchObject({
      id: 'Median',
      dash: medianDash,
      color: seasonPaint.light.median,
      rulerName: 'median',
    });
    expect(groundMedian([record('P10', 1, null)], 'water', 'light')).toBeUndefined();
  });

  test('mark provisional values, describe qualifiers, and may skip 29 February', () => {
    const [line, ...others] = seasonLines([record('2027', 151), record('2027', 153, 'P')], inWater);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ id: '2027', label: '2027', xs: [151, 153], skippedX: 152 });
    expect(line?.isEstimated).toBeUndefined();
    expect([0, 1].map((at) => line?.isMarked?.(at))).toEqual([false, true]);
    expect([0, 1].map((at) => line?.noteOf?.(at))).toEqual([undefined, 'affected by ice']);
  });

  test('of a volume say which days are estimated, and how many so far', () => {
    const days = [0, 1, 2, 2].map((estimated_days, at) => ({
      ...record('2024', at + 1, estimated_days > 0 ? 'P' : 'A'),
      qualifier: null,
      estimated_days,
    }));
    const [line] = seasonLines(days, inWater);
    expect(days.map((_, at) => line?.isEstimated?.(at))).toEqual([false, true, true, false]);
    expect(days.map((_, at) => line?.noteOf?.(at))).toEqual([
      undefined,
      '1 day estimated',
      '2 days estimated',
      '2 days estimated',
    ]);
  });

  test('of statistics are labeled with what they rest on; their ids stay', () => {
    const statistic = { ...record('Median', 1, null), count: 12, first_year: 2000, last_year: 2020 };
    const [line] = seasonLines([{ ...statistic, period: 'day' }], inWater);
    expect([line?.id, line?.label]).toEqual(['Median', 'Median of 12 years, 2000–2020']);
    const [monthly] = seasonLines([{ ...statistic, count: 26, period: 'month' }], inWater);
    expect(monthly?.label).toBe('Monthly median of 26 years, 1991–2020');
  });
});
