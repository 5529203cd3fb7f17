import type { BriefRequest } from '#contract/basin/basin-requests.ts';
import type { BriefSnow } from '#contract/group-findings.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { snowGroup } from '#domain/finding/snow-group.ts';
import type { SumStanding } from '#domain/finding/total.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { tidyOrNull } from '#lib/format-number.ts';
import type { FindingScope } from '../db/findings.ts';
import type { RecordHead } from '../db/record-heads.ts';
import { newestOf } from './latest-days.ts';
import type { HeadOf } from './named-heads.ts';

/** Older snow is that of another week. */
const maxAgeDays = 7;

/** A group of snow sites on the last day on which any of them has a value. `summed` have both a value and a median. */
export type FoundSnow = {
  readonly group: BriefRequest['snow'][number];
  readonly known: readonly { readonly name: string; readonly head: RecordHead | undefined }[];
  readonly day: DayNumber | undefined;
  readonly summed: readonly RecordHead[];
  /** The reader may see the values of none of its sites. */
  readonly isWithheld: boolean;
};

type SnowOptions = Pick<FindingScope, 'isReadable'> & { readonly headOf: HeadOf; readonly on: DayNumber };

/** Finds the sites of a group that make its sum: those whose values the reader may see. */
export function findSnow(
  group: BriefRequest['snow'][number],
  { headOf, isReadable, on }: SnowOptions,
): FoundSnow {
  const known = group.sites.map((site) => {
    const head = headOf(site);
    return { name: head?.loc_name ?? site.name, head: head && isReadable(head.loc_ndx) ? head : undefined };
  });
  const heads = known.flatMap(({ head }) => head ?? []);
  const newest = newestOf(heads);
  const day = newest !== undefined && newest >= on - maxAgeDays ? newest : undefined;
  const current = heads.filter(({ last }) => day !== undefined && last === day);
  return {
    group,
    known,
    day,
    summed: current.filter(({ statistic }) => statistic !== undefined),
    isWithheld: heads.length === 0 && group.sites.some((site) => headOf(site)),
  };
}

/** Describes a group of snow sites. */
export function toSnow(
  { group, known, day, summed, isWithheld }: FoundSnow,
  standing: SumStanding | undefined,
): BriefSnow {
  const heads = known.flatMap(({ head }) => head ?? []);
  const recorded = heads.filter(({ last }) => last !== null);
  const found = snowGroup(
    summed.map(({ value, statistic, peak_median, approval }) => ({
      value: value ?? undefined,
      median: statistic?.median,
      medianPeak: peak_median ?? undefined,
      isProvisional: approval === 'P',
    })),
  );
  const {
    class: name = null,
    percentile = null,
    of = null,
    rank = null,
    year_before = null,
  } = standing ?? {};
  return {
    label: group.label,
    is_withheld: isWithheld,
    rdate: day === undefined ? null : formatDay(day),
    value: tidyOrNull(found?.value),
    median: tidyOrNull(found?.median),
    median_peak: tidyOrNull(found?.medianPeak),
    percent_of_median: tidyOrNull(found?.percentOfMedian),
    percent_of_peak: tidyOrNull(found?.percentOfPeak),
    class: name,
    percentile,
    of: of && { ...of, percent: null },
    rank,
    year_before,
    count: found?.count ?? 0,
    sites: group.sites.length,
    provisional: tidyOrNull(found?.provisional) ?? 0,
    delivered_by: [...new Set(recorded.map(delivererOf))].toSorted(),
    missing: known
      .filter(({ head }) => day === undefined || head?.last !== day)
      .map(({ name: ofSite }) => ofSite),
  };
}
