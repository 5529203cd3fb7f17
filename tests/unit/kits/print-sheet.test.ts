import { describe, expect, test } from 'vitest';
import type { ChartContent } from '#kits/chart/index.ts';
import { bindUnits } from '#kits/html/print-sheet.ts';
import { latestValues } from '#kits/ui/print/PrintSheet.tsx';

const xs = [20_000, 20_001];

const content: ChartContent = {
  title: 'Flow and level',
  time: { kind: 'days' },
  axes: { left: { title: 'Flow', unit: 'cfs' }, right: { title: 'Level', unit: 'ft' } },
  series: [
    { id: 'flow', label: 'River', side: 'left', color: '#000', xs, ys: [1200, 1234.5], maxGap: 1 },
    { id: 'level', label: 'Well', side: 'right', color: '#000', xs, ys: [12, 12.5], maxGap: 1 },
    { id: 'rain', label: 'Rain', side: 'left', color: '#000', xs, ys: [0, 0.25], maxGap: 1, unit: 'in' },
  ],
  bands: [
    { id: 'wide', label: 'Minimum–maximum', side: 'left', color: '#000', xs, lows: [1, 2], highs: [3, 4] },
  ],
  source: 'USGS',
};

describe('the values beneath a printed chart', () => {
  test('each have the unit of their axis, or their own', () => {
    expect(latestValues(content)).toEqual({
      of: 'October 5, 2024',
      values: [
        { label: 'River', text: '1,230 cfs' },
        { label: 'Well', text: '12.5 ft' },
        { label: 'Rain', text: '0.25 in' },
        { label: 'Minimum–maximum', text: '2–4 cfs' },
      ],
    });
  });

  test('do not repeat the lowest and highest that are lines of their own', () => {
    const [first] = content.series;
    if (!first) throw new Error('There is no series.');
    const series = ['Minimum', 'Maximum'].map((id) => ({ ...first, id, label: id }));
    const labels = latestValues({ ...content, series })?.values.map(({ label }) => label);
    expect(labels).toEqual(['Minimum', 'Maximum']);
  });
});

test('a number stays on one line with its unit', () => {
  expect(bindUnits('2,130 and 3,280 KAF, 65 % of 40 inches, 4 ft')).toBe(
    '2,130 and 3,280\u00a0KAF, 65\u00a0% of 40 inches, 4\u00a0ft',
  );
});
