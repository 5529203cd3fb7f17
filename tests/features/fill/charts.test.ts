import { describe, expect, test } from 'vitest';
import { gainsContent, peaksContent, reliabilityContent } from '#features/fill/screen/fill-charts.ts';
import { pointExtents, pointSpecOf } from '#kits/chart/drawing/spec.ts';
import { renderSvg } from '#kits/chart/export/render-image.ts';
import { createFillExample } from './fill-example.ts';

const fill = createFillExample();
const facts = { time: 'Exported 2026-04-01', address: 'https://portal.example.org/?view=outlook' };
const size = { theme: 'light', width: 900, height: 600, facts } as const;

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The example has this chart.');
  return value;
}

describe('the charts of a fill', () => {
  test.each([
    ['fill-gains', given(gainsContent(fill, 'light'))],
    ['fill-peaks', given(peaksContent(fill, 'light'))],
    ['fill-reliability', given(reliabilityContent(fill, 'light'))],
  ])('draw %s as an image with marks and source', async (name, content) => {
    const svg = await renderSvg(pointSpecOf(content, size, true));
    await expect(svg).toMatchFileSnapshot(`snapshots/${name}.svg`);
    expect(svg).toContain('Source: Computed by this portal');
    expect(svg).toContain(content.series[0]?.label);
  });

  test('have an extent of whole years', () => {
    expect(pointExtents(given(gainsContent(fill, 'light'))).x).toEqual([1981, 2021]);
  });

  test('are absent without values', () => {
    expect(gainsContent(createFillExample({ years: [] }), 'light')).toBeUndefined();
    expect(peaksContent(createFillExample({ years: [] }), 'light')).toBeUndefined();
    expect(reliabilityContent(createFillExample({ skill: null }), 'light')).toBeUndefined();
  });
});
