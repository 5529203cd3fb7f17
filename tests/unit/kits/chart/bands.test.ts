import { describe, expect, test } from 'vitest';
import { bandPath } from '#kits/chart/drawing/lines.ts';
import { toChartCsv } from '#kits/chart/export/data-table.ts';
import type { ChartBand } from '#kits/chart/index.ts';
import { describeReadOut, readOut } from '#kits/chart/reading/read-out.ts';
import { flowContent, line, unitPlot } from './plot.ts';

function band(overrides: Partial<ChartBand> = {}): ChartBand {
  return {
    id: 'normal',
    label: '25–75 %',
    side: 'left',
    color: '#b3cfe4',
    xs: [18262, 18263, 18264],
    lows: [100, 110, 120],
    highs: [900, 950, 1000],
    ...overrides,
  };
}

const content = { ...flowContent, series: [line('2020', [18263], { ys: [500] })], bands: [band()] };

const pathOf = (one: ChartBand) => bandPath(one, unitPlot([18262, 18272], [0, 1000]));

describe('bands', () => {
  test.each([
    ['a missing February 29 is bridged', band({ xs: [18262, 18264, 18265] }), 1],
    ['a longer gap parts the band', band({ xs: [18262, 18265, 18266] }), 2],
    ['a day without a number is left out', band({ lows: [100, Number.NaN, 120] }), 1],
    ['nothing of an empty band is drawn', band({ xs: [], lows: [], highs: [] }), 0],
  ])('%s', (_what, one, parts) => {
    expect(pathOf(one).split('Z').length - 1).toBe(parts);
  });

  test('show the lowest low and the highest high of a column of pixels', () => {
    const xs = Array.from({ length: 1000 }, (_, at) => at);
    const many = band({ xs, lows: xs.map((x) => x % 7), highs: xs.map((x) => 10 + (x % 11)) });
    const plot = unitPlot([0, 999], [0, 20]);
    const path = bandPath(many, { ...plot, area: { ...plot.area, width: 20 } });
    const points = path.match(/[\d.]+ [\d.]+/g) ?? [];
    expect(points.length).toBeLessThanOrEqual(2 * 21);
    expect(new Set(points.slice(1, 20).map((each) => each.split(' ')[1]))).toEqual(new Set(['0']));
  });

  test('are ranges in the read-out, also where a day has none', () => {
    expect(readOut(content, 18263).ranges[0]).toMatchObject({ value: '110–950 cfs', hasValue: true });
    expect(readOut(content, 18270).ranges[0]).toMatchObject({ value: 'no value', hasValue: false });
    expect(describeReadOut(readOut(content, 18263))).toBe('01-02-2020: 2020 500 cfs, 25–75 % 110–950 cfs');
  });

  test('are two columns in the CSV', () => {
    const lines = toChartCsv(
      { content, window: [18262, 18263] },
      { time: 'Exported now', address: '' },
    ).split('\r\n');
    expect(lines.slice(4)).toEqual([
      'Date,2020 (cfs),25–75 % low (cfs),25–75 % high (cfs)',
      '2020-01-01,,100,900',
      '2020-01-02,500,110,950',
      '',
    ]);
  });
});
