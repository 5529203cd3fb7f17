import { describeDeliverers } from '#domain/deliverer.ts';
import { describeSnow } from '#domain/finding/group-text.ts';
import { dayOrderOf } from '#domain/season/season.ts';
import { basinIndex } from '#domain/snow/snowpack.ts';
import type { DayStatistic } from '#domain/statistics/daily-statistics.ts';
import { describePercentOfMedian, minSweForPercent, percentOf } from '#domain/statistics/percent-of.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, dayNumber, formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { formatPercent } from '#lib/format-number.ts';
import { readLatest } from '#server/db/records.ts';
import { readStatistics } from '#server/db/statistic-day.ts';
import { readNamedHeads } from '#server/findings/named-heads.ts';
import { createRecordReader } from '#server/findings/record-reader.ts';
import { findSnow, toSnow } from '#server/findings/snow-sums.ts';
import { readSumStandings } from '#server/findings/sum-standings.ts';
import { HttpProblem } from '#server/http/problems.ts';
import type { Figure } from '../contract.ts';
import { type FigureContext, todayPath, toFigureBar, withheldFigure } from './figure-context.ts';
import {
  daysOfBothYears,
  type PartColumns,
  readParts,
  seasonOf,
  type YearsOverNormals,
} from './storage-figure.ts';

/**
 * Reads the snow of a group of the brief in percent of the median: that of the group and that of each of its sites with a
 * value on its last day and a median.
 * @throws HttpProblem 404 for an unknown group, and without such a site
 * @throws HttpProblem 403 for values that are not open
 */
export async function readSnowFigure(context: FigureContext, name: string): Promise<Figure> {
  const { from, brief, on, scope } = context;
  const group = brief.snow.find(({ label }) => label.toLowerCase() === name.toLowerCase());
  if (!group) {
    const labels = brief.snow.map(({ label }) => label).join(', ');
    throw new HttpProblem(404, `There is no such group of snow sites. There are ${labels || 'none'}.`);
  }
  const keys = group.sites;
  const headOf = await readNamedHeads(from, keys, await readLatest(from, { on }));
  const found = findSnow(group, { ...scope, headOf, on });
  if (found.isWithheld) throw withheldFigure(group.label);
  const [standing] = await readSumStandings(createRecordReader(from), [
    { heads: found.summed, day: found.day ?? on },
  ]);
  const snow = toSnow(found, standing);
  const { rdate, value, percent_of_median, percent_of_peak, count, sites } = snow;
  if (rdate === null || value === null) {
    throw new HttpProblem(404, `No site of ${group.label} has a median, and a value of the last 7 days.`);
  }
  const day = dayNumber(rdate);
  const heads = found.summed;
  const source = describeDeliverers(
    heads.map((head) => ({
      name: head.loc_name,
      provider: head.provider,
      source: head.source,
    })),
  );
  const [parts, statistics] = await Promise.all([
    readParts(from, heads, [daysOfBothYears(day)]),
    Promise.all(heads.map((head) => readStatistics(from, head, 'water', 'value'))),
  ]);
  const medians = statistics.map((of) => new Map(of.statistics.map((each) => [each.order, each])));
  const { standing: place, bar } = describeSnow(snow);
  const ofSites = `${count} of ${countOf(sites, 'site')}`;
  return {
    title: `Snow water equivalent, ${group.label}: percent of the median`,
    text: `${group.label} has ${describePercent(percent_of_median)} for ${formatUsDate(rdate)}, at ${ofSites}${bar ? `: ${place}` : ''}.`,
    bar: toFigureBar(bar),
    facts: [
      {
        label: `${group.label}, ${ofSites}, ${formatUsDate(rdate)}`,
        value: describePercent(percent_of_median),
      },
      ...(bar ? [{ label: 'Where it stands', value: place }] : []),
      ...(percent_of_peak === null
        ? []
        : [
            {
              label: `${group.label}, of the median peak of the year`,
              value: formatPercent(percent_of_peak),
            },
          ]),
      ...heads.map(({ loc_name, value: inches, statistic }) => ({
        label: loc_name,
        value: describePercent(percentOf(inches ?? 0, statistic?.median, parameterNdx.swe) ?? null),
      })),
    ],
    source,
    through: rdate,
    path: todayPath,
    season: {
      ...{ parameter_ndx: parameterNdx.swe, is_reversed: false, capacity: null },
      ...percentSeason(parts, medians, day, group.label),
    },
  };
}

function describePercent(percent: number | null): string {
  return (
    describePercentOfMedian(percent) ??
    (percent === null
      ? `no percentage, less than ${minSweForPercent} in of median snow`
      : 'many times the median')
  );
}

/** The group's percentages of each day on which all of its sites have a value and a median, over a line at 100. */
function percentSeason(
  parts: readonly PartColumns[],
  medians: readonly ReadonlyMap<number, DayStatistic>[],
  day: DayNumber,
  label: string,
): YearsOverNormals {
  const lines = parts.map(({ days, values, approval }) => {
    return new Map(days.map((each, at) => [each, { value: values[at], approval: approval[at] ?? 'A' }]));
  });
  const percents = (parts[0]?.days ?? []).flatMap((each) => {
    const order = dayOrderOf(each, 'water');
    const sites = lines.map((line, at) => ({
      value: line.get(each)?.value,
      median: medians[at]?.get(order)?.median,
    }));
    const isComplete = sites.every(({ value, median }) => value !== undefined && median !== undefined);
    const value = isComplete ? basinIndex(sites).percent : undefined;
    const isProvisional = lines.some((line) => line.get(each)?.approval === 'P');
    return value === undefined
      ? []
      : [{ day: each, value: Math.round(value), approval: isProvisional ? 'P' : 'A' }];
  });
  const line = [...(medians[0]?.values() ?? [])].filter(({ order }) =>
    medians.every((each) => each.has(order)),
  );
  return seasonOf(
    {
      days: percents.map((each) => each.day),
      values: percents.map(({ value }) => value),
      approval: percents.map(({ approval }) => approval).join(''),
      parameter_name: 'Snow, percent of the median',
      loc_name: label,
      units_name: '%',
      // The extremes and percentiles of sums are not those of the sites, and left out.
      statistics: line.map((each) => ({ ...each, median: 100 })),
    },
    day,
    ['Median'],
  );
}
