import { reportedAcreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import {
  dayAtPlace,
  daysOfSeason,
  type GainCurve,
  type GainDayStatistic,
  gainAt,
  gainCurves,
  latestSeasonOf,
  placeOfDay,
  type Reference,
  type ReferenceOptions,
  referenceOf,
  referenceStatistics,
  type SeasonStart,
  totalOf,
} from '#domain/season/gain-season.ts';
import { rankGain } from '#domain/season/reach-gains.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import { median } from '#domain/statistics/statistics.ts';
import type { DayNumber } from '#lib/calendar.ts';

/** The gain that the rest of a season needs to end at the median of the reference. */
export type NeededPace = {
  readonly medianAtEnd: number;
  readonly daysLeft: number;
  readonly acreFeetPerDay: number;
  readonly cfs: number;
  /** The median of what the reference seasons gained on the same days, in cfs. */
  readonly usualCfs: number;
};

/** The sum of the running season, and where it stands. Volumes are in acre-feet, not rounded. */
export type SeasonSum = {
  readonly curve: GainCurve;
  /** Its last day: that of the record, or the day before a gap that is too long to bridge. */
  readonly through: DayNumber;
  readonly place: number;
  readonly gain: number;
  /** Days with a value; those that bridge a gap are not among them. */
  readonly daysMeasured: number;
  readonly daysEstimated: number;
  /** 1 for the largest gain to this place of all seasons whose sum has come so far. */
  readonly rank: number;
  readonly lowRank: number;
  readonly years: number;
  readonly statistic: GainDayStatistic | undefined;
  /** The reference season with the smallest gain to this place. */
  readonly lowest: GainCurve | undefined;
  /** The season before. Its sum may have ended at a gap. */
  readonly before: GainCurve | undefined;
  /** Undefined for a sum that has ended at a gap, at the end of the season and without a median. */
  readonly pace: NeededPace | undefined;
};

/** The running season of a reach, and the seasons that it is compared with. */
export type SeasonGain = {
  readonly year: number;
  readonly first: DayNumber;
  readonly last: DayNumber;
  /** The last day of the season that has a value or, later, the end of the season. */
  readonly latest: DayNumber;
  /** Days up to the latest without a value that are not bridged. */
  readonly daysMissing: number;
  readonly reference: Reference;
  /** By place of the season, from the first. Empty if the reference is too small. */
  readonly statistics: readonly GainDayStatistic[];
  /** Undefined if the first days have no value. */
  readonly sum: SeasonSum | undefined;
};

/** Compares the gain of the latest season with the same days of others. Undefined for a record without values. */
export function seasonGainOf(
  record: SeriesColumns,
  start: SeasonStart,
  options: ReferenceOptions,
): SeasonGain | undefined {
  const lastDay = record.days.at(-1);
  if (lastDay === undefined) return undefined;
  const year = latestSeasonOf(lastDay, start);
  const { first, last } = daysOfSeason(year, start);
  const latest = Math.min(lastDay, last);
  const curves = gainCurves(record, start);
  const reference = referenceOf(curves, year, options);
  const statistics = referenceStatistics(reference, start);
  const running = curves.find((each) => each.year === year);
  const measured = record.days.filter((day) => day >= first && day <= latest).length;
  return {
    year,
    first,
    last,
    latest,
    daysMissing: latest - first + 1 - measured - (running?.estimatedDays.at(-1) ?? 0),
    reference,
    statistics,
    sum: running && sumOf(running, { start, curves, reference, statistics, latest, last }),
  };
}

type Others = Pick<SeasonGain, 'reference' | 'statistics' | 'latest' | 'last'> & {
  readonly start: SeasonStart;
  readonly curves: readonly GainCurve[];
};

function sumOf(curve: GainCurve, others: Others): SeasonSum {
  const { start, curves, reference, statistics, latest } = others;
  const through = curve.first + curve.values.length - 1;
  const place = placeOfDay(through, start);
  const gain = curve.values.at(-1) ?? 0;
  const estimated = curve.estimatedDays.at(-1) ?? 0;
  const peers = curves.flatMap((each) => gainAt(each, place, start) ?? []);
  const gainOf = (each: GainCurve) => gainAt(each, place, start) ?? Number.POSITIVE_INFINITY;
  return {
    curve,
    through,
    place,
    gain,
    daysMeasured: curve.values.length - estimated,
    daysEstimated: estimated,
    rank: rankGain(gain, peers),
    lowRank: peers.filter((each) => each < gain).length + 1,
    years: peers.length,
    statistic: statistics[place - 1],
    lowest: reference.curves.toSorted((one, other) => gainOf(one) - gainOf(other))[0],
    before: curves.find((each) => each.year === curve.year - 1),
    pace: through === latest ? paceOf(gain, place, through, others) : undefined,
  };
}

function paceOf(
  gain: number,
  place: number,
  through: DayNumber,
  { start, reference, statistics, last }: Others,
): NeededPace | undefined {
  const atEnd = statistics.at(-1)?.median;
  const daysLeft = last - through;
  if (atEnd === undefined || daysLeft === 0) return undefined;
  const acreFeetPerDay = (atEnd - gain) / daysLeft;
  const usual = reference.curves.map((each) => {
    const rest = (totalOf(each, start) ?? 0) - (gainAt(each, place, start) ?? 0);
    return rest / (daysOfSeason(each.year, start).last - dayAtPlace(place, each.year, start));
  });
  return {
    medianAtEnd: atEnd,
    daysLeft,
    acreFeetPerDay,
    cfs: acreFeetPerDay / reportedAcreFeetPerCfsDay,
    usualCfs: median(usual) / reportedAcreFeetPerCfsDay,
  };
}
