import { describe, expect, test } from 'vitest';
import { bandColors } from '#domain/season/season-colors.ts';
import { isNormal, normalBands, normalsBeside } from '#domain/statistics/normals.ts';
import { createYearRecord } from '../../support/standing.ts';

const at = (series_desc: string, day_order: number, rvalue: number) =>
  createYearRecord({ series_desc, day_order, rvalue });

describe('the normals', () => {
  test.each([
    [[], ['Minimum', 'Maximum', 'P10', 'P90', 'P25', 'P75', 'Median']],
    [
      ['Median', '2026', 'Minimum', 'Maximum'],
      ['P10', 'P90', 'P25', 'P75'],
    ],
  ])('beside %j are requested', (chosen, expected) => {
    expect(normalsBeside(chosen)).toEqual(expected);
  });

  test('are no years', () => {
    expect(['Median', 'P10', '2026'].map((series_desc) => isNormal({ series_desc }))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('are bands from the widest to the innermost', () => {
    const records = [
      ...[at('Minimum', 1, 1), at('Minimum', 2, 2)],
      ...[at('Maximum', 1, 9), at('Maximum', 2, 8)],
      ...[at('P10', 1, 2), at('P90', 1, 7), at('P25', 1, 3), at('P75', 1, 6), at('2026', 1, 5)],
    ];
    expect(normalBands(records, 'dark')).toEqual(
      [
        {
          id: 'Minimum-Maximum',
          label: 'Minimum–maximum',
          xs: [1, 2],
          lows: [1, 2],
          highs: [9, 8],
          edges: ['lowest', 'highest'],
        },
        { id: 'P10-P90', label: '10–90 %', xs: [1], lows: [2], highs: [7], edges: ['10 %', '90 %'] },
        {
          id: 'P25-P75',
          label: '25–75 % (normal)',
          xs: [1],
          lows: [3],
          highs: [6],
          edges: ['25 %', '75 %'],
          middle: 'normal',
        },
      ].map((band, index) => ({ ...band, side: 'left', color: bandColors.dark[index] })),
    );
  });

  test.each([
    ['no records', [], []],
    ['years only', [at('2026', 1, 5)], []],
    ['one limit', [at('P10', 1, 2), at('Minimum', 1, 1), at('Maximum', 1, 9)], ['Minimum-Maximum']],
    ['limits on different days', [at('P25', 1, 2), at('P75', 2, 9)], []],
  ])('of %s have fewer bands', (_, records, expected) => {
    expect(normalBands(records, 'light').map((each) => each.id)).toEqual(expected);
  });
});
