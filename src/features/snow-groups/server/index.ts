import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BriefRequest } from '#contract/basin/basin-requests.ts';
import { describeDeliverers } from '#domain/deliverer.ts';
import { dayOfOrder, dayOrderOf } from '#domain/season/season.ts';
import type { BasinShare } from '#domain/snow/snowpack.ts';
import { normalsBeside } from '#domain/statistics/normals.ts';
import type { StatisticBasis } from '#domain/statistics/statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { firstDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import { tidyNumber, tidyOrNull } from '#lib/format-number.ts';
import type { FindingScope } from '#server/db/findings.ts';
import { intArraySql, type Queryable } from '#server/db/queryable.ts';
import type { RecordHead } from '#server/db/record-heads.ts';
import { allDays, readLatest, readRecords } from '#server/db/records.ts';
import { readDayMedians } from '#server/db/statistic-day.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { newestOf, readFirstDay } from '#server/findings/latest-days.ts';
import { readNamedHeads } from '#server/findings/named-heads.ts';
import { createRecordReader } from '#server/findings/record-reader.ts';
import { type FoundSnow, findSnow, toSnow } from '#server/findings/snow-sums.ts';
import { readSumStandings } from '#server/findings/sum-standings.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { cacheAnswers, createVersionedCache, readDataVersion } from '#server/http/query-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { weights } from '#server/limits/request-budget.ts';
import { comparisonOf } from '#server/water-year/comparison.ts';
import {
  readSnowBoard,
  readSnowGroup,
  type SnowBand,
  type SnowBoard,
  type SnowChange,
  type SnowGroup,
  type SnowYear,
} from '../contract.ts';
import {
  type ElevationBand,
  elevationBands,
  elevationLimits,
  type SnowGroupHistory,
  snowChangeDays,
  snowChangeOf,
  snowGroupHistory,
  snowGroupSeason,
  snowYearOf,
  type WaysToPeak,
  type YearRange,
} from '../rules.ts';

type Groups = BriefRequest['snow'];

/** Finds the sites that make the sum of each group, on the day asked for or the newest before it. Undefined without values. */
async function findGroups(
  from: Queryable,
  groups: Groups,
  asked: DayNumber | undefined,
  { isReadable }: FindingScope,
) {
  const keys = groups.flatMap(({ sites }) => sites);
  const ids = new Set(keys.map(({ id }) => id));
  const latestOf = async (on?: DayNumber) =>
    (await readLatest(from, { parameter: parameterNdx.swe, on })).filter(({ loc_id }) => ids.has(loc_id));
  const newest = newestOf(await latestOf());
  if (newest === undefined) return undefined;
  const on = Math.min(asked ?? newest, newest);
  const headOf = await readNamedHeads(from, keys, await latestOf(on));
  return { on, newest, found: groups.map((group) => findSnow(group, { headOf, isReadable, on })) };
}

/** Reads all groups on a day, as far as the reader may see their values. Null without groups or values. */
export async function readSnowBoardOf(
  from: Queryable,
  groups: Groups,
  asked: DayNumber | undefined,
  scope: FindingScope,
): Promise<SnowBoard | null> {
  const known = await findGroups(from, groups, asked, scope);
  if (!known) return null;
  const { on, newest, found } = known;
  const [first, standings, sites] = await Promise.all([
    readFirstDay(from),
    readSumStandings(
      createRecordReader(from),
      found.map(({ summed, day }) => ({ heads: summed, day: day ?? on })),
    ),
    readSites(from, found),
  ]);
  const limits = elevationLimits([...sites.values()].flatMap(({ elevation }) => elevation ?? []));
  const bandsOf = (heads: readonly RecordHead[]) =>
    elevationBands(
      heads.map((head) => ({ ...shareOf(head), elevation: sites.get(head.loc_ndx)?.elevation })),
      limits,
    ).map(toBand);
  return {
    on: formatDay(on),
    first: first === undefined ? null : formatDay(first),
    newest: formatDay(newest),
    groups: found.map((group, at) => ({
      ...toSnow(group, standings[at]),
      changes: snowChangeDays.map((days, place): SnowChange => {
        const change = snowChangeOf(
          group.summed.map((head) => ({
            now: shareOf(head),
            before: sites.get(head.loc_ndx)?.before[place] ?? { value: undefined, median: undefined },
          })),
        );
        return {
          days,
          change: tidyOrNull(change?.change),
          usual: tidyOrNull(change?.usual),
          count: change?.count ?? 0,
        };
      }),
      bands: bandsOf(group.summed),
    })),
    bands: bandsOf(distinct(found)),
  };
}

function shareOf({ value, statistic }: RecordHead): BasinShare {
  return { value: value ?? undefined, median: statistic?.median };
}

/** The sites of all sums; one may be in several groups. */
function distinct(found: readonly FoundSnow[]): readonly RecordHead[] {
  return [...new Map(found.flatMap(({ summed }) => summed).map((head) => [head.loc_ndx, head])).values()];
}

type SiteFacts = {
  readonly elevation: number | undefined;
  /** By the place in `snowChangeDays`. */
  readonly before: readonly BasinShare[];
};

/** Reads the elevations of the sites of sums, and their values and medians of the days that changes are counted from. */
async function readSites(
  from: Queryable,
  found: readonly FoundSnow[],
): Promise<ReadonlyMap<number, SiteFacts>> {
  const heads = distinct(found);
  const wanted = heads.map(({ loc_ndx, last }) => {
    const days = snowChangeDays.map((count) => (last ?? 0) - count);
    return { loc_ndx, parameter_ndx: parameterNdx.swe, days };
  });
  const [elevations, records, medians] = await Promise.all([
    from.query(
      sql`select loc_ndx, elevation_ft from location
        where loc_ndx = any(${intArraySql(heads.map(({ loc_ndx }) => loc_ndx))}) and elevation_ft is not null`,
      z.object({ loc_ndx: z.int(), elevation_ft: z.number() }),
    ),
    readRecords(
      from,
      wanted.map(({ days, ...key }) => ({
        ...key,
        ranges: days.toReversed().map((day) => [day, day] as const),
      })),
    ),
    readDayMedians(
      from,
      wanted.map(({ days, ...key }) => ({ ...key, orders: days.map((day) => dayOrderOf(day, 'water')) })),
    ),
  ]);
  const elevationOf = new Map(elevations.map((row) => [row.loc_ndx, row.elevation_ft]));
  return new Map(
    wanted.map(({ loc_ndx, days }, at) => {
      const record = records[at];
      const valueOn = new Map(record?.days.map((day, place) => [day, record.values[place]]));
      const before = days.map((day) => ({
        value: valueOn.get(day),
        median: medians[at]?.get(dayOrderOf(day, 'water'))?.median,
      }));
      return [loc_ndx, { elevation: elevationOf.get(loc_ndx), before }];
    }),
  );
}

function toBand({ from, to, siteCount, value, median, percent, isFewSites }: ElevationBand): SnowBand {
  const has = siteCount > 0;
  return {
    from_ft: from ?? null,
    to_ft: to ?? null,
    count: siteCount,
    value: has ? tidyNumber(value / siteCount) : null,
    median: has ? tidyNumber(median / siteCount) : null,
    percent_of_median: tidyOrNull(percent),
    few_sites: isFewSites,
  };
}

/**
 * Reads the season of a group by its label, in any case.
 * @throws HttpProblem 404 for an unknown group, and without a site that has a value and a median
 * @throws HttpProblem 403 for values that the reader may not see
 */
export async function readSnowGroupOf(
  from: Queryable,
  groups: Groups,
  { name, on: asked, years = [] }: { name: string; on: DayNumber | undefined; years?: readonly number[] },
  { scope, historyOf }: { scope: FindingScope; historyOf: HistoryOf },
): Promise<SnowGroup> {
  const group = groups.find(({ label }) => label.toLowerCase() === name.toLowerCase());
  if (!group) {
    const labels = groups.map(({ label }) => label).join(', ');
    throw new HttpProblem(404, `There is no such group of snow sites. There are ${labels || 'none'}.`);
  }
  const { label } = group;
  const [found] = (await findGroups(from, [group], asked, scope))?.found ?? [];
  if (found?.isWithheld) throw new HttpProblem(403, `The values of ${label} need an account.`);
  const heads = found?.known.flatMap(({ head }) => head ?? []) ?? [];
  if (!found?.day || found.summed.length === 0) {
    throw new HttpProblem(404, `No site of ${label} has a median, and a value of the 7 days to the day.`);
  }
  const history = await historyOf(label, heads);
  const { day = found.day, season, ways } = snowGroupSeason(history, found.day);
  const { record, statistics, usualPeak, usualMeltOut, sites } = history;
  const year = waterYear(day);
  const others = [...new Set(years)].filter((each) => each < year).sort((one, other) => other - one);
  const first = Math.min(year - 1, ...others);
  const [start, end] = [firstDayOfWaterYear(first), day + 1].map((each) => indexOfDay(record.days, each));
  const drawn = {
    days: record.days.slice(start, end),
    values: record.values.slice(start, end),
    approval: record.approval.slice(start, end),
    qualifiers: new Map(),
    estimatedDays: undefined,
    parameter_name: heads[0]?.parameter_name ?? '',
    loc_name: label,
    units_name: heads[0]?.units_name ?? '',
    statistics,
  };
  return {
    label,
    on: formatDay(day),
    sites: sites.length,
    source: describeDeliverers(
      sites.map((head) => ({
        name: head.loc_name,
        provider: head.provider,
        source: head.source,
      })),
    ),
    records: comparisonOf(
      drawn,
      [...[...new Set([year, year - 1, ...others])].map(String), ...normalsBeside([])],
      'water',
    ),
    first_year: waterYear(record.days[0] ?? day),
    years: others.map((each) => toSnowYear(each, snowYearOf(history, each, day))),
    peak: season ? { value: tidyNumber(season.peak), rdate: formatDay(season.peakDay) } : null,
    usual_peak: usualPeak
      ? { value: tidyNumber(usualPeak.median), month_day: usualPeak.monthDay, ...toBasis(usualPeak) }
      : null,
    melt_out: season?.meltOut ? formatDay(season.meltOut.day) : null,
    usual_melt_out: usualMeltOut
      ? {
          month_day: formatDay(dayOfOrder(usualMeltOut.order, 2000, 'water')).slice(5),
          ...toBasis(usualMeltOut),
        }
      : null,
    ...(typeof ways === 'string' ? { ways: null, no_ways: ways } : { ways: toWays(ways), no_ways: null }),
  };
}

function toSnowYear(year: number, { day, value, percent, peak }: ReturnType<typeof snowYearOf>): SnowYear {
  return {
    year,
    rdate: formatDay(day),
    value: tidyOrNull(value),
    percent_of_median: tidyOrNull(percent),
    peak: peak ? { value: tidyNumber(peak.value), rdate: formatDay(peak.day) } : null,
  };
}

/** The history of a group, and its sites that have medians. */
type History = SnowGroupHistory & { readonly sites: readonly RecordHead[] };
type HistoryOf = (label: string, heads: readonly RecordHead[]) => Promise<History>;

const allOrders = Array.from({ length: 366 }, (_, at) => at + 1);

async function readHistory(from: Queryable, heads: readonly RecordHead[]): Promise<History> {
  const keys = heads.map(({ loc_ndx, parameter_ndx }) => ({ loc_ndx, parameter_ndx }));
  const [records, medians] = await Promise.all([
    readRecords(
      from,
      keys.map((key) => ({ ...key, ranges: [allDays] })),
    ),
    readDayMedians(
      from,
      keys.map((key) => ({ ...key, orders: allOrders })),
    ),
  ]);
  const sites = records.map((record, at) => ({
    record,
    medians: new Map([...(medians[at] ?? [])].map(([order, { median }]) => [order, median])),
  }));
  return {
    ...snowGroupHistory(sites),
    sites: heads.filter((_, at) => (sites[at]?.medians.size ?? 0) > 0),
  };
}

/** The place of a day, or of the next one that is there. */
function indexOfDay(days: readonly DayNumber[], from: DayNumber): number {
  const at = days.findIndex((day) => day >= from);
  return at < 0 ? days.length : at;
}

function toBasis({ count, firstYear, lastYear }: StatisticBasis) {
  return { count, first_year: firstYear, last_year: lastYear };
}

function toWays({ days, range, peak, peakDay, usualError, error, isSkilled, ...counts }: WaysToPeak) {
  return {
    ...counts,
    days: days.map(formatDay),
    range: range.map((each) => mapRange(each, tidyNumber)),
    peak: mapRange(peak, tidyNumber),
    peak_day: mapRange(peakDay, formatDay),
    error: tidyNumber(error),
    usual_error: tidyNumber(usualError),
    is_skilled: isSkilled,
  };
}

function mapRange<T>({ low, middle, high }: YearRange, to: (value: number) => T) {
  return { low: to(low), middle: to(middle), high: to(high) };
}

/** Of each group for each kind of reader; a history has 0.5 MB. */
const maxHistories = 24;

export const registerRoutes: RegisterFeature = (app, { reads, basin, scopeOf, parseDay }) => {
  const groups = basin.brief.snow;
  const answers = cacheAnswers(reads, 16 * 1024 * 1024, weights.computed);
  // Another day of a group needs its records no more.
  const histories = createVersionedCache<History>(maxHistories, () => 1);
  const dayOf = async (on: string | undefined) =>
    on === undefined ? undefined : parseDay(on, 'The snow of the groups');
  registerEndpoint(app, readSnowBoard, async ({ query, caller }, { url }) => {
    const on = await dayOf(query.on);
    const scope = await scopeOf(caller);
    return answers(`${scope.reader} ${url}`, (limited) => readSnowBoardOf(limited, groups, on, scope));
  });
  registerEndpoint(app, readSnowGroup, async ({ query, caller }, { url }) => {
    const on = await dayOf(query.on);
    const scope = await scopeOf(caller);
    const version = await readDataVersion(reads);
    return answers(`${scope.reader} ${url}`, (limited) =>
      readSnowGroupOf(
        limited,
        groups,
        { name: query.group, on, years: query.years?.split(',').map(Number) ?? [] },
        {
          scope,
          historyOf: (label, heads) =>
            histories.get(version, `${scope.reader} ${label}`, () => readHistory(limited, heads)),
        },
      ),
    );
  });
};
