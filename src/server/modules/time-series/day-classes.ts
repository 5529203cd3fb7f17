import type { DayClasses } from '#contract/daily-data.ts';
import { dayOrderOf } from '#domain/season.ts';
import { normalClassOf } from '#domain/standing.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import type { Queryable } from '../../db/queryable.ts';
import { readRecord } from '../../db/records.ts';
import { readStatistics } from '../../db/statistic-day.ts';
import { readDailyParameter } from './daily-data.ts';
import type { DailyQuery } from './queries.ts';

/**
 * Sorts the values of a query into the classes of their dates. One site is read after the other, so that others get their
 * turn at the embedded database.
 * @throws HttpProblem 404 for an unknown parameter
 */
export async function readDayClasses(
  from: Queryable,
  { parameter, locations, start, end, asOf }: DailyQuery,
): Promise<DayClasses[]> {
  await readDailyParameter(from, parameter);
  const isReversed = parameter === parameterNdx.depthToWater;
  const found: DayClasses[] = [];
  for (const location of locations) {
    const key = { loc_ndx: location, parameter_ndx: parameter };
    const { days, values } = await readRecord(from, key, [[dayNumber(start), dayNumber(end)]], { asOf });
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) continue;
    const { statistics } = await readStatistics(from, key, 'water', 'value');
    const byOrder = new Map(statistics.map((each) => [each.order, each.percentiles]));
    const classes = new Array<string>(last - first + 1).fill('-');
    for (const [at, day] of days.entries()) {
      const percentiles = byOrder.get(dayOrderOf(day, 'water'));
      const name = percentiles && normalClassOf(values[at] ?? 0, percentiles, isReversed);
      if (name !== undefined) classes[day - first] = String(name);
    }
    found.push({ loc_ndx: location, start: formatDay(first), classes: classes.join('') });
  }
  return found;
}
