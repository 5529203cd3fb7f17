import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excludedRows } from '#kits/chart/drawing/excluded-values.ts';
import { timeExtent, valueExtent } from '#kits/chart/drawing/extent.ts';
import { frameOf } from '#kits/chart/drawing/frame.ts';
import { niceExtent } from '#kits/chart/drawing/nice-extent.ts';
import { toChartCsv, toTsv } from '#kits/chart/export/data-table.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { nearestX, neighborX } from '#kits/chart/reading/bisect.ts';
import { describeReadOut, readOut } from '#kits/chart/reading/read-out.ts';

/** A line over four days; excluded are a spike in its gap, a low value before it, and a value within the axis after it. */
function series(overrides: Partial<ChartSeries> = {}): ChartSeries {
  return {
    id: 's',
    label: 'Heise',
    side: 'left',
    color: '#000000',
    xs: [10, 11, 13, 14],
    ys: [100, 110, 120, 130],
    maxGap: 1,
    excluded: { xs: [9, 12, 15], ys: [-50, 9000, 115], noteOf: (at) => `Flagged: reason ${at}` },
    ...overrides,
  };
}

const content: ChartContent = {
  title: 'Streamflow',
  time: { kind: 'days' },
  axes: { left: { title: 'Streamflow', unit: 'cfs' } },
  series: [series()],
  excludedMark: { label: 'Flagged', meaning: 'No part of the line.' },
  source: 'USGS',
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

  test('move to the edge that they are beyond, on a reversed axis to the opposite edge', () => {
    const rows = frameOf(content, { width: 800 }).rows.leftExcluded;
    expect(rows.map((each) => `${each.x} ${each.p}`)).toEqual(['9 below', '12 above', '15 within']);
    expect(rows[2]?.y).toBe(115);
    const [low, high] = frameOf(content, { width: 800 }).signals.left;
    expect(rows.slice(0, 2).map((each) => each.y)).toEqual([low, high]);
    const reversed = { ...content, axes: { left: { ...content.axes.left, reversed: true } } };
    expect(frameOf(reversed, { width: 800 }).rows.leftExcluded.map((each) => each.p)).toEqual([
      'above',
      'below',
      'within',
    ]);
  });

  test('are drawn only within the window, on the axis of their series', () => {
    const right = series({ id: 'r', side: 'right' });
    const axes = {
      left: { extent: [0, 200], reversed: false },
      right: { extent: [0, 10_000], reversed: false },
    } as const;
    const rows = excludedRows([series(), right], [11, 14], 500, axes);
    expect(rows.leftExcluded.map((each) => `${each.x} ${each.p}`)).toEqual(['12 above']);
    expect(rows.rightExcluded.map((each) => `${each.x} ${each.p}`)).toEqual(['12 within']);
  });

  test('keep their extremes, however narrow the plot', () => {
    const xs = Array.from({ length: 5000 }, (_, at) => at);
    const many = series({ excluded: { xs, ys: xs.map((x) => Math.sin(x)), noteOf: () => 'x' } });
    const axes = {
      left: { extent: [-1, 1], reversed: false },
      right: { extent: [0, 1], reversed: false },
    } as const;
    const ys = excludedRows([many], [0, 4999], 500, axes).leftExcluded.map((each) => each.y);
    expect(ys.length).toBeLessThanOrEqual(2 * 101);
    expect(Math.max(...ys)).toBeCloseTo(1, 4);
    expect(Math.min(...ys)).toBeCloseTo(-1, 4);
  });

  test('share one mark at an edge where several would merge into a band', () => {
    const xs = Array.from({ length: 50 }, (_, at) => at);
    const beyond = series({ excluded: { xs, ys: xs.map(() => 500), noteOf: () => 'x' } });
    const axes = {
      left: { extent: [0, 100], reversed: false },
      right: { extent: [0, 1], reversed: false },
    } as const;
    const far = excludedRows([beyond], [0, 49], 5000, axes).leftExcluded;
    expect(far).toHaveLength(50);
    const near = excludedRows([beyond], [0, 49], 350, axes).leftExcluded.map((each) => each.x);
    expect(near).toEqual(xs.filter((x) => x % 2 === 0));
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
      isExcluded: true,
      hasValue: true,
    });
    expect(describeReadOut(out)).toBe('01-13-1970: Heise 9,000 cfs Flagged: reason 1');
    expect(readOut(content, 11).readings[0]?.isExcluded).toBe(false);
  });

  test('have separate columns in exports', () => {
    const download = { content, window: [11, 12] } as const;
    expect(toChartCsv(download, { time: 'Exported now', address: '' }).split('\r\n')).toEqual([
      '# Streamflow',
      '# Source: USGS',
      '# Exported now',
      '# Legend: Heise: line',
      '# Flagged: No part of the line.',
      'Date,Heise (cfs),Heise (cfs) Flagged,Heise (cfs) Flagged: why',
      '1970-01-12,110,,',
      '1970-01-13,,9000,Flagged: reason 1',
      '',
    ]);
    expect(toTsv(download).split('\n')[2]).toBe('1970-01-13\t\t9000\tFlagged: reason 1');
  });
});

describe('the rounded extent of an axis', () => {
  test.each([
    [
      [0, 130],
      [0, 130],
    ],
    [
      [98.8, 131.2],
      [95, 135],
    ],
    [
      [-0.07, 0.32],
      [-0.1, 0.35],
    ],
    [
      [12.001, 12.049],
      [12, 12.05],
    ],
  ] as const)('of %j are %j', (extent, expected) => {
    expect(niceExtent(extent)).toEqual(expected);
  });

  test('contains the extent', () => {
    const bound = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(bound, fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (low, span) => {
        const [from, to] = niceExtent([low, low + span]);
        expect(from).toBeLessThanOrEqual(low + span * 1e-6);
        expect(to).toBeGreaterThanOrEqual(low + span * (1 - 1e-6));
      }),
    );
  });
});
