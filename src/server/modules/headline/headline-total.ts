import type { DayNumber } from '#lib/calendar.ts';

/** The recent values of a site by day. `isProvisional` is by day, too. */
export type SiteValues = {
  readonly values: ReadonlyMap<DayNumber, number>;
  readonly provisional: ReadonlySet<DayNumber>;
};

export type Total = {
  readonly day: DayNumber;
  readonly value: number;
  /** The last day on which any of the sites has a value. */
  readonly newest: DayNumber;
  /** The sum so many days before, unless a site has no value on that day. */
  readonly before: number | undefined;
  readonly isProvisional: boolean;
};

/**
 * Sums the values of sites on the last day that all of them have, because a sum in which one is missing alarms people.
 * Undefined without such a day.
 */
export function latestTotal(sites: readonly SiteValues[], daysBefore: number): Total | undefined {
  const [first, ...others] = sites;
  if (!first) return undefined;
  const complete = [...first.values.keys()].filter((day) => others.every(({ values }) => values.has(day)));
  const day = maxOf(complete);
  const newest = maxOf(sites.flatMap(({ values }) => [...values.keys()]));
  if (day === undefined || newest === undefined) return undefined;
  const sumOn = (each: DayNumber) => sites.reduce((sum, { values }) => sum + (values.get(each) ?? 0), 0);
  const earlier = day - daysBefore;
  return {
    day,
    value: sumOn(day),
    newest,
    before: complete.includes(earlier) ? sumOn(earlier) : undefined,
    isProvisional: sites.some(({ provisional }) => provisional.has(day)),
  };
}

function maxOf(days: readonly DayNumber[]): DayNumber | undefined {
  return days.length > 0 ? Math.max(...days) : undefined;
}
