import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import { seasonOf } from '#domain/season/gain-season.ts';
import { leapDayOrder } from '#domain/season/season.ts';
import { medianDash, medianWidth, seasonPaint, styleYears } from '#domain/season/season-colors.ts';
import { normalBands } from '#domain/statistics/normals.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { monthAndDay } from '#lib/calendar-names.ts';
import { countOf } from '#lib/count-text.ts';
import { formatWhole } from '#lib/format-number.ts';
import type { GainCurveRecord, ReachGainSeason } from '../contract.ts';
import { describeReference, formatDifference, seasonNames, seasonNotes } from '../files.ts';

type Ground = NonNullable<ReachGainSeason['ground']>;

const groundNames: readonly (readonly [name: string, key: keyof Ground])[] = [
  ['Minimum', 'minimum'],
  ['P10', 'p10'],
  ['P25', 'p25'],
  ['P75', 'p75'],
  ['P90', 'p90'],
  ['Maximum', 'maximum'],
];

const lowestDash = [6, 3];

/** The gain since the first day of the season, or how far it is from the median. */
export const seasonMeasures = ['difference', 'gain'] as const;
export type SeasonMeasure = (typeof seasonMeasures)[number];

type SeasonChartSettings = {
  readonly theme: 'light' | 'dark';
  readonly source: string;
  /** Without a median the gain is drawn. */
  readonly drawn: SeasonMeasure;
};

/** How a gain to a place of the season is drawn and written. */
type Scale = {
  readonly of: (gain: number, place: number) => number;
  readonly format: (value: number) => string;
};

/**
 * The running season over the bands and the median of the reference, beside last year and the lowest year: their gains, or
 * how far they are from the median of the same day.
 */
export function seasonChartContent(
  season: ReachGainSeason,
  { theme, source, drawn }: SeasonChartSettings,
): ChartContent {
  const { loc_name, start, curves, ground, year_num } = season;
  const reference = describeReference(season);
  const isDifference = drawn === 'difference' && ground !== null;
  const scale: Scale = isDifference
    ? { of: (gain, place) => gain - (ground.median[place - 1] ?? Number.NaN), format: formatDifference }
    : { of: (gain) => gain, format: formatWhole };
  const records = ground
    ? groundNames.flatMap(([series_desc, key]) =>
        ground[key].map((gain, at) => ({
          series_desc,
          day_order: at + 1,
          rvalue: scale.of(gain, at + 1),
        })),
      )
    : [];
  return {
    title: `${loc_name}, cumulative gain since ${seasonNames[start]}${isDifference ? ': difference from the median' : ''}`,
    subtitle: `Season ${year_num} against the same days of ${reference}`,
    notes: seasonNotes(season),
    time: { kind: 'season', firstMonth: seasonOf(start).firstMonth },
    axes: {
      left: {
        title: isDifference ? 'Difference from the median' : 'Cumulative gain',
        unit: 'AF',
        format: formatWhole,
      },
    },
    bands: normalBands(records, theme),
    series: [
      ...(ground ? [medianLine(ground, season, theme, scale)] : []),
      ...curves.map((curve) => curveLine(curve, season, theme, scale)),
    ],
    mark: {
      label: 'Provisional',
      meaning: 'From the first provisional or estimated day of its season on, a sum may still be revised.',
    },
    estimatedMark: {
      label: 'Estimated',
      meaning: `Gaps of up to ${maxBridgedDays} days are bridged by a straight line.`,
    },
    statistics: `Reference: ${reference}`,
    source,
  };
}

function medianLine(
  { median }: Ground,
  season: ReachGainSeason,
  theme: 'light' | 'dark',
  scale: Scale,
): ChartSeries {
  const { from, to } = season.reference;
  return {
    id: 'Median',
    label: `Median of ${from}–${to}`,
    side: 'left',
    color: seasonPaint[theme].median,
    dash: medianDash,
    width: medianWidth,
    endLabel: 'median',
    rulerName: 'median',
    xs: median.map((_, at) => at + 1),
    ys: median.map((gain, at) => scale.of(gain, at + 1)),
    maxGap: 1,
  };
}

/** The running season leads; the others are named by what they are. */
function curveLine(
  { year_num, places, values, estimated_days, revisable_from }: GainCurveRecord,
  season: ReachGainSeason,
  theme: 'light' | 'dark',
  scale: Scale,
): ChartSeries {
  const { start, sum } = season;
  const ys = values.map((gain, at) => scale.of(gain, places[at] ?? 0));
  const isRunning = year_num === season.year_num;
  const estimatedAt = (at: number) => estimated_days[at] ?? 0;
  const roles = [
    year_num === sum?.last_year && 'last year',
    year_num === sum?.lowest_year && `lowest on ${monthAndDay(sum.through)}`,
  ].filter((each) => each !== false);
  const leap = start === 'may' ? undefined : leapDayOrder(seasonOf(start).kind);
  return {
    id: year_num,
    label: isRunning ? year_num : `${year_num}, ${roles.join(' and ')}`,
    side: 'left',
    color: seasonPaint[theme].other,
    ...styleYears([Number(year_num)], { running: Number(season.year_num), theme }).get(Number(year_num)),
    ...(year_num === sum?.lowest_year && { dash: lowestDash }),
    xs: places,
    ys,
    maxGap: 1,
    ...(leap !== undefined && { skippedX: leap }),
    isMarked: (at) => revisable_from !== null && (places[at] ?? 0) >= revisable_from,
    ...(estimatedAt(values.length - 1) > 0 && {
      isEstimated: (at: number) => estimatedAt(at) > estimatedAt(at - 1),
    }),
    noteOf: (at) => (estimatedAt(at) > 0 ? `${countOf(estimatedAt(at), 'day')} estimated` : undefined),
    endLabel: isRunning ? `${year_num} · ${scale.format(ys.at(-1) ?? 0)} AF` : year_num,
  };
}
