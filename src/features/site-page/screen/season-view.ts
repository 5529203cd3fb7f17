import { capacityOf } from '#config/parameters.ts';
import { maxGapOf } from '#domain/bridge-gaps.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { sameDateLastYear } from '#domain/finding/same-date.ts';
import { markOf, suitsLogScale } from '#domain/parameters.ts';
import { describeQualifiers } from '#domain/qualifiers.ts';
import { capacityLabel, describeFullness, formatQuantity } from '#domain/quantity.ts';
import { dayOrderOf } from '#domain/season/season.ts';
import { medianDash, medianWidth, seasonPaint } from '#domain/season/season-colors.ts';
import { type SeasonRecords, seasonContent } from '#domain/season/season-content.ts';
import { isNormal, normalBands } from '#domain/statistics/normals.ts';
import { describeStatisticYears } from '#domain/statistics/statistic-label.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { waterYear } from '#domain/water-year.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { type DayNumber, dayFromParts, dayNumber, dayParts } from '#lib/calendar.ts';
import type { SiteFacts, SiteSeason } from '../contract.ts';

export const seasonViews = ['months', 'water-year'] as const;
export type SeasonView = (typeof seasonViews)[number];

/** In these months a water year has too few days to say much: October to January. */
const monthsOfLastTwelve: readonly number[] = [10, 11, 12, 1];

/** The view that the page opens with. Snow has a season of its own, which is the water year. */
export function openingView(parameter: number, today: string): SeasonView {
  const { month } = dayParts(dayNumber(today));
  return parameter !== parameterNdx.swe && monthsOfLastTwelve.includes(month) ? 'months' : 'water-year';
}

/** Days after the last value for which the chart shows what is normal. */
const normalDaysAhead = 60;

type Settings = {
  readonly site: Pick<SiteFacts, 'loc_ndx' | 'loc_id' | 'loc_name' | 'data_provider' | 'capacity_af'>;
  readonly view: SeasonView;
  readonly theme: 'light' | 'dark';
  /** Larger values are drawn lower. */
  readonly isReversed: boolean;
  /** The record is over: only its last year is shown. */
  readonly hasEnded: boolean;
  /** Storage is shown as percent of the capacity, where that is known. */
  readonly isPercent?: boolean;
};

/** What the season chart of a record shows. Undefined without values. */
export function seasonContentOf(given: SiteSeason, settings: Settings): ChartContent | undefined {
  if (given.days.length === 0) return undefined;
  const capacity = capacityOfSite(given, settings.site);
  const season = settings.isPercent && capacity !== null ? percentOf(given, capacity) : given;
  if (settings.hasEnded) return lastYearContent(season, settings);
  return settings.view === 'months' ? monthsContent(season, settings) : yearContent(season, settings);
}

const percent = '%';

/** The season of a reservoir in percent of its capacity, to a tenth. */
function percentOf(season: SiteSeason, capacity: number): SiteSeason {
  const scale = <Value extends number | null>(values: readonly Value[]) =>
    values.map((value) => (value === null ? null : Math.round((1000 * value) / capacity) / 10) as Value);
  const { normals } = season;
  const shares = Object.values(statistics).map((name) => [name, scale(normals?.[name] ?? [])]);
  return {
    ...season,
    units_name: percent,
    values: scale(season.values),
    normals: normals && { ...normals, ...Object.fromEntries(shares) },
  };
}

/** The statistics of the ground: their series, and their columns of a season. */
const statistics = {
  Minimum: 'minimum',
  P10: 'p10',
  P25: 'p25',
  Median: 'median',
  P75: 'p75',
  P90: 'p90',
  Maximum: 'maximum',
} as const;

type ValueRecord = SeasonRecords['records'][number];

/** What all values of a season share, and what they have unless they say otherwise. */
function sharedOf({ parameter_name, units_name }: SiteSeason, { loc_name }: Settings['site']) {
  const statistic = { count: null, first_year: null, last_year: null, period: null, estimated_days: null };
  return { parameter_name, units_name, loc_name, approval: null, qualifier: null, ...statistic };
}

/** Two water years over one another. */
function yearContent(season: SiteSeason, { site, theme, isReversed }: Settings): ChartContent | undefined {
  const days = daysOf(season);
  const year = waterYear(days.at(-1) ?? 0);
  const shared = sharedOf(season, site);
  const records = [year - 1, year].flatMap((each) =>
    days.flatMap((day, at): ValueRecord[] => {
      if (waterYear(day) !== each) return [];
      return [
        {
          ...shared,
          series_desc: String(each),
          day_order: dayOrderOf(day, 'water'),
          rvalue: season.values[at] ?? 0,
          approval: season.approval[at] ?? null,
          qualifier: season.qualifiers[season.days[at] ?? 0] ?? null,
        },
      ];
    }),
  );
  const content = seasonContent(
    { records, normals: normalRecords(season, site) },
    {
      parameter: season.parameter_ndx,
      year: 'water',
      measure: 'value',
      isReversed,
      // The capacity is in acre-feet.
      capacity: season.units_name === percent ? undefined : capacityOf(season.parameter_ndx, site.loc_id),
      source: delivererOf({ provider: site.data_provider, source: season.source }),
    },
    theme,
  );
  if (!content) return undefined;
  const capacity = season.units_name === percent ? capacityOfSite(season, site) : null;
  return { ...content, ...(capacity !== null && levelsOf(season, capacity)) };
}

/** The statistics of the ground, as a comparison of years has them. */
function normalRecords(season: SiteSeason, site: Settings['site']): ValueRecord[] {
  const { normals } = season;
  if (!normals) return [];
  const { period, first_year, last_year, orders, counts } = normals;
  const shared = { ...sharedOf(season, site), first_year, last_year, period };
  return Object.entries(statistics).flatMap(([series_desc, name]) =>
    orders.flatMap((day_order, at): ValueRecord[] => {
      const rvalue = normals[name][at] ?? null;
      return rvalue === null
        ? []
        : [{ ...shared, count: counts[at] ?? null, series_desc, day_order, rvalue }];
    }),
  );
}

/** The last twelve months and the twelve before, with what is normal up to two months ahead. */
function monthsContent(season: SiteSeason, settings: Settings): ChartContent {
  const { site, theme, isReversed } = settings;
  const paint = seasonPaint[theme];
  const days = daysOf(season);
  const last = days.at(-1) ?? 0;
  const first = sameDateLastYear(last) + 1;
  const ahead = last + normalDaysAhead;
  const running = lineOf(season, settings, (day) => (day >= first ? day : undefined));
  const before = lineOf(season, settings, (day) => {
    const shifted = yearLater(day);
    return shifted !== undefined && shifted >= first && shifted <= ahead ? shifted : undefined;
  });
  const byDay = normalsByDay(season, site, { first, last: ahead });
  const medians = byDay.filter(({ series_desc }) => series_desc === 'Median');
  const capacity = capacityOfSite(season, site);
  const { normals, units_name: unit } = season;
  return {
    ...factsOf(season, settings),
    time: { kind: 'days', ticks: 'months' },
    followsSeason: true,
    bands: normalBands(byDay, theme),
    series: [
      ...(medians.length > 0
        ? [
            {
              id: 'median',
              label: normals?.period === 'month' ? 'Monthly median' : 'Median',
              side: 'left' as const,
              color: paint.median,
              dash: medianDash,
              width: medianWidth,
              rulerName: 'median',
              xs: medians.map(({ day_order }) => day_order),
              ys: medians.map(({ rvalue }) => rvalue),
              maxGap: 1,
              endLabel: 'median',
            },
          ]
        : []),
      ...(before.xs.length > 0
        ? [
            {
              ...before,
              id: 'before',
              label: 'A year before',
              color: paint.last,
              width: 1.5,
              endLabel: 'a year before',
            },
          ]
        : []),
      {
        ...running,
        id: 'running',
        label: 'Last 12 months',
        color: paint.running,
        emphasis: 'leading' as const,
        endLabel: `${formatQuantity(season.values.at(-1) ?? 0, unit)} ${unit}`,
      },
    ],
    ...(capacity !== null && levelsOf(season, capacity)),
    axes: { left: axisOf(season, isReversed) },
  };
}

/** The last year of a record that is over, in gray. */
function lastYearContent(season: SiteSeason, settings: Settings): ChartContent {
  const first = sameDateLastYear(daysOf(season).at(-1) ?? 0) + 1;
  const line = lineOf(season, settings, (day) => (day >= first ? day : undefined));
  return {
    ...factsOf(season, settings),
    time: { kind: 'days', ticks: 'months' },
    axes: { left: axisOf(season, settings.isReversed) },
    series: [
      {
        ...line,
        id: 'last-year',
        label: 'The last year on record',
        color: seasonPaint[settings.theme].median,
      },
    ],
  };
}

/** The line of a full reservoir. */
function levelsOf({ units_name }: SiteSeason, capacity: number) {
  const value = units_name === percent ? 100 : capacity;
  return { levels: [{ side: 'left' as const, value, label: capacityLabel(capacity) }] };
}

function axisOf({ parameter_name: title, parameter_ndx, units_name: unit }: SiteSeason, reversed: boolean) {
  return {
    title,
    unit,
    reversed,
    offersLog: suitsLogScale(parameter_ndx),
    format: (value: number) => formatQuantity(value, unit),
  };
}

function factsOf(season: SiteSeason, { site }: Settings) {
  const { normals, parameter_name } = season;
  const counts = normals?.counts ?? [];
  const years = normals && {
    min: Math.min(...counts),
    max: Math.max(...counts),
    firstYear: normals.first_year,
    lastYear: normals.last_year,
    isMonthly: normals.period === 'month',
  };
  return {
    title: `${parameter_name} at ${site.loc_name}`,
    mark: { label: 'Provisional', meaning: 'Provisional values are subject to revision by the agency.' },
    source: delivererOf({ provider: site.data_provider, source: season.source }),
    ...(years && { statistics: `Normals: ${describeStatisticYears(years)}` }),
  };
}

/** The values on the days that `placeOf` gives them; those without one are left out. */
function lineOf(
  season: SiteSeason,
  { site }: Settings,
  placeOf: (day: DayNumber) => DayNumber | undefined,
): Omit<ChartSeries, 'id' | 'label' | 'color'> {
  const placed = daysOf(season).flatMap((day, at) => {
    const x = placeOf(day);
    return x === undefined ? [] : [{ x, at }];
  });
  const xs = placed.map(({ x }) => x);
  const mark = markOf(season.parameter_ndx, xs);
  const capacity = capacityOfSite(season, site);
  return {
    side: 'left',
    xs,
    ys: placed.map(({ at }) => season.values[at] ?? 0),
    // A year before has no February 29 where this one does.
    maxGap: Math.max(2, maxGapOf(xs)),
    shape: mark,
    isMarked: (index) => season.approval[placed[index]?.at ?? 0] === 'P',
    noteOf: (index) => {
      const at = placed[index]?.at ?? 0;
      const notes = [
        capacity === null || season.units_name === percent
          ? undefined
          : describeFullness(season.values[at] ?? 0, capacity),
        describeQualifiers(season.qualifiers[season.days[at] ?? 0]),
      ];
      return notes.filter((each) => each !== undefined).join('; ') || undefined;
    },
  };
}

/** The statistics of the ground, on days of the calendar instead of orders of a year. */
function normalsByDay(
  season: SiteSeason,
  site: Settings['site'],
  { first, last }: { readonly first: DayNumber; readonly last: DayNumber },
): readonly ValueRecord[] {
  const byOrder = Map.groupBy(normalRecords(season, site), (each) => each.day_order);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
    .flatMap((day) =>
      (byOrder.get(dayOrderOf(day, 'water')) ?? []).map((each) => ({ ...each, day_order: day })),
    )
    .filter(isNormal);
}

function capacityOfSite({ parameter_ndx }: SiteSeason, { capacity_af }: Settings['site']): number | null {
  return parameter_ndx === parameterNdx.storage ? capacity_af : null;
}

function daysOf({ start, days }: SiteSeason): readonly DayNumber[] {
  const first = start === null ? 0 : dayNumber(start);
  return days.map((day) => first + day);
}

/** The same date a year later; undefined for February 29. */
function yearLater(day: DayNumber): DayNumber | undefined {
  const { year, month, day: date } = dayParts(day);
  return month === 2 && date === 29 ? undefined : dayFromParts(year + 1, month, date);
}
