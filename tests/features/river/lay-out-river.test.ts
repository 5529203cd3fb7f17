import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  desktopWidest,
  type Label,
  layOutRiver,
  layOutTall,
  maxShrink,
  type RiverLayout,
  widthOf,
} from '#features/river/screen/lay-out-river.ts';
import { forAll } from '../../support/for-all.ts';
import { day, riverOfBasin } from './river-example.ts';

const scale = { widest: desktopWidest, cfs: 12_400 };

test('widths are proportional, at least three pixels, and none without water', () => {
  expect([12_400, 6200, 0.1, 0, -5].map((cfs) => widthOf(cfs, scale))).toEqual([54, 27, 3, 0, 0]);
});

test('widths never shrink as the flow grows', () => {
  const cfs = fc.double({ min: 0, max: 60_000, noNaN: true });
  forAll([cfs, cfs], 100, (one, other) => {
    const [less, more] = [Math.min(one, other), Math.max(one, other)];
    expect(widthOf(less, scale)).toBeLessThanOrEqual(widthOf(more, scale));
  });
});

const overlap = (one: Label, other: Label) =>
  Math.abs(one.x - other.x) < (one.width + other.width) / 2 - 1e-6 &&
  one.top < other.top + other.height - 1e-6 &&
  other.top < one.top + one.height - 1e-6;

/** Pairs of labels of one tier, above or below a line, that touch. */
function overlapsOf({ lanes }: RiverLayout): string[] {
  return lanes.flatMap(({ name, stops, sections }) =>
    [stops.map(({ label }) => label), sections.map(({ label }) => label)].flatMap((labels) =>
      labels.flatMap((one, at) =>
        labels
          .slice(at + 1)
          .filter((other) => one.tier === other.tier && overlap(one, other))
          .map((other) => `${name}: ${one.lines[0]?.text} and ${other.lines[0]?.text}`),
      ),
    ),
  );
}

/** Flows by chance: unknown, none, small and large ones. */
const flows = fc.array(
  fc.oneof(fc.constant(null), fc.constant(0), fc.double({ min: 0.01, max: 40_000, noNaN: true })),
  { minLength: 7, maxLength: 40 },
);
const widths = fc.integer({ min: 0, max: 2600 });

test('no label touches another one of its tier, at any width and with any values', () =>
  forAll([flows, widths], 60, (values, width) => {
    let at = 0;
    const { rivers } = riverOfBasin(() => values[at++ % values.length] ?? null);
    const layout = layOutRiver(rivers, { on: day, widest: 15_200, width });
    expect(overlapsOf(layout)).toEqual([]);
    expect(layout.width).toBeGreaterThanOrEqual(width);
    for (const { stops } of layout.lanes) {
      const xs = stops.map(({ x }) => x);
      expect(xs).toEqual(xs.toSorted((one, other) => one - other));
      expect(Math.max(...stops.map(({ label }) => label.x + label.width / 2))).toBeLessThanOrEqual(
        layout.width + 1,
      );
      expect(Math.min(...stops.map(({ label }) => label.x - label.width / 2))).toBeGreaterThanOrEqual(-1);
    }
  }));

describe('the rivers of the basin file', () => {
  const { rivers } = riverOfBasin((_, parameter) =>
    parameter === 6 ? 100 : parameter === 3 ? 40_000 : 3000,
  );
  const layout = layOutRiver(rivers, { on: day, widest: 15_200, width: 1118 });

  test('fit beside the menu of a window of 1440 pixels', () => {
    expect(layout.width).toBeLessThanOrEqual(1118 * maxShrink);
  });

  test('show every site of both lines once, in downstream order', () => {
    expect(layout.lanes.map(({ name }) => name)).toEqual(['Henrys Fork', 'Snake River']);
    for (const { name, stops } of layout.lanes) {
      const river = rivers.find((each) => each.name === name);
      expect(stops.map(({ site }) => site.loc_id)).toEqual(river?.sites.map(({ loc_id }) => loc_id));
    }
  });

  test('Henrys Fork joins the Snake River between Lorenzo and Menan', () => {
    const [fork, snake] = layout.lanes;
    const at = (id: string) => snake?.stops.find(({ site }) => site.loc_id === id)?.x ?? Number.NaN;
    expect(fork?.mouth?.x).toBeGreaterThan(at('13038500'));
    expect(fork?.mouth?.x).toBeLessThan(at('13057000'));
    expect(fork?.mouth?.y).toBe(snake?.y);
  });
});

const brokenAt = (id: string, broken: number | null) =>
  riverOfBasin((each, parameter) => (each === id ? broken : parameter === 3 ? 40_000 : 3000)).rivers;
const piecesAround = (rivers: ReturnType<typeof brokenAt>, id: string) => {
  const { lanes } = layOutRiver(rivers, { on: day, widest: 15_200, width: 1118 });
  const snake = lanes.find(({ name }) => name === 'Snake River');
  const stop = snake?.stops.find(({ site }) => site.loc_id === id);
  const pieces =
    snake?.pieces.filter(({ from, to }) => from - 1 <= (stop?.x ?? 0) && (stop?.x ?? 0) <= to + 1) ?? [];
  return { stop, pieces };
};

test('a break in a record is a gap in the river with a reason, and never a zero', () => {
  const { stop, pieces } = piecesAround(brokenAt('13060000', null), '13060000');
  expect(pieces).toEqual([]);
  const texts = stop?.label.lines.map(({ text }) => text).join(' ');
  expect(texts).toBe('near Shelley no value since Sep 30, 2017');
  expect(texts).not.toMatch(/\b0\b/);
});

test('a flow of zero is drawn as a hairline, and is a value', () => {
  const { stop, pieces } = piecesAround(brokenAt('13060000', 0), '13060000');
  expect(pieces.map(({ start, end }) => Math.min(start, end))).toEqual([1, 1]);
  expect(stop?.label.lines.map(({ text }) => text)).toContain('0');
});

test('the river downward has the same sites and the same gaps', () => {
  const rivers = brokenAt('13060000', null);
  const tall = layOutTall(rivers, { on: day, widest: 15_200 });
  const [snake] = tall;
  const sites = snake?.rows.flatMap((row) => (row.kind === 'stop' ? [row] : [])) ?? [];
  expect(sites.map(({ site }) => site.loc_id)).toEqual(rivers[0]?.sites.map(({ loc_id }) => loc_id));
  const broken = sites.find(({ site }) => site.loc_id === '13060000');
  expect(snake?.pieces.some(({ from, to }) => from <= (broken?.y ?? 0) && (broken?.y ?? 0) <= to)).toBe(
    false,
  );
  expect(snake?.rows.map(({ height }) => height).reduce((sum, each) => sum + each, 0)).toBe(snake?.height);
});
