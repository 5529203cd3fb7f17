import type { BarMarks, FindingText } from './finding.ts';

/** Five zones of the values of a date: the percentile and the share of the width at which each begins. */
const zones = [
  { from: 0, at: 0 },
  { from: 10, at: 0.16 },
  { from: 25, at: 0.35 },
  { from: 75, at: 0.65 },
  { from: 90, at: 0.84 },
] as const;
const end = { from: 100, at: 1 };

/** Width and height of the bar and the height of its zones, in pixels. */
export const barSizes = {
  tight: { width: 64, height: 12, zone: 8 },
  row: { width: 96, height: 14, zone: 8 },
  card: { width: 160, height: 18, zone: 10 },
  headline: { width: 320, height: 24, zone: 14 },
} as const;
export type BarSize = keyof typeof barSizes;

/** What the bar is drawn with: on a page a variable of the theme, in a picture its color. */
export type BarPaint = (token: string) => string;
const themePaint: BarPaint = (token) => `var(--${token})`;

/** Finds the zone of a percentile, 0 to 4: those of the classes of `classOf`, whose outer ends belong to the inner zone. */
export function zoneOf(percentile: number): number {
  if (percentile < 10) return 0;
  if (percentile < 25) return 1;
  if (percentile <= 75) return 2;
  return percentile <= 90 ? 3 : 4;
}

/** The place of a percentile, 0 to 1: the outer zones are wider than their share, to be seen. */
export function placeOnBar(percentile: number): number {
  const at = zoneOf(percentile);
  const [first, next] = [zones[at] ?? zones[0], zones[at + 1] ?? end];
  return first.at + ((percentile - first.from) / (next.from - first.from)) * (next.at - first.at);
}

const gap = 1.5;
/** The arrowhead of a record stands so far beyond the edge. */
const arrow = 4.5;

/**
 * Draws the percentile bar as the markup of an `svg`: dry left, wet right. A bar of ink is now, hollow where the value is
 * late; a ring is a year ago; an arrowhead marks the lowest or highest of all years. Without a percentile it is empty, and
 * without marks, while values load, it is only the zones.
 * @param label what a screen reader says; undefined where words beside the bar say the same
 */
export function percentileBar(
  marks: BarMarks | undefined,
  size: BarSize,
  { label, paint = themePaint }: { readonly label?: string | undefined; readonly paint?: BarPaint } = {},
): string {
  const { percentile, record, yearBefore, isLate = false } = marks ?? {};
  const { width, height, zone } = barSizes[size];
  const name =
    label === undefined ? 'aria-hidden="true"' : `role="img" aria-label="${escapeAttribute(label)}"`;
  const open = `<svg class="percentile-bar" xmlns="http://www.w3.org/2000/svg" viewBox="${-arrow} 0 ${width + 2 * arrow} ${height}" width="${width + 2 * arrow}" height="${height}" ${name}>`;
  const top = (height - zone) / 2;
  if (marks && percentile === undefined && yearBefore === undefined) {
    return `${open}<rect x="0.5" y="${top + 0.5}" width="${width - 1}" height="${zone - 1}" rx="2" fill="${paint('color-ground')}" stroke="${paint('color-line')}"/></svg>`;
  }
  const middle = height / 2;
  const own = percentile === undefined ? undefined : zoneOf(percentile);
  const parts = zones.map(({ at }, index) => {
    const next = (zones[index + 1] ?? end).at;
    const left = at * width + (index === 0 ? 0 : gap / 2);
    const right = next * width - (index === zones.length - 1 ? 0 : gap / 2);
    const token = `pct-${index + 1}${index === own ? '' : '-quiet'}`;
    return `<rect x="${round(left)}" y="${top}" width="${round(right - left)}" height="${zone}" fill="${paint(token)}"/>`;
  });
  if (yearBefore !== undefined) {
    const radius = Math.min(3.5, zone / 2.6);
    parts.push(
      `<circle cx="${round(placeOnBar(yearBefore) * width)}" cy="${middle}" r="${round(radius)}" fill="${paint('color-surface')}" stroke="${paint('color-ink-muted')}" stroke-width="1.5"/>`,
    );
  }
  if (percentile !== undefined) {
    const [ink, surface] = [paint('color-ink'), paint('color-surface')];
    const x = Math.min(width - 1.5, Math.max(1.5, placeOnBar(percentile) * width));
    parts.push(
      isLate
        ? `<rect x="${round(x - 2)}" y="1" width="4" height="${height - 2}" rx="1.5" fill="${surface}" stroke="${ink}" stroke-width="1.5"/>`
        : `<rect x="${round(x - 1.5)}" y="0.5" width="3" height="${height - 1}" rx="1" fill="${ink}" stroke="${surface}" stroke-width="1" paint-order="stroke"/>`,
    );
    if (record) {
      const [base, tip, token] = record === 'lowest' ? [0, -arrow, 'pct-1'] : [width, width + arrow, 'pct-5'];
      parts.push(
        `<path d="M${base} ${middle - 4.5}V${middle + 4.5}L${tip} ${middle}Z" fill="${paint(token)}"/>`,
      );
    }
  }
  return `${open}${parts.join('')}</svg>`;
}

/** What `Standing` shows of a finding: its bar, its class, the words beside them, and how old a late value is. */
export function standingOf(
  {
    bar,
    class: name,
    place,
    standing,
    age,
  }: Pick<FindingText, 'bar' | 'class' | 'place' | 'standing' | 'age'>,
  size: BarSize,
) {
  return { bar: bar && percentileBar(bar, size), class: name, text: name ? place : standing, age };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A place among past values, as the API has it. */
type BarFigures = {
  readonly percentile: number | null;
  readonly record: 'lowest' | 'highest' | null;
  readonly year_before: number | null;
  readonly is_late: boolean;
};

/** The marks of the bar of a condition of the map. */
export function marksOfFigures({ percentile, record, year_before, is_late }: BarFigures): BarMarks {
  return {
    percentile: percentile ?? undefined,
    record: record ?? undefined,
    yearBefore: year_before ?? undefined,
    isLate: is_late,
  };
}
