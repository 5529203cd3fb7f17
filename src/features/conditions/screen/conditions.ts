import type { DataPoint, MapLayer, SiteCondition } from '#contract/public-map.ts';
import { marksOfFigures, percentileBar } from '#domain/finding/percentile-bar.ts';
import { families, paintOfType, type SitePaint } from '#domain/site-families.ts';
import { snowColors, snowLabels } from '#domain/snow/snow-colors.ts';
import { describeDayCondition, parseConditionByte, unpackBytes } from '#domain/statistics/condition-bytes.ts';
import { type StandingClass, standingClasses, toneOf } from '#domain/statistics/percentile-class.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { LegendEntry } from '#kits/map/index.ts';
import { type DayNumber, dayFromParts, dayNumber, dayParts, formatDay, formatUsDate } from '#lib/calendar.ts';
import type { ColorScheme, RankBasis, ShownConditions } from '../../public-map/index.ts';
import type { ConditionSeason } from '../contract.ts';

/** The first day that the map can show. */
export const firstDay = '1980-01-01';

/** A season with its bytes by day. */
export type SeasonDays = {
  readonly first: DayNumber;
  readonly sites: readonly {
    readonly ndx: number;
    readonly percentiles: Uint8Array;
    readonly full: Uint8Array | undefined;
  }[];
  readonly snow: readonly { readonly unit: string; readonly classes: Uint8Array }[];
};

/** @throws Error for bytes that are not one for each day */
export function unpackSeason({ start, days, sites, snow }: ConditionSeason): SeasonDays {
  return {
    first: dayNumber(start),
    sites: sites.map(({ loc_ndx, percentiles, full }) => ({
      ndx: loc_ndx,
      percentiles: unpackBytes(percentiles, days),
      full: full === null ? undefined : unpackBytes(full, days),
    })),
    snow: snow.map(({ huc8_name, classes }) => ({ unit: huc8_name, classes: unpackBytes(classes, days) })),
  };
}

/** The conditions of a day of a season. What else is known of a record comes from the latest ones. */
export function conditionsOfDay(season: SeasonDays, on: string, latest: ShownConditions): ShownConditions {
  const at = dayNumber(on) - season.first;
  const ofDay = new Map<number, SiteCondition>();
  for (const [ndx, { loc_ndx, parameter_ndx, capacity, is_withheld }] of latest.sites) {
    const [value, standing] = is_withheld ? ['not public', 'needs an account'] : ['', 'no class on that day'];
    ofDay.set(ndx, {
      loc_ndx,
      parameter_ndx,
      capacity,
      is_withheld,
      value,
      standing,
      ...noCondition,
    });
  }
  for (const { ndx, percentiles, full } of season.sites) {
    const known = ofDay.get(ndx);
    const condition = parseConditionByte(percentiles[at]);
    const share = full?.[at] ?? 255;
    if (!known) continue;
    ofDay.set(ndx, {
      ...known,
      ...(condition && {
        ...condition,
        standing: describeDayCondition(condition, known.parameter_ndx === parameterNdx.depthToWater),
      }),
      ...(share <= 100 && { full: share, value: `${share} % full` }),
    });
  }
  const snow = season.snow.map(({ unit, classes }): [string, number] => [unit, classes[at] ?? 0]);
  return { sites: ofDay, snow: new Map(snow.filter(([, each]) => each <= 5)), on };
}

const noCondition = {
  rdate: null,
  class: null,
  percentile: null,
  record: null,
  year_before: null,
  is_late: false,
  week: null,
  full: null,
  huc8_snow: null,
} as const;

/** Days that a slider spans: the water year, and in its first months the year before as well. */
export function sliderRange(on: string, today: string): { readonly first: string; readonly last: string } {
  const running = waterYearOf(today);
  const year = on === '' ? running : waterYearOf(on);
  const startsAt = (each: number) => `${each - 1}-10-01`;
  const isYoung = dayNumber(today) - dayNumber(startsAt(running)) < daysOfYoungYear;
  if (year === running || (isYoung && year === running - 1)) {
    return { first: startsAt(isYoung ? running - 1 : running), last: today };
  }
  return { first: year === waterYearOf(firstDay) ? firstDay : startsAt(year), last: `${year}-09-30` };
}
const daysOfYoungYear = 92;

/** The water year of a day, `YYYY-MM-DD`. */
export function waterYearOf(day: string): number {
  return Number(day.slice(0, 4)) + (Number(day.slice(5, 7)) >= 10 ? 1 : 0);
}

/** The same date in another month, at its end where it is shorter. */
export function addMonths(on: string, count: number): string {
  const { year, month, day } = dayParts(dayNumber(on));
  const end = dayFromParts(year, month + count + 1, 1) - 1;
  return formatDay(Math.min(dayFromParts(year, month + count, 1) + day - 1, end));
}

type Tone = 'light' | 'dark';

/** The colors of the five classes, from dry to wet: those of --pct-1 to --pct-5. Edges have 3:1 contrast with every ground. */
export const classColors: Readonly<
  Record<Tone, readonly { readonly fill: string; readonly edge: string }[]>
> = {
  light: [
    { fill: '#a3401a', edge: '#7d2f11' },
    { fill: '#c9822f', edge: '#7f4f12' },
    { fill: '#8b99a2', edge: '#566570' },
    { fill: '#3d8f9e', edge: '#1f626f' },
    { fill: '#0e5a68', edge: '#0a424d' },
  ],
  dark: [
    { fill: '#f2895c', edge: '#ffb491' },
    { fill: '#b27f42', edge: '#e0ae72' },
    { fill: '#6b7a83', edge: '#a9b7bf' },
    { fill: '#3d8d9b', edge: '#84c9d4' },
    { fill: '#74d9e8', edge: '#b4eef6' },
  ],
};

/** The mark of a site without a class, the water of a cup and the arrow beside a mark. */
export const otherColors: Readonly<
  Record<Tone, { none: string; water: string; cup: string; arrow: string }>
> = {
  light: { none: '#5a6770', water: '#2f86bd', cup: '#eef2f5', arrow: '#1b2328' },
  dark: { none: '#9aa8b0', water: '#4f9fd0', cup: '#2a353b', arrow: '#e9eef1' },
};

/** The radii of the marks by class; the mark of a record is as large within its ring. */
const radii = [7, 6, 4.8, 6, 7];
const ringRadius = 10;
const noneRadius = 2.2;
/** Half the width of the cup of American Falls in pixels, and its capacity in AF. */
const largestCup = { radius: 26, capacity: 1_672_600 };
const smallestCup = 8;

/** The place of a class among the five colors. */
const toneOfClass = (name: StandingClass): number =>
  Math.min(4, Math.max(0, standingClasses.indexOf(name) - 1));

const legendLabels: Readonly<Record<StandingClass, string>> = {
  'lowest on record': 'Lowest on record for the date',
  'much below normal': 'Much below normal: under the 10th percentile',
  'below normal': 'Below normal: 10th to 24th',
  normal: 'Normal: 25th to 75th',
  'above normal': 'Above normal: 76th to 90th',
  'much above normal': 'Much above normal: over the 90th',
  'highest on record': 'Highest on record for the date',
};
const withoutClass = 'none';
const withheld = 'withheld';

const keyOf = (condition: SiteCondition | undefined): string =>
  condition?.class ?? (condition?.is_withheld ? withheld : withoutClass);

/** Colors the sites by where their values stand among those of the date. */
export function colorByCondition(
  sites: readonly DataPoint[],
  { sites: conditions, snow, on }: ShownConditions,
  { isDark, layer }: { readonly isDark: boolean; readonly layer: MapLayer },
): ColorScheme {
  const tone = isDark ? 'dark' : 'light';
  const isLatest = on === '';
  const values = new Map(sites.map(({ loc_ndx }) => [loc_ndx, keyOf(conditions.get(loc_ndx))]));
  const counts = Map.groupBy(values.values(), (value) => value);
  const shared = new Map<string, SitePaint>();
  const marks = new Map(
    sites.map((site) => {
      const paint = paintOf(site, conditions.get(site.loc_ndx), tone);
      const key = Object.values(paint).join();
      const same = shared.get(key) ?? paint;
      shared.set(key, same);
      return [site.loc_ndx, same];
    }),
  );
  const { paints, extras } = legendParts(tone, isLatest, layer);
  const legend = [...paints].flatMap(([value, paint]) => {
    const count = counts.get(value)?.length ?? 0;
    const label =
      value === withheld
        ? 'Not public: needs an account'
        : (legendLabels[value as StandingClass] ??
          `No class: ${isLatest ? 'too few years, or ended' : 'no value, or too few years'}`);
    return count === 0 ? [] : [{ value, label, paint, count, heading: undefined }];
  });
  return {
    kind: 'category',
    group: 'conditions',
    title: isLatest ? 'Conditions, by the latest values' : `Conditions on ${formatUsDate(on)}`,
    values,
    paints,
    marks,
    areas: new Map([...snow].map(([unit, at]) => [unit, snowColors[tone][at - 1] ?? ''])),
    legend,
    extras,
    notes: ['Percentile of the years 1991–2020 for the date; of a well, that of its water level.'],
  };
}

/** The paint of a class in the shape of a family. */
function paintOfKey(key: string, shape: string, tone: Tone): SitePaint {
  const at = (standingClasses as readonly string[]).indexOf(key);
  const { none } = otherColors[tone];
  if (at < 0) {
    return {
      'circle-shape': 'circle',
      'circle-color': none,
      'circle-stroke-color': none,
      'circle-opacity': 1,
      'circle-radius': noneRadius,
      'circle-stroke-width': key === withheld ? 2 : 0,
      'circle-hole': key === withheld ? 1 : 0,
    };
  }
  const isRecord = at === 0 || at === standingClasses.length - 1;
  const place = toneOfClass(standingClasses[at] ?? 'normal');
  const { fill, edge } = classColors[tone][place] ?? { fill: none, edge: none };
  return {
    'circle-shape': shape,
    'circle-color': fill,
    'circle-stroke-color': edge,
    'circle-opacity': 1,
    'circle-radius': isRecord ? ringRadius : (radii[place] ?? noneRadius),
    'circle-shrink': true,
    ...(isRecord && { 'circle-ring': true }),
  };
}

function paintOf(site: DataPoint, condition: SiteCondition | undefined, tone: Tone): SitePaint {
  const shape = String(paintOfType(site.loc_type_name)[tone]['circle-shape']);
  const paint = paintOfKey(keyOf(condition), shape, tone);
  if (!condition?.class) return paint;
  const { water, cup, arrow } = otherColors[tone];
  const { capacity, full, week, is_late } = condition;
  return {
    ...paint,
    ...(is_late && { 'circle-hole': 0.5 }),
    ...(week !== null && { 'circle-arrow': week, 'circle-arrow-color': arrow }),
    ...(capacity !== null && {
      'circle-shape': 'cup',
      'circle-radius': cupRadius(capacity),
      'circle-level': full === null ? 0 : Math.min(1, full / 100),
      'circle-level-color': water,
      'circle-cup-color': cup,
    }),
  };
}

/** Half the width of a reservoir's cup, whose area is as its capacity. */
function cupRadius(capacity: number): number {
  return Math.max(smallestCup, largestCup.radius * Math.sqrt(Math.min(1, capacity / largestCup.capacity)));
}

type LegendParts = {
  readonly paints: ReadonlyMap<string, SitePaint>;
  readonly extras: readonly LegendEntry[];
};
const cachedParts = new Map<string, LegendParts>();

/** What the legend shows whatever the day, once, so that its pictures are not drawn again with each day. */
function legendParts(tone: Tone, isLatest: boolean, layer: MapLayer): LegendParts {
  const name = `${tone} ${isLatest}`;
  const cached = cachedParts.get(name);
  if (cached) return cached;
  const keys = [...standingClasses, withoutClass, withheld];
  const parts = {
    paints: new Map(keys.map((key) => [key, paintOfKey(key, 'circle', tone)])),
    extras: [...markExtras(tone, isLatest, layer), ...snowExtras(tone, layer)],
  };
  cachedParts.set(name, parts);
  return parts;
}

/** The shapes of the data points by their types, and the other signs of the marks, each in a color of the classes. */
function markExtras(tone: Tone, isLatest: boolean, layer: MapLayer): LegendEntry[] {
  const { water, cup, arrow } = otherColors[tone];
  const entry = (label: string, paint: SitePaint): LegendEntry => ({
    label,
    sample: { layer, paint, zoom: 9 },
  });
  return [
    ...families.map(({ shape, members }) => {
      const types = members.map(({ type }) => type).filter((type) => type !== reservoirType);
      return entry(types.join(', '), paintOfKey('below normal', shape, tone));
    }),
    entry('Reservoir, by capacity', {
      ...paintOfKey('normal', 'circle', tone),
      'circle-shape': 'cup',
      'circle-radius': 9,
      'circle-level': 0.5,
      'circle-level-color': water,
      'circle-cup-color': cup,
    }),
    ...(isLatest
      ? [
          entry('10 % in a week', {
            ...paintOfKey('above normal', 'circle', tone),
            'circle-radius': 3.5,
            'circle-arrow': 'rise',
            'circle-arrow-color': arrow,
          }),
        ]
      : []),
  ];
}

/** `110 to 129 % of the median`, of a class of snow from 1 to 5. */
export const describeSnow = (at: number): string => `${snowLabels[at - 1]} of the median`;

function snowExtras(tone: Tone, layer: MapLayer): LegendEntry[] {
  return snowLabels.map((label, at) => ({
    label,
    heading: 'Snow of a HUC8, in percent of the median',
    sample: {
      layer: { ...layer, type: 'fill', paint: { 'fill-outline-color': otherColors[tone].none } },
      paint: { 'fill-color': snowColors[tone][at] ?? '' },
      zoom: 9,
    },
  }));
}

const weekLabels = { rise: 'up 10 % or more in a week', fall: 'down 10 % or more in a week' } as const;
const cards = new WeakMap<SiteCondition, ReturnType<typeof createCard>>();

/** What the map says of a site that is pointed at, below its name. */
export function cardOf(condition: SiteCondition) {
  const card = cards.get(condition) ?? createCard(condition);
  cards.set(condition, card);
  return card;
}

function createCard(condition: SiteCondition) {
  const { value, standing, percentile, week } = condition;
  return {
    value,
    bar: percentile === null ? '' : percentileBar(marksOfFigures(condition), 'row'),
    standing: week === null ? standing : `${standing}, ${weekLabels[week]}`,
    tone: condition.class === null ? '' : toneOf(condition.class),
  };
}

const reachType = 'Stream Reach';
const reservoirType = 'Reservoir';

/**
 * Records come first, then what is farthest from the 50th percentile, then what has no class. What is late, what is computed
 * from other sites and what has ended is not ranked, and follows.
 */
export function unusualRank(site: DataPoint, { conditions, freshness }: RankBasis): number {
  const condition = conditions.sites.get(site.loc_ndx);
  const isEnded = freshness.get(site.loc_ndx)?.state === 'ended';
  if (isEnded && condition?.percentile == null) return 600;
  if (site.loc_type_name === reachType) return 500;
  if (condition?.is_late) return 400;
  if (condition?.is_withheld) return 300;
  if (condition?.percentile == null) return 200;
  return (condition.record === null ? 100 : 0) - Math.abs(condition.percentile - 50);
}
