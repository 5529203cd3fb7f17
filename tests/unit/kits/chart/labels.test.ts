import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeTail, frameOf, markedTail } from '#kits/chart/drawing/frame.ts';
import { cutText, narrowWidth, wrapText } from '#kits/chart/drawing/layout.ts';
import { rulerOf } from '#kits/chart/drawing/ruler.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { forAll } from '../../../support/for-all.ts';
import { flowContent, line as lineOf } from './plot.ts';

const days = Array.from({ length: 101 }, (_, at) => at + 1);

const line = (id: string, more: Partial<ChartSeries> = {}) => lineOf(id, days, more);
const content: ChartContent = {
  ...flowContent,
  time: { kind: 'season', firstMonth: 10 },
  series: [line('2020')],
};
const frame = (overrides: Partial<ChartContent>, { width = 1200, ...settings } = {}) =>
  frameOf({ ...content, ...overrides }, { theme: 'light', width, height: 600, ...settings });
const leading = line('2026', { emphasis: 'leading', endLabel: '2026 · 12,700 cfs' });

describe('the labels at the ends of lines', () => {
  test('are never nearer than 16 pixels, and never cut by the drawing', () => {
    const end = fc.integer({ min: 0, max: 100 });
    forAll(
      [fc.array(end, { minLength: 1, maxLength: 12 }), fc.integer({ min: 340, max: 1500 })],
      30,
      (ends, width) => {
        const series = ends.map((last, at) => line(`Gage ${at}`, { ys: days.map(() => last) }));
        const { labels, layout } = frame({ series }, { width });
        const ys = labels.map(({ y }) => y).toSorted((one, other) => one - other);
        expect(labels).toHaveLength(ends.length);
        for (const [at, y] of ys.slice(1).entries()) expect(y - (ys[at] ?? 0)).toBeGreaterThanOrEqual(15.99);
        for (const { x, y, text } of labels) {
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(layout.area.height + 0.01);
          expect(layout.area.left + x + text.length * 6.4).toBeLessThanOrEqual(width);
        }
      },
    );
  });

  test('name only the line where the window ends before its last value, and in a narrow drawing', () => {
    const text = (settings: object) => frame({ series: [leading] }, settings).labels[0]?.text;
    expect(text({ window: [1, 60] })).toBe('2026');
    expect(text({ width: 390 })).toBe('2026');
    expect(frame({ series: [leading] }, { window: [150, 200] } as object).labels).toEqual([]);
  });

  test('of more than twelve lines are those of the first, and say how many more there are', () => {
    const series = Array.from({ length: 50 }, (_, at) => line(`Gage ${at + 1}`));
    const { labels } = frame({ series: [...series, leading] });
    expect(labels).toHaveLength(12);
    expect(labels.some(({ id }) => id === '2026')).toBe(true);
    expect(labels.at(-1)).toMatchObject({ text: '+40 more' });
  });

  test('stand above the number of the others, also at the bottom of the plot', () => {
    const low = Array.from({ length: 14 }, (_, at) => ({ ...line(`Gage ${at + 1}`), ys: [900, 0] }));
    const ys = frame({ series: low }).labels.map(({ y }) => y);
    expect(Math.min(...ys.slice(1).map((y, at) => y - (ys[at] ?? 0)))).toBeGreaterThanOrEqual(16);
  });

  test('leave room for a level above all values, only on its own axis', () => {
    const { signals, labels } = frame({
      axes: { left: { title: 'Storage', unit: 'AF' }, right: { title: 'Streamflow', unit: 'cfs' } },
      series: [line('storage'), line('flow', { side: 'right' })],
      levels: [{ label: 'Capacity 1,400 AF', side: 'left', value: 1400 }],
    });
    expect(signals.left[1]).toBeGreaterThanOrEqual(1400);
    expect(signals.right[1]).toBeLessThan(200);
    expect(labels.map(({ text }) => text)).toContain('Capacity 1,400 AF');
  });
});

describe('the ruler at the right edge', () => {
  const band = (id: string, low: number, high: number, names: object) => ({
    id,
    label: id,
    side: 'left' as const,
    color: '#dddddd',
    xs: days,
    lows: days.map(() => low),
    highs: days.map(() => high),
    ...names,
  });
  const bandsOf = (scale: number) => [
    band('range', 0, 100 * scale, { edges: ['lowest', 'highest'] }),
    band('most', 10 * scale, 90 * scale, { edges: ['10 %', '90 %'] }),
    band('usual', 25 * scale, 75 * scale, { edges: ['25 %', '75 %'], middle: 'normal' }),
  ];
  const median = line('Median', { rulerName: 'median', ys: days.map(() => 40) });
  const namesAt = (bands: ReturnType<typeof bandsOf>, settings: { width?: number } = {}) => {
    const drawn = { ...content, bands, series: [median, leading] };
    const own = frame(drawn, settings);
    return rulerOf(drawn, 50, own)
      ?.texts.slice(1)
      .toSorted((one, other) => one.y - other.y)
      .map(({ text }) => text);
  };

  test('names the distribution of the day, with its values where there is room', () => {
    const names = ['highest', '90 %', '75 %', 'normal', 'median', '25 %', '10 %', 'lowest'];
    expect(namesAt(bandsOf(1), { width: 800 })).toEqual(names);
    expect(namesAt(bandsOf(1))?.slice(0, 3)).toEqual(['highest 100', '90 % 90', '75 % 75']);
  });

  test('leaves out 90, 75, 25 and 10 percent where they are nearer than 14 pixels, and more after them', () => {
    expect(namesAt([...bandsOf(1).slice(0, 1), ...bandsOf(0.01).slice(1)], { width: 800 })).not.toContain(
      '90 %',
    );
  });

  test('is never lower than 160 pixels, and says how many times larger than the axis it is', () => {
    const drawn = { ...content, bands: bandsOf(0.05), series: [median, leading] };
    const ruler = rulerOf(drawn, 50, frame(drawn));
    expect(ruler?.texts[0]?.text).toMatch(/ · [\d.]+×$/);
    const at = (name: string) => ruler?.texts.find(({ text }) => text.startsWith(name))?.y ?? Number.NaN;
    expect(at('lowest') - at('highest')).toBeCloseTo(160, 5);
    const whole = { ...content, bands: bandsOf(1), series: [median, leading] };
    expect(rulerOf(whole, 50, frame(whole))?.texts[0]?.text).not.toMatch(/×/);
  });

  test('is absent from a narrow drawing, and on a day without bands', () => {
    expect(namesAt(bandsOf(1), { width: narrowWidth - 1 })).toBeUndefined();
    const drawn = { ...content, bands: bandsOf(1) };
    expect(rulerOf(drawn, 300, frame(drawn))).toBeUndefined();
  });
});

describe('the marked tail of lines', () => {
  const xs = Array.from({ length: 10 }, (_, at) => 18_349 + at);
  const marked = (marks: readonly number[], overrides: Partial<ChartSeries> = {}) =>
    line('s', { xs, ys: xs, isMarked: (at) => marks.includes(at), ...overrides });
  const tail = [4, 5, 6, 7, 8, 9];
  test.each([
    ['the running tail', [marked(tail)], [18_353, 18_358]],
    ['only the tail, not marks before it', [marked([0, 2, ...tail])], [18_353, 18_358]],
    ['nothing for scattered marks', [marked([1, 4, 8])], undefined],
    ['nothing for a line without values', [marked(tail, { xs: [], ys: [] })], undefined],
    ['everything if all is marked', [marked([0, 1, 2, 3, ...tail])], [18_349, 18_358]],
    ['the tails of all lines', [marked(tail), marked([9])], [18_353, 18_358]],
    [
      'the leading line before others',
      [marked(tail), marked([9], { emphasis: 'leading' })],
      [18_358, 18_358],
    ],
    ['nothing if the leading line has none', [marked(tail), marked([], { emphasis: 'leading' })], undefined],
  ] as const)('is %s', (_what, all, expected) => {
    expect(markedTail(all)).toEqual(expected);
  });

  const mark = { label: 'Provisional', meaning: 'May change.' };
  test('is named by its first day, with the year where it differs, and by the month of months', () => {
    const inDays = { ...content, mark, time: { kind: 'days' } } as const;
    expect(describeTail(inDays, [18_353, 18_358])).toBe('provisional from Apr 1');
    expect(describeTail(inDays, [18_200, 18_358])).toBe('provisional from Oct 31, 2019');
    const months = { kind: 'months', names: ['Oct', 'Nov', 'Dec'] } as const;
    expect(describeTail({ ...content, mark, time: months }, [2, 3])).toBe('provisional from Nov');
  });

  test('is a line on the time axis with its name, in the windows that it reaches into', () => {
    const drawn = { mark, time: { kind: 'days' }, series: [marked(tail)] } as const;
    const textsIn = (window: readonly [number, number]) =>
      frame(drawn, { window } as object).texts.map(({ text }) => text);
    expect(textsIn([18_355, 18_357])).toContain('provisional from Apr 1');
    expect(textsIn([18_349, 18_352])).toHaveLength(1);
    expect(frame({ series: [marked(tail)] }).texts).toHaveLength(1);
  });
});

test('breaks a text between words, or only what is longer than a line, and cuts one with an ellipsis', () => {
  expect(wrapText('one two three', 66)).toEqual(['one two', 'three']);
  expect(wrapText('', 100)).toEqual([]);
  expect(wrapText('abcdefghijklmn', 66)).toEqual(['abcdefghij', 'klmn']);
  expect(wrapText('at: abcdefghijkl mn op', 66)).toEqual(['at: abcdef', 'ghijkl mn', 'op']);
  expect(cutText('Snake River near Heise', 66)).toBe('Snake Riv…');
  expect(cutText('2026', 66)).toBe('2026');
});
