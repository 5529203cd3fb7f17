import { describe, expect, test } from 'vitest';
import { fanContent, recordContent } from '#features/outlook/screen/outlook-charts.ts';
import { imageSpec, legendColumns, pointExtents, pointSpecOf } from '#kits/chart/drawing/spec.ts';
import { tableOf, toChartCsv } from '#kits/chart/export/data-table.ts';
import { renderSvg, withFont } from '#kits/chart/export/render-image.ts';
import type { PointContent } from '#kits/chart/index.ts';
import { movedTo, nearestPoint, pointsInOrder } from '#kits/chart/PointChart.tsx';
import { createOutlookExample, createWithheldOutlook } from './outlook-example.ts';

const outlook = createOutlookExample();
const facts = { time: 'Exported 2026-04-01', address: 'https://portal.example.org/?view=outlook' };
const size = { theme: 'light', width: 900, height: 600, facts } as const;

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The example has this chart.');
  return value;
}
const record = given(recordContent(outlook, 'light'));

describe('the fan', () => {
  test('has bands, the median, the reference and the official forecast', async () => {
    const svg = await renderSvg(imageSpec(fanContent(outlook, { theme: 'light', hasAnalogs: true }), size));
    await expect(svg).toMatchFileSnapshot('snapshots/outlook-fan.svg');
    for (const text of [
      '10–90 % (8 in 10)',
      'Median 1991–2020: 3,560 KAF',
      'NRCS 50 %',
      '2016: 2016 (analog, not a forecast)',
    ])
      expect(svg).toContain(text);
  });

  test('has no analog years unless they are asked for', () => {
    const { series } = fanContent(outlook, { theme: 'light', hasAnalogs: false });
    expect(series.map(({ id }) => id)).toEqual(['median', 'official-0']);
  });

  test('without a forecast still has what came and the official one', () => {
    const content = fanContent(
      {
        ...createWithheldOutlook(),
        observed: {
          volume_af: 60_000,
          days: 2,
          missing_days: 0,
          curve: { days: ['2026-04-01', '2026-04-02'], values: [30_000, 60_000] },
        },
      },
      { theme: 'dark', hasAnalogs: true },
    );
    expect(content.series.map(({ id }) => id)).toEqual(['observed', 'official-0']);
    expect(content.bands?.map(({ id }) => id)).toEqual(['official-range-0']);
  });
});

describe('charts of points', () => {
  test('are drawn as an image with marks and source', async () => {
    const svg = await renderSvg(pointSpecOf(record, size, true));
    await expect(svg).toMatchFileSnapshot('snapshots/outlook-record.svg');
    expect(svg).toContain('Source: Computed by this portal');
    expect(svg).toContain(record.series[0]?.label);
  });

  test('follow the dark theme', async () => {
    const svg = await renderSvg(
      pointSpecOf(given(recordContent(outlook, 'dark')), { ...size, theme: 'dark' }, true),
    );
    await expect(svg).toMatchFileSnapshot('snapshots/outlook-record-dark.svg');
  });

  test.each([
    [868, 3],
    [688, 2],
    [360, 1],
    [20, 1],
  ])('%s pixels have room for %s of the legend’s labels in a row', (width, columns) => {
    expect(
      legendColumns(
        record.series.map(({ label }) => label),
        width,
      ),
    ).toBe(columns);
  });

  test('have the font of the page in an SVG, if it is known', async () => {
    const svg = await renderSvg(pointSpecOf(record, size, true));
    expect(withFont(svg, 'data:font/woff2;base64,AA==')).toMatch(
      /^<svg[^>]*><style>@font-face\{font-family:"Source Sans 3 Variable";[^<]*url\(data:font\/woff2;base64,AA==\)/,
    );
    expect(withFont(svg, undefined)).toBe(svg);
  });

  test('have no title and source on screen', async () => {
    expect(
      await renderSvg(pointSpecOf(record, { theme: 'light', width: 360, height: 320 }, false)),
    ).not.toContain('Source:');
  });

  test('have one extent where both values are compared', () => {
    const { x, y } = pointExtents(record);
    expect(x).toEqual(y);
  });

  test('have an extent for a single point', () => {
    const one: PointContent = {
      ...record,
      series: [
        {
          id: 'one',
          label: 'One',
          shape: 'circle',
          color: '#000',
          points: [{ name: '1', x: 5, y: 5, text: '' }],
        },
      ],
    };
    const { x } = pointExtents(one);
    expect(x[1]).toBeGreaterThan(x[0]);
  });

  test('export their table with notes', () => {
    const csv = toChartCsv({ content: record }, facts).split('\r\n');
    expect(csv).toContain('# Address: https://portal.example.org/?view=outlook');
    expect(csv.find((line) => line.startsWith('Year'))).toContain('Leave-one-out (AF)');
    expect(csv.filter((line) => /^\d{4},/.test(line))).toHaveLength(39);
    expect(tableOf({ content: record }).rows).toHaveLength(39);
  });

  test('are read from left to right, and by the nearest mark', () => {
    const points = pointsInOrder(record);
    expect(points.map(({ point }) => point.x)).toEqual(
      points.map(({ point }) => point.x).toSorted((a, b) => a - b),
    );
    const [first] = points;
    const same = (x: number, y: number) => ({ x, y });
    expect(first && nearestPoint(points, { x: first.point.x, y: first.point.y + 1 }, same)).toBe(first);
    expect(nearestPoint(points, { x: -500, y: -500 }, same)).toBeUndefined();
  });

  test.each([
    ['ArrowRight', undefined, 0],
    ['ArrowRight', 4, 4],
    ['ArrowLeft', 0, 0],
    ['ArrowLeft', undefined, 4],
    ['Home', 3, 0],
    ['End', 0, 4],
    ['a', 0, undefined],
  ])('move with %s from %s to %s', (key, at, next) => {
    expect(movedTo(key, at, 5)).toBe(next);
  });

  test('are absent without values', () => {
    expect(recordContent(createWithheldOutlook(), 'light')).toBeUndefined();
  });
});
