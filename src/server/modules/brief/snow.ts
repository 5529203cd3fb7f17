import type { BriefRequest } from '#contract/basin-brief-request.ts';
import type { BriefSnow } from '#contract/brief.ts';
import { snowGroup } from '#domain/brief/snow-group.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { type HeadOf, tidy } from './heads.ts';
import { newestOf } from './overview.ts';

/** Older snow is that of another week. */
const maxAgeDays = 7;

/** Describes a group of snow sites on the last day on which any of them has a value. */
export function toSnow(
  { label, sites }: BriefRequest['snow'][number],
  headOf: HeadOf,
  on: DayNumber,
): BriefSnow {
  const known = sites.map((site) => ({ site, head: headOf(site) }));
  const heads = known.flatMap(({ head }) => head ?? []);
  const newest = newestOf(heads);
  const day = newest !== undefined && newest >= on - maxAgeDays ? newest : undefined;
  const current = heads.filter(({ last }) => day !== undefined && last === day);
  const group = snowGroup(
    current.map(({ value, median, peak_median, approval }) => ({
      value: value ?? undefined,
      median: median ?? undefined,
      medianPeak: peak_median ?? undefined,
      isProvisional: approval === 'P',
    })),
  );
  return {
    label,
    rdate: day === undefined ? null : formatDay(day),
    value: tidy(group?.value),
    median: tidy(group?.median),
    median_peak: tidy(group?.medianPeak),
    percent_of_median: tidy(group?.percentOfMedian),
    percent_of_peak: tidy(group?.percentOfPeak),
    count: group?.count ?? 0,
    sites: sites.length,
    provisional: tidy(group?.provisional) ?? 0,
    is_demonstration: heads.some(({ is_demonstration }) => is_demonstration),
    missing: known
      .filter(({ head }) => day === undefined || head?.last !== day)
      .map(({ site, head }) => head?.loc_name ?? site.name),
  };
}
