import { bridgeGaps, sumRecords } from '#domain/bridge-gaps.ts';
import { acreFeetPerCfsDay, reportedAcreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { daysOfSeason, latestSeasonOf } from '#domain/season/gain-season.ts';
import { dayOrderOf, firstDayOf, lastDayOf, yearOf } from '#domain/season/season.ts';
import { type SkillScore, skillScoreOf } from '#domain/season/skill-score.ts';
import { createSpanSums, type DaySpan, type SpanSums } from '#domain/season/span-sums.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import { basinIndex, sameDayOf } from '#domain/snow/snowpack.ts';
import { median } from '#domain/statistics/statistics.ts';
import { type DayNumber, dayFromParts } from '#lib/calendar.ts';
import { mean, standardDeviation } from '#lib/moments.ts';

/** What years are compared by. Snow has a measure for each group of sites, which share its weight. */
export const analogKinds = ['storage', 'snow', 'flow', 'gains'] as const;
export type AnalogKind = (typeof analogKinds)[number];
export type AnalogWeights = Readonly<Record<AnalogKind, number>>;

export const equalWeights: AnalogWeights = { storage: 1, snow: 1, flow: 1, gains: 1 };
export const maxAnalogWeight = 10;

/**
 * Reads the weights of storage, snow, flow and gains: `1,2,0,0.5`. Undefined unless they are four numbers from 0 to 10 with at
 * most two decimals, one of them above 0.
 */
export function parseAnalogWeights(text: string): AnalogWeights | undefined {
  const parts = text.split(',');
  if (parts.length !== analogKinds.length || !parts.every((each) => /^\d{1,2}(\.\d{1,2})?$/.test(each))) {
    return undefined;
  }
  const [storage = 0, snow = 0, flow = 0, gains = 0] = parts.map(Number);
  const all = [storage, snow, flow, gains];
  if (Math.max(...all) > maxAnalogWeight || Math.max(...all) === 0) return undefined;
  return { storage, snow, flow, gains };
}

export function formatAnalogWeights(weights: AnalogWeights): string {
  return analogKinds.map((kind) => weights[kind]).join(',');
}

/**
 * Records of the basin: storage in AF, snow in inches, the natural flow and the gains in cfs. Undefined for what the basin
 * has not; a list without records is a measure without values.
 */
export type AnalogRecords = {
  readonly storage: readonly SeriesColumns[] | undefined;
  readonly snow: readonly { readonly label: string; readonly sites: readonly AnalogSnowSite[] }[];
  readonly flow: readonly SeriesColumns[] | undefined;
  readonly gains: readonly SeriesColumns[] | undefined;
};

/** `medians` are those of 1991–2020 for the dates around the day, by their order in the water year. */
export type AnalogSnowSite = {
  readonly record: SeriesColumns;
  readonly medians: ReadonlyMap<number, number>;
};

/** A measure of where a year stands on a day; undefined without the values that it needs. */
export type MeasureSource = {
  readonly kind: AnalogKind;
  /** Of a group of snow sites. */
  readonly group?: string;
  readonly at: (day: DayNumber) => number | undefined;
};

/** What came after a day, up to the end of its water year. */
export const analogOutcomes = ['volume', 'peak', 'carry_over', 'gain'] as const;
export type OutcomeKind = (typeof analogOutcomes)[number];

export type AnalogSource = {
  readonly measures: readonly MeasureSource[];
  readonly after: Readonly<Record<OutcomeKind, (day: DayNumber) => number | undefined>>;
  /** The total storage of a day, in AF. */
  readonly storageOn: (day: DayNumber) => number | undefined;
  /** The first water year with any value. */
  readonly firstYear: number | undefined;
};

/** A peak may be among the days without a value; so many of them have to have one. */
const minShareOfDays = 0.9;

/**
 * Prepares records for the days up to `through`; what came after it counts nowhere, nor does it bridge a gap. The measures are the total storage in AF; the snow of each group in percent of the median of
 * the date, as the sum over its sites ÷ the sum of their medians; the natural flow since October 1 and the gain of the
 * reaches since November 1, in AF. A total needs all its records; gaps of up to seven days are bridged, but in snow.
 */
export function createAnalogSource(
  { storage, snow, flow, gains }: AnalogRecords,
  through = Number.POSITIVE_INFINITY,
): AnalogSource {
  const [total, natural, gain] = [storage, flow, gains].map((all = []) =>
    createSpanSums(sumRecords(all.map((record) => bridgeGaps(cutAfter(record, through))))),
  ) as [SpanSums, SpanSums, SpanSums];
  const storageOn = (day: DayNumber) => total.of({ first: day, last: day })?.sum;
  const volume = (sums: SpanSums, first: DayNumber, last: DayNumber, factor: number) => {
    const found = sums.of({ first, last });
    return found && found.sum * factor;
  };
  const endOf = (day: DayNumber) => lastDayOf(yearOf(day, 'water'), 'water');
  const flowTo = (day: DayNumber) =>
    volume(natural, firstDayOf(yearOf(day, 'water'), 'water'), day, acreFeetPerCfsDay);
  const gainTo = (day: DayNumber) =>
    volume(gain, daysOfSeason(latestSeasonOf(day, 'nov'), 'nov').first, day, reportedAcreFeetPerCfsDay);
  const ofSnow = snow.flatMap(({ sites }) => sites.map(({ record }) => record));
  const all = [...(storage ?? []), ...ofSnow, ...(flow ?? []), ...(gains ?? [])];
  const firstDays = all.flatMap(({ days }) => days[0] ?? []);
  return {
    measures: [
      ...(storage ? [{ kind: 'storage', at: storageOn } as const] : []),
      ...snow.map(({ label, sites }) => ({ kind: 'snow', group: label, at: snowOf(sites) }) as const),
      ...(flow ? [{ kind: 'flow', at: flowTo } as const] : []),
      ...(gains ? [{ kind: 'gains', at: gainTo } as const] : []),
    ],
    after: {
      volume: (day) => {
        const { first, last } = spanAfter('volume', day);
        return volume(natural, first, last, acreFeetPerCfsDay);
      },
      peak: (day) => {
        const { first, last } = spanAfter('peak', day);
        const rest = Array.from({ length: last - day }, (_, at) => storageOn(first + at) ?? []).flat();
        return rest.length > 0 && rest.length >= minShareOfDays * (last - day)
          ? Math.max(...rest)
          : undefined;
      },
      carry_over: (day) => (day < endOf(day) ? storageOn(endOf(day)) : undefined),
      gain: (day) => {
        const { first, last } = spanAfter('gain', day);
        return volume(gain, first, last, reportedAcreFeetPerCfsDay);
      },
    },
    storageOn,
    firstYear: firstDays.length > 0 ? yearOf(Math.min(...firstDays), 'water') : undefined,
  };
}

/** The days of an outcome after a day: to July 31 from April 1 on for the volume, else to September 30. Empty if it is over. */
export function spanAfter(outcome: OutcomeKind, day: DayNumber): DaySpan {
  const year = yearOf(day, 'water');
  const last = lastDayOf(year, 'water');
  if (outcome === 'carry_over') return { first: last, last };
  if (outcome !== 'volume') return { first: day + 1, last };
  return { first: Math.max(dayFromParts(year, 4, 1), day + 1), last: dayFromParts(year, 7, 31) };
}

function cutAfter({ days, values }: SeriesColumns, through: DayNumber): SeriesColumns {
  const count = days.findLastIndex((day) => day <= through) + 1;
  return count === days.length
    ? { days, values }
    : { days: days.slice(0, count), values: values.slice(0, count) };
}

/**
 * The snow of a group in percent of the median for the date, as on the snow board. Undefined where fewer than half of the
 * sites with a median have a value, and where their medians are below an inch on average.
 */
function snowOf(sites: readonly AnalogSnowSite[]): MeasureSource['at'] {
  const known = sites.map(({ record: { days, values }, medians }) => ({
    values: new Map(days.map((day, at) => [day, values[at] ?? 0])),
    medians,
  }));
  return (day) => {
    const order = dayOrderOf(day, 'water');
    const shares = known.map(({ values, medians }) => ({
      value: values.get(day),
      median: medians.get(order),
    }));
    const { siteCount, percent } = basinIndex(shares);
    const all = shares.filter(({ median: ofDate }) => ofDate !== undefined).length;
    return siteCount * 2 >= all ? percent : undefined;
  };
}

/** A measure that is older than this is not one of the day. */
export const maxMeasureAge = 7;
/** Fewer years say too little of how much a measure varies. */
export const minYearsOfMeasure = 10;
export const maxAnalogs = 5;

/** Why a measure does not count: its weight is 0, it has no value on the day, or in fewer than ten past years. */
export type AnalogGap = 'weight' | 'value' | 'years';

/** A measure on the day. `deviation` is the standard deviation over the complete years, in the unit of the measure. */
export type MeasureOfDay = Pick<MeasureSource, 'kind' | 'group'> & {
  readonly asOf: DayNumber | undefined;
  readonly value: number | undefined;
  readonly gap: AnalogGap | undefined;
  readonly years: number;
  readonly mean: number | undefined;
  readonly deviation: number | undefined;
};

/** A past year on the same day. `values` are in the order of the measures. */
export type PastYear = {
  readonly year: number;
  readonly day: DayNumber;
  readonly values: readonly (number | undefined)[];
  readonly followed: Readonly<Record<OutcomeKind, number | undefined>>;
};

export type NearYear = PastYear & { readonly distance: number };

/**
 * How well the median of the five nearest years would have met what followed: of each complete year by the others, beside the
 * median of all others. `skill` is 1 − one mean absolute error ÷ the other.
 */
export type AnalogSkill = {
  readonly years: number;
  readonly error: number;
  readonly climatologyError: number;
  readonly score: SkillScore | null;
};

export type FoundAnalogs = {
  readonly year: number;
  readonly measures: readonly MeasureOfDay[];
  /** The five nearest of the complete years, nearest first; fewer where there are fewer. */
  readonly nearest: readonly NearYear[];
  /** The years before this one that have every measure that counts, ascending. */
  readonly complete: readonly PastYear[];
  /** Null with fewer than ten years of an outcome. */
  readonly skill: Readonly<Record<OutcomeKind, AnalogSkill | null>>;
};

/**
 * Finds the past water years most like the one of a day, by the measures that exist on it: the root of the weighted mean, over
 * the kinds of measures, of the squared differences, each divided by the standard deviation of the complete years. The
 * groups of snow share one weight. Nothing that came after the day counts.
 */
export function analogYears(source: AnalogSource, on: DayNumber, weights: AnalogWeights): FoundAnalogs {
  const year = yearOf(on, 'water');
  const first = source.firstYear ?? year;
  const years = Array.from({ length: Math.max(year - first, 0) }, (_, at) => first + at);
  const found = source.measures.map(({ kind, group, at }) => {
    const days = Array.from({ length: maxMeasureAge + 1 }, (_, age) => on - age);
    const asOf = days.find((day) => at(day) !== undefined);
    const values = years.map((each) =>
      asOf === undefined ? undefined : at(sameDayOf(yearOf(asOf, 'water') + each - year, asOf)),
    );
    const count = values.filter((each) => each !== undefined).length;
    const gap: AnalogGap | undefined =
      weights[kind] === 0
        ? 'weight'
        : asOf === undefined
          ? 'value'
          : count < minYearsOfMeasure
            ? 'years'
            : undefined;
    return {
      kind,
      ...(group !== undefined && { group }),
      asOf,
      value: asOf === undefined ? undefined : at(asOf),
      gap,
      values,
      count,
    };
  });
  const counted = found.flatMap(({ gap }, at) => (gap === undefined ? [at] : []));
  const past = years.map((each, place): PastYear => {
    const day = sameDayOf(each, on);
    const followed = Object.fromEntries(
      analogOutcomes.map((outcome) => [outcome, source.after[outcome](day)]),
    ) as PastYear['followed'];
    return { year: each, day, values: found.map(({ values }) => values[place]), followed };
  });
  const complete =
    counted.length === 0 ? [] : past.filter(({ values }) => counted.every((at) => values[at] !== undefined));
  const rank = (rows: readonly PastYear[], own: PastYear['values']) =>
    nearestYears(
      rows,
      own,
      counted.map((at) => ({ at, kind: found[at]?.kind ?? 'storage' })),
      weights,
    );
  return {
    year,
    measures: found.map(({ values: _, count, ...each }, at) => {
      const all = complete.flatMap(({ values }) => values[at] ?? []);
      return {
        ...each,
        years: count,
        mean: all.length > 0 ? mean(all) : undefined,
        deviation: all.length > 1 ? standardDeviation(all) : undefined,
      };
    }),
    nearest: rank(
      complete,
      found.map(({ value }) => value),
    ),
    complete,
    skill: skillOf(complete, rank),
  };
}

type Counted = { readonly at: number; readonly kind: AnalogKind };

/** The nearest years; of two that are equally near, the later one is first. */
function nearestYears(
  rows: readonly PastYear[],
  own: PastYear['values'],
  counted: readonly Counted[],
  weights: AnalogWeights,
): NearYear[] {
  const deviations = new Map(
    counted.map(({ at }) => [at, standardDeviation(rows.flatMap(({ values }) => values[at] ?? []))]),
  );
  const kinds = [...Map.groupBy(counted, ({ kind }) => kind)];
  const total = kinds.reduce((sum, [kind]) => sum + weights[kind], 0);
  return rows
    .map((row) => {
      const squares = kinds.reduce((sum, [kind, members]) => {
        const differences = members.map(({ at }) => {
          const deviation = deviations.get(at) ?? 0;
          return deviation > 0 ? (((own[at] ?? 0) - (row.values[at] ?? 0)) / deviation) ** 2 : 0;
        });
        return sum + weights[kind] * mean(differences);
      }, 0);
      return { ...row, distance: Math.sqrt(squares / total) };
    })
    .toSorted((one, other) => one.distance - other.distance || other.year - one.year)
    .slice(0, maxAnalogs);
}

function skillOf(
  complete: readonly PastYear[],
  rank: (rows: readonly PastYear[], own: PastYear['values']) => readonly NearYear[],
): FoundAnalogs['skill'] {
  const tries = complete.map((row, at) => {
    const others = complete.toSpliced(at, 1);
    return { row, others, nearest: rank(others, row.values) };
  });
  const outcomes = analogOutcomes.map((outcome) => {
    const valuesOf = (rows: readonly PastYear[]) => rows.flatMap(({ followed }) => followed[outcome] ?? []);
    const errors = tries.flatMap(({ row, others, nearest }) => {
      const came = row.followed[outcome];
      const [few, all] = [valuesOf(nearest), valuesOf(others)];
      if (came === undefined || few.length === 0) return [];
      return [{ own: Math.abs(median(few) - came), climatology: Math.abs(median(all) - came) }];
    });
    if (errors.length < minYearsOfMeasure) return [outcome, null] as const;
    const [own, climatology] = [errors.map((each) => each.own), errors.map((each) => each.climatology)];
    const skill: AnalogSkill = {
      years: errors.length,
      error: mean(own),
      climatologyError: mean(climatology),
      score: skillScoreOf(own, climatology),
    };
    return [outcome, skill] as const;
  });
  return Object.fromEntries(outcomes) as FoundAnalogs['skill'];
}
