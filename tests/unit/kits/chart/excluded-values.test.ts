import { describe, expect, test } from 'vitest';
import { timeExtent } from '#kits/chart/drawing/bars.ts';
import { frameOf } from '#kits/chart/drawing/frame.ts';
import { excludedPath } from '#kits/chart/drawing/lines.ts';
import { valueExtent } from '#kits/chart/drawing/value-axis.ts';
import { markTexts, tableOf, toChartCsv } from '#kits/chart/export/data-table.ts';
import type { ChartSeries } from '#kits/chart/index.ts';
import { nearestX, neighborX } from '#kits/chart/reading/bisect.ts';
import { describeReadOut, readOut } from '#kits/chart/reading/read-out.ts';
import { toLines, toTsv } from '#lib/csv.ts';
import { flowContent, line, unitPlot } from './plot.ts';

/** A line over four days; excluded are a spike in its gap, a low value before it, and a value within the axis after it. */
const series = (overrides: Partial<ChartSeries> = {}) =>
  line('Heise', [10, 11, 13, 14], {
    ys: [100, 110, 120, 130],
    excluded: { xs: [9, 12, 15], ys: [-50, 9000, 115], noteOf: (at) => `Flagged: reason ${at}` },
    ...overrides,
  });

const toCopy = (exported: Parameters<typeof tableOf>[0]) => toTsv(toLines(tableOf(exported)));

const content = {
  ...flowContent,
  series: [series()],
  excludedMark: { label: 'Flagged', meaning: 'No part of the line.' },
};

describe('excluded values', () => {
  test('widen the time axis, but no value axis', () => {
    expect(timeExtent([series()])).toEqual([9, 15]);
    const [low, high] = valueExtent([series()], [9, 15]);
    expect(low).toBeGreaterThan(90);
    expect(high).toBeLessThan(140);
  });

  test('determine the axis if there is no line', () => {
    const [low, high] = valueExtent([series({ xs: [], ys: [] })], [9, 15]);
    expect(low).toBeLessThan(-50);
    expect(high).toBeGreaterThan(9000);
  });

  /** A triangle begins at the edge; a cross does not. */
  const marksOf = (path: string) =>
    path
      .split(/(?<=Z)|(?<=l8 -8)/)
      .filter(Boolean)
      .map((mark) => (mark.endsWith('Z') ? (/^M[\d.]+ 0l/.test(mark) ? 'above' : 'below') : 'within'));

  test('move to the edge that they are beyond, on a reversed axis to the opposite edge', () => {
    const plot = unitPlot([0, 100], [0, 200]);
    expect(marksOf(excludedPath(series(), plot))).toEqual(['below', 'above', 'within']);
    const reversed = unitPlot([0, 100], [0, 200], { reversed: true });
    expect(marksOf(excludedPath(series(), reversed))).toEqual(['above', 'below', 'within']);
    expect(marksOf(excludedPath(series(), unitPlot([11, 14], [0, 200])))).toEqual(['above']);
    expect(
      marksOf(excludedPath(series({ ys: [] }), unitPlot([0, 100], [1, 200], { isLog: true }))),
    ).toContain('below');
  });

  test('are marked, and explained, only where the chart says so', () => {
    const size = { theme: 'light', width: 800, height: 600 } as const;
    const marks = (hidesExcluded: boolean) =>
      frameOf({ ...content, hidesExcluded }, size).paths.free.filter(({ width }) => width === 1.8).length;
    expect([marks(false), marks(true)]).toEqual([1, 0]);
    expect(markTexts(content)).toHaveLength(1);
    expect(markTexts({ ...content, hidesExcluded: true })).toEqual([]);
  });

  test('are few however many there are, and share one mark at an edge', () => {
    const xs = Array.from({ length: 5000 }, (_, at) => at);
    const plot = { ...unitPlot([0, 4999], [-1, 1]), area: { left: 0, top: 0, width: 500, height: 300 } };
    const many = series({ excluded: { xs, ys: xs.map((x) => Math.sin(x)), noteOf: () => 'x' } });
    expect(marksOf(excludedPath(many, plot)).length).toBeLessThanOrEqual(2 * 101);
    const beyond = series({ excluded: { xs, ys: xs.map(() => 500), noteOf: () => 'x' } });
    expect(marksOf(excludedPath(beyond, plot)).length).toBeLessThanOrEqual(500 / 14 + 1);
  });

  test('are found by pointer and keys', () => {
    expect(nearestX([series()], 12.2)).toBe(12);
    expect(neighborX([series()], 11, 1)).toBe(12);
    expect(neighborX([series()], 10, -1)).toBe(9);
  });

  test('are read out with their reason', () => {
    const out = readOut(content, 12);
    expect(out.readings[0]).toMatchObject({
      value: '9,000 cfs',
      remarks: ['Flagged: reason 1'],
      hasValue: true,
    });
    expect(describeReadOut(out)).toBe('01-13-1970: Heise 9,000 cfs Flagged: reason 1');
  });

  test('have separate columns in exports', () => {
    const download = { content, window: [11, 12] } as const;
    expect(toChartCsv(download, { time: 'Exported now', address: '' }).split('\r\n')).toEqual([
      '# Streamflow',
      '# Source: USGS',
      '# Exported now',
      '# Legend: Heise: line',
      '# Flagged: No part of the line. A triangle at the edge of the plot stands for values beyond it.',
      'Date,Heise (cfs),Heise (cfs) Flagged,Heise (cfs) Flagged: why',
      '1970-01-12,110,,',
      '1970-01-13,,9000,Flagged: reason 1',
      '',
    ]);
    expect(toCopy(download).split('\n')[2]).toBe('1970-01-13\t\t9000\tFlagged: reason 1');
  });
});
