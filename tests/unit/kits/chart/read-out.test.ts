import { expect, test } from 'vitest';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { describeReadOut, readOut } from '#kits/chart/read-out.ts';

const series: ChartSeries = {
  id: 's',
  label: 'Heise',
  side: 'left',
  color: '#000000',
  xs: [0, 1],
  ys: [1500, 1510],
  maxGap: 1,
  isMarked: (index) => index === 1,
  noteOf: (index) => (index === 1 ? 'affected by ice' : undefined),
};

test('shows marks and remarks in the read-out', () => {
  const content: ChartContent = {
    title: 'Streamflow',
    source: 'USGS',
    time: { kind: 'days' },
    axes: { left: { title: 'Streamflow', unit: 'cfs' } },
    series: [series],
  };
  const [plain, marked] = [0, 1].map((x) => readOut({ ...content, series: [series] }, x));
  expect(plain?.readings[0]).toMatchObject({ marked: false, note: undefined });
  expect(marked?.readings[0]).toMatchObject({ marked: true, note: 'affected by ice' });
  if (!plain || !marked) throw new Error('There are two days.');
  expect(describeReadOut(plain, 'Provisional')).toMatch(/Heise 1,500 cfs$/);
  expect(describeReadOut(marked, 'Provisional')).toMatch(/Heise 1,510 cfs provisional affected by ice$/);
});
