import { escapeHtml } from '#lib/html.ts';
import type { Finding } from './finding/finding.ts';

/** The levels of a reservoir as shares of its capacity; undefined where there is none. */
export type TeacupLevels = {
  readonly now: number | undefined;
  readonly lastYear: number | undefined;
  readonly median: number | undefined;
  /** Its capacity as a share of the largest one's. */
  readonly size: number;
};

/** The levels of a reservoir from its finding; undefined without a capacity. `largest` is that of the largest reservoir. */
export function teacupLevels(
  { value, capacity, year_before, of }: Pick<Finding, 'value' | 'capacity' | 'year_before' | 'of'>,
  largest: number,
): TeacupLevels | undefined {
  if (!capacity) return undefined;
  const level = (each: number | null | undefined) => (each == null ? undefined : each / capacity);
  return {
    now: level(value),
    lastYear: level(year_before?.value),
    median: level(of?.median),
    size: capacity / largest,
  };
}

/** The height of every cup and the rims of the largest and of the smallest one, in pixels. */
export const teacupSize = { height: 104, widest: 176, narrowest: 36 } as const;

/** The bottom of a cup is narrower than its rim by this share. */
const taper = 0.32;
/** Room on both sides for the marks. */
const overhang = 10;

/** The shapes of a teacup in a box of `width` × `teacupSize.height`: paths, and the line of the median. */
export type Teacup = {
  readonly width: number;
  readonly cup: string;
  readonly water: string | undefined;
  /** A triangle at the left wall. */
  readonly lastYear: string | undefined;
  /** A line that runs out on the right. */
  readonly median: { readonly from: number; readonly to: number; readonly at: number } | undefined;
};

/**
 * Lays a teacup out. The height of the water is its share of the capacity; the width of the rim grows with the root of the
 * capacity, so that the area of the cup does with the capacity, down to a width that can be seen.
 */
export function layOutTeacup({ now, lastYear, median, size }: TeacupLevels): Teacup {
  const { height, widest, narrowest } = teacupSize;
  const rim = Math.max(narrowest, Math.round(widest * Math.sqrt(Math.min(1, Math.max(0, size)))));
  const width = rim + 2 * overhang;
  const middle = width / 2;
  const [top, bottom] = [1, height - 1];
  const heightAt = (level: number) => bottom - Math.min(1, Math.max(0, level)) * (bottom - top);
  const halfAt = (y: number) => (rim / 2) * (1 - (taper * (y - top)) / (bottom - top));
  const shape = (...points: readonly (readonly [x: number, y: number])[]) =>
    `M${points.map((point) => point.map((each) => each.toFixed(1)).join(' ')).join('L')}Z`;
  const cupFrom = (y: number) =>
    shape(
      [middle - halfAt(y), y],
      [middle + halfAt(y), y],
      [middle + halfAt(bottom), bottom],
      [middle - halfAt(bottom), bottom],
    );
  const triangleAt = (y: number) => {
    const wall = middle - halfAt(y);
    return shape([wall - 7, y - 4.5], [wall + 1, y], [wall - 7, y + 4.5]);
  };
  const medianY = median === undefined ? undefined : heightAt(median);
  return {
    width,
    cup: cupFrom(top),
    water: now === undefined ? undefined : cupFrom(heightAt(now)),
    lastYear: lastYear === undefined ? undefined : triangleAt(heightAt(lastYear)),
    median:
      medianY === undefined
        ? undefined
        : { from: middle - halfAt(medianY), to: middle + halfAt(medianY) + 8, at: medianY },
  };
}

/**
 * Draws a teacup as the markup of an `svg` in the colors of the theme.
 * @param height in pixels, if not its own
 * @param label what a screen reader says; undefined where words beside the cup say the same
 */
export function drawTeacup(
  levels: TeacupLevels,
  { height = teacupSize.height, label }: { readonly height?: number; readonly label?: string | undefined },
): string {
  const { width, cup, water, lastYear, median } = layOutTeacup(levels);
  const name = label === undefined ? 'aria-hidden="true"' : `role="img" aria-label="${escapeHtml(label)}"`;
  const line =
    median &&
    `d="M${median.from.toFixed(1)} ${median.at.toFixed(1)}H${median.to.toFixed(1)}" stroke="var(--color-`;
  return [
    `<svg viewBox="0 0 ${width} ${teacupSize.height}" height="${height}" ${name}>`,
    `<path fill="var(--cup)" stroke="var(--color-line-strong)" stroke-width="0.75" d="${cup}"/>`,
    water && `<path fill="var(--water)" d="${water}"/>`,
    line && `<path ${line}surface)" stroke-width="3"/><path ${line}ink)" stroke-width="1.5"/>`,
    lastYear &&
      `<path fill="var(--color-surface)" stroke="var(--color-ink)" stroke-width="1.25" d="${lastYear}"/>`,
    '</svg>',
  ]
    .filter(Boolean)
    .join('');
}
