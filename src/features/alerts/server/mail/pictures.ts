import { layOutTeacup, type TeacupLevels, teacupSize } from '#domain/teacup.ts';
import { addDays, formatUsDate } from '#lib/calendar.ts';
import type { Brief, BriefParts } from '../../../today/index.ts';
import type { MailPicture } from '../../rules/mail-layout.ts';
import { type Color, drawPng, type Polygon, strokeShapes } from './draw-png.ts';

/** In CSS pixels; a phone shows pictures smaller. */
const width = 528;
const pixels = 2;

/** Seen on white paper and on that of a dark mail program, which do not say which one they have. */
const water: Color = [47, 134, 196];
const cupColor: Color = [184, 195, 205];
const dark: Color = [26, 37, 48];
const white: Color = [255, 255, 255];

type Cup = { readonly levels: TeacupLevels; readonly alt: string; readonly number: number };

/** Cups are drawn higher than wide: their height is what says how full they are. */
const heightFactor = 1.5;
const maxScale = 0.62;

/** Draws reservoirs side by side, as Today does, with their numbers below; undefined without one. */
function drawCups(cups: readonly Cup[]): MailPicture | undefined {
  const drawn = cups.map(({ levels }) => layOutTeacup(levels));
  const total = drawn.reduce((sum, cup) => sum + cup.width, 0);
  if (total === 0) return undefined;
  const scale = Math.min(maxScale, width / total) * pixels;
  const extra = (width * pixels - total * scale) / drawn.length;
  let left = 0;
  const shapes = drawn.flatMap((cup) => {
    const place = ([x, y]: readonly [number, number]) =>
      [left + extra / 2 + x * scale, y * scale * heightFactor] as const;
    const pathPoints = (path: string) => pointsOf(path).map(place);
    const found: Polygon[] = [{ color: cupColor, points: pathPoints(cup.cup) }];
    if (cup.water !== undefined) found.push({ color: water, points: pathPoints(cup.water) });
    if (cup.median) {
      const { from, to, at } = cup.median;
      const ends = [place([from, at]), place([to, at])] as const;
      found.push(...strokeShapes(ends, 3 * pixels, white), ...strokeShapes(ends, 1.5 * pixels, dark));
    }
    if (cup.lastYear !== undefined) {
      const points = pathPoints(cup.lastYear);
      found.push({ color: white, points });
      found.push(...strokeShapes([...points, ...points.slice(0, 1)], 1.25 * pixels, dark));
    }
    left += cup.width * scale + extra;
    return found;
  });
  const height = Math.ceil((teacupSize.height * scale * heightFactor) / pixels);
  return {
    id: 'reservoirs',
    alt: cups.map(({ alt }) => alt).join(' '),
    png: drawPng(width * pixels, height * pixels, shapes),
    ...{ width, height },
    key: 'Triangle: a year ago. Line: median of the date. Width: capacity.',
    captions: drawn.map((cup, at) => ({
      text: String(cups[at]?.number ?? ''),
      share: (cup.width * scale + extra) / (width * pixels),
    })),
  };
}

/** `M1.0 2.0L3.0 4.0Z` as points */
function pointsOf(path: string): readonly (readonly [number, number])[] {
  return [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
}

type Recent = {
  readonly name: string;
  /** The days of the values, and their names at both ends. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly first: string;
  readonly last: string;
  readonly alt: string;
};

const lineHeight = 72;
const padding = 8;

/** Draws the line of a record's last weeks, with gaps where days have no value. */
function drawLine({ name, xs, ys, first, last, alt }: Recent): MailPicture {
  const [from = 0, to = 1] = [xs[0], xs.at(-1)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  const points = xs.map((x, at) => {
    const across = (x - from) / Math.max(1, to - from);
    const down = 1 - ((ys[at] ?? 0) - low) / (high - low || 1);
    return [
      padding + across * (width * pixels - 2 * padding),
      padding + down * (lineHeight * pixels - 2 * padding),
    ] as const;
  });
  const breaks = xs.flatMap((x, at) => (at > 0 && x - (xs[at - 1] ?? x) > 1 ? [at] : []));
  const parts = [0, ...breaks].map((start, at) => points.slice(start, breaks[at]));
  const shapes = [
    ...parts.flatMap((part) => strokeShapes(part, 2.5 * pixels, water)),
    ...strokeShapes(points.slice(-1), 7 * pixels, water),
  ];
  return {
    id: 'river',
    alt,
    png: drawPng(width * pixels, lineHeight * pixels, shapes),
    ...{ width, height: lineHeight },
    captions: [{ text: `${name}, ${formatUsDate(first)} to ${formatUsDate(last)}`, share: 1 }],
  };
}

/** The cups of Today, and the line of its first river, with the words that Today has for them. */
export function picturesOf({ rivers }: Brief, { cups, groups }: BriefParts) {
  const drawn = cups.flatMap(({ levels, label }, at) =>
    levels ? [{ levels, number: at + 1, alt: label ?? '' }] : [],
  );
  const recent = rivers[0]?.actual.recent;
  const [row] = groups.find(({ heading }) => heading === 'Rivers')?.rows ?? [];
  const [first, last] = [recent?.days[0], recent?.days.at(-1)];
  return {
    cups: drawCups(drawn),
    river:
      recent && row?.line && first !== undefined && last !== undefined
        ? drawLine({
            ...row.line,
            name: row.name,
            first: addDays(recent.start, first),
            last: addDays(recent.start, last),
            alt: `${row.name}, the last four weeks. ${row.bar?.label ?? row.value}`,
          })
        : undefined,
  };
}
