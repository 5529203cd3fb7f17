import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { imageFoot } from '#kits/chart/export/image-foot.ts';
import { wrapText } from '#kits/chart/export/wrap-text.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';

function line(id: string, overrides: Partial<ChartSeries> = {}): ChartSeries {
  return { id, label: id, side: 'left', color: '#123456', xs: [1, 2], ys: [3, 4], maxGap: 1, ...overrides };
}

const content: ChartContent = {
  title: 'Streamflow',
  time: { kind: 'days' },
  axes: { left: { title: 'Streamflow', unit: 'cfs' }, right: { title: 'Stage', unit: 'ft' } },
  series: [line('Heise')],
  source: 'USGS',
};
const facts = { time: 'Exported now', address: `https://example.org/?sites=${'123,'.repeat(80)}` };
const footOf = (overrides: Partial<ChartContent>, width = 700) =>
  imageFoot({ ...content, ...overrides }, { width, notes: [], facts });
const textsOf = (overrides: Partial<ChartContent>) => footOf(overrides).footTexts.map((each) => each.text);

const always = (): boolean => true;

describe('the foot of an image', () => {
  test('has the legend, what the statistics rest on, source, time and the whole address', () => {
    const texts = textsOf({ statistics: 'Normals: 1991–2020, 30 years', isDemonstration: true });
    expect(texts.slice(0, 5)).toEqual([
      'Heise',
      'Normals: 1991–2020, 30 years',
      'Demonstration data: some of these values are synthetic, not measured.',
      'Source: USGS',
      'Exported now',
    ]);
    expect(texts.slice(5).join('')).toBe(`Address: ${facts.address}`);
  });

  test('shows each line in its width, dash and shape', () => {
    const foot = footOf({
      series: [
        line('2026', { emphasis: 'leading' }),
        line('2019', { emphasis: 'context', dash: [2, 2] }),
        line('rain', { shape: 'bars', color: '#aa0000' }),
        line('well', { shape: 'dots' }),
        line('canal', { shape: 'steps' }),
      ],
    });
    expect(foot.footLines.map(({ w, dash }) => [w, dash.length])).toEqual([
      [2.75, 0],
      [1, 2],
      [1, 0],
      [1.6, 0],
      [1.6, 0],
      [1.6, 0],
    ]);
    expect(foot.footBoxes.map((each) => each.c)).toEqual(Array(3).fill('#aa0000'));
    expect(foot.footDots).toHaveLength(3);
  });

  test('names both axes, and the bands of each', () => {
    const band = { id: 'b', label: '10–90 %', side: 'right', color: '#eeeeee' } as const;
    expect(textsOf({ bands: [{ ...band, xs: [1], lows: [1], highs: [2] }] }).slice(0, 4)).toEqual([
      'Left axis: Streamflow (cfs)',
      'Heise',
      'Right axis: Stage (ft)',
      '10–90 %',
    ]);
  });

  test.each([
    ['shade', { isMarked: (at: number) => at === 1 }, { footBoxes: 1 }],
    ['no shade without a marked end', { isMarked: () => false }, { footBoxes: 0 }],
    ['dashes', { isEstimated: always }, { footLines: 2 }],
    ['an outlined bar', { isEstimated: always, shape: 'bars' }, { footBoxes: 4, footLines: 0 }],
    ['a hollow dot', { isEstimated: always, shape: 'dots' }, { footDots: 4, footLines: 2 }],
    ['a cross', { excluded: { xs: [3], ys: [4], noteOf: () => 'x' } }, { footLines: 3 }],
  ] as const)('explains marks by %s', (_what, more, counts) => {
    const meaning = 'It means this.';
    const foot = footOf({
      series: [line('Heise', more)],
      mark: { label: 'Provisional', meaning },
      estimatedMark: { label: 'Estimated', meaning },
      excludedMark: { label: 'Flagged', meaning },
    });
    const [footBoxes, footLines, footDots] = [foot.footBoxes, foot.footLines, foot.footDots].map(
      (each) => each.length,
    );
    expect({ footBoxes, footLines, footDots }).toMatchObject(counts);
    expect(foot.footTexts.some(({ text }) => text.includes(meaning))).toBe(true);
  });

  test('stays within the image, however many lines it has', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 }), { maxLength: 60 }), (labels) => {
        const foot = footOf({ series: labels.map((label, at) => line(String(at), { label })) }, 600);
        for (const { x, y } of foot.footTexts) {
          expect(x).toBeLessThan(600);
          expect(y).toBeLessThanOrEqual(44 + foot.height);
        }
      }),
    );
  });
});

test('wraps a text between words, and breaks only what is longer than a line', () => {
  expect(wrapText('one two three', 65)).toEqual(['one two', 'three']);
  expect(wrapText('', 100)).toEqual([]);
  expect(wrapText('abcdefghijklmn', 64)).toEqual(['abcdefghij', 'klmn']);
  expect(wrapText('at: abcdefghijkl mn op', 64)).toEqual(['at: abcdef', 'ghijkl mn', 'op']);
});
