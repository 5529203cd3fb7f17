import type { Figure } from '#contract/figure.ts';
import type { DayStatistic } from '#domain/daily-statistics.ts';
import { describeSource } from '#domain/demonstration.ts';
import { describePercentOfMedian, minSweForPercent } from '#domain/percent-of.ts';
import { describeQuantity } from '#domain/quantity.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayNumber, formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { formatPercent } from '#lib/format-number.ts';
import { readStatistics } from '../../db/statistic-day.ts';
import { HttpProblem } from '../../http/problems.ts';
import { type BriefHead, readHeads } from '../brief/heads.ts';
import { readOverview } from '../brief/overview.ts';
import { toSnow } from '../brief/snow.ts';
import { todayPath } from './brief-figure.ts';
import { type FigureContext, readProviders, requireOpen } from './figure-context.ts';
import { daysOfBothYears, readSum, seasonOfSum } from './summed-season.ts';

/**
 * Reads the snow of a group of the brief: the sum of the sites that have a value on its last day and a median, over the
 * sum of their medians, as the group's percentage is computed.
 * @throws HttpProblem 404 for an unknown group, and without such a site
 * @throws HttpProblem 403 for values that are not open
 */
export async function readSnowFigure(context: FigureContext, name: string): Promise<Figure> {
  const { from, brief, on } = context;
  const group = brief.snow.find(({ label }) => label.toLowerCase() === name.toLowerCase());
  if (!group) {
    const labels = brief.snow.map(({ label }) => label).join(', ');
    throw new HttpProblem(404, `There is no such group of snow sites. There are ${labels || 'none'}.`);
  }
  const headOf = await readHeads(from, { keys: group.sites, compared: [] }, await readOverview(from, on), on);
  const snow = toSnow(group, headOf, on);
  const { rdate, value, median, percent_of_median, percent_of_peak, count, sites } = snow;
  if (rdate === null || value === null) {
    throw new HttpProblem(404, `No site of ${group.label} has a median, and a value of the last 7 days.`);
  }
  const day = dayNumber(rdate);
  const heads = group.sites
    .flatMap((key) => headOf(key) ?? [])
    .filter((head) => head.last === day && head.median !== null);
  const providers = await readProviders(
    context,
    heads.map(({ loc_id }) => loc_id),
  );
  requireOpen(context, providers.values());
  const source = describeSource(
    heads.map((head) => ({
      name: head.loc_name,
      provider: providers.get(head.loc_id) ?? '',
      isDemonstration: head.is_demonstration,
    })),
  );
  const [{ parameter_name, units_name } = { parameter_name: '', units_name: '' }] = heads;
  const sum = await readSum(from, heads, [daysOfBothYears(day)]);
  const names = { parameter_name, units_name, loc_name: group.label };
  const isDemonstration = heads.some((head) => head.is_demonstration);
  const ofMedian =
    describePercentOfMedian(percent_of_median) ??
    `no percentage: less than ${minSweForPercent} in of median snow on average`;
  const amount = describeQuantity(value, units_name);
  return {
    title: `Snow water equivalent, ${group.label}: sum of ${count} of ${countOf(sites, 'site')}`,
    text: `On ${formatUsDate(rdate)}: ${amount} at ${countOf(count, 'site')}; ${ofMedian} for the date.`,
    facts: [
      { label: `Sum of ${countOf(count, 'site')}, ${formatUsDate(rdate)}`, value: amount },
      { label: 'Sum of the medians of the date', value: describeQuantity(median ?? 0, units_name) },
      { label: 'Compared with the median', value: ofMedian },
      ...(percent_of_peak === null
        ? []
        : [{ label: 'Compared with the median peak', value: formatPercent(percent_of_peak) }]),
    ],
    source,
    through: rdate,
    path: todayPath,
    season: {
      ...seasonOfSum(sum, day, names, await readSumOfMedians(context, heads)),
      facts: {
        parameter: parameterNdx.swe,
        year: 'water',
        measure: 'value',
        isReversed: false,
        capacity: undefined,
        source,
        isDemonstration,
      },
    },
  };
}

/** Sums the medians of each day of the year on which all sites have one. */
async function readSumOfMedians(
  { from }: FigureContext,
  heads: readonly BriefHead[],
): Promise<readonly DayStatistic[]> {
  const all = await Promise.all(heads.map((head) => readStatistics(from, head, 'water', 'value')));
  const byOrder = Map.groupBy(
    all.flatMap(({ statistics }) => statistics),
    ({ order }) => order,
  );
  return [...byOrder.values()]
    .filter((each) => each.length === heads.length)
    .map(sumMedians)
    .toSorted((one, other) => one.order - other.order);
}

/** The extremes and percentiles of sums are not those of the sites, and left out. */
function sumMedians(each: readonly DayStatistic[]): DayStatistic {
  const median = each.reduce((sum, statistic) => sum + statistic.median, 0);
  return {
    order: each[0]?.order ?? 0,
    period: 'day',
    count: Math.min(...each.map(({ count }) => count)),
    firstYear: Math.min(...each.map(({ firstYear }) => firstYear)),
    lastYear: Math.max(...each.map(({ lastYear }) => lastYear)),
    provisional: each.reduce((sum, statistic) => sum + statistic.provisional, 0),
    minimum: median,
    median,
    maximum: median,
    percentiles: {},
  };
}
