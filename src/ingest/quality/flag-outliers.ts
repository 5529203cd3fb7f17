import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin } from '#contract/basin/basin.ts';
import { neighborsOf } from '#domain/river-neighbors.ts';
import type { DailyPoints } from '#domain/series-columns.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DayNumber, dayParts, formatDay } from '#lib/calendar.ts';
import { dayZero, intArraySql, type Queryable, textArraySql } from '#server/db/queryable.ts';
import { type SeriesKey, summarizeSeries } from '#server/db/records.ts';
import { refreshStatistics } from '#server/db/statistic-day.ts';
import type { Store } from '#server/db/store.ts';
import { type FlaggedValues, placesBetween } from '../engine/daily-values.ts';
import type { Target } from '../source.ts';
import { spikes } from './flag-samples.ts';
import { hasSignedLevels, minRecordDays } from './magnitude.ts';

type DayValue = { readonly day: DayNumber; readonly value: number };

/** The lowest and the highest value of a record in a season. */
type ValueRange = { readonly low: number; readonly high: number };

/** A value that jumps, and how much larger it is than the one before it: `log(value / before)`, roughly. */
type Jump = DayValue & { readonly at: number; readonly rise: number };

/** A value three times larger or smaller than those around it jumps. */
const minJump = Math.log(3);
/** At the end of the values nothing shows yet whether a jump is undone, so that it must be larger. */
const minLastJump = Math.log(10);
/**
 * How far beyond the record's own range a value must be: times the range's end for sizes, parts of the range otherwise,
 * and parts of the usual size, so that the first snow of an August is none.
 */
const beyond = { times: 1.5, range: 1, size: 0.25 };
/** Values this much smaller than the usual size count as 0. */
const zeroShare = 0.01;
/** Enough values to know the usual size. */
const sampleSize = 200;

/** The most days that a jump lasts. */
const maxJumpDays = 3;

/**
 * Whether any value may jump: quickly, because few records have such a value, and a large import would spend its time
 * on finding that out.
 */
function mayHaveJumps(values: readonly number[], size: number, isSigned: boolean): boolean {
  const unit = size * (isSigned ? 1 : zeroShare);
  if (unit === 0) return false;
  let before = 0;
  let lastJump = 0;
  let sinceJump = Infinity;
  for (let at = 0; at < values.length; at += 1) {
    const here = Math.asinh((values[at] ?? 0) / unit);
    const change = at === 0 ? 0 : here - before;
    before = here;
    sinceJump += 1;
    if (Math.abs(change) <= minJump) continue;
    const isUndone = sinceJump <= maxJumpDays && Math.sign(change) !== Math.sign(lastJump);
    if (isUndone || at === values.length - 1) return true;
    lastJump = change;
    sinceJump = 0;
  }
  return false;
}

/**
 * Finds values that jump, up or down, and are undone within three days, or that are the last of all and jump far.
 * Values are sorted by day. With `isSigned`, jumps are measured against the usual size, otherwise by their ratio.
 */
export function findJumps({ days, values }: DailyPoints, size: number, isSigned: boolean): Jump[] {
  const unit = size * (isSigned ? 1 : zeroShare);
  const scaled = values.map((value) => Math.asinh(value / unit));
  const riseAt = (at: number, before: number) => (scaled[at] ?? 0) - (scaled[before] ?? 0);
  if (unit === 0) return [];
  const found = new Set(spikes({ days, values: scaled }, placesBetween(0, days.length), minJump));
  const riseOf = (at: number) => {
    let before = at - 1;
    while (found.has(before)) before -= 1;
    return riseAt(at, before);
  };
  const last = values.length - 1;
  const isNear = (days[last] ?? 0) - (days[last - 1] ?? 0) === 1;
  if (isNear && Math.abs(riseOf(last)) > minLastJump) found.add(last);
  return [...found].map((at) => ({ day: days[at] ?? 0, value: values[at] ?? 0, at, rise: riseOf(at) }));
}

/** The median size of some of the values, without zeros; 0 for none. */
export function usualSize(values: readonly number[]): number {
  const step = Math.max(1, Math.floor(values.length / sampleSize));
  const sizes: number[] = [];
  for (let at = 0; at < values.length; at += step) {
    const size = Math.abs(values[at] ?? 0);
    if (size > 0) sizes.push(size);
  }
  return sizes.sort((one, other) => one - other)[sizes.length >> 1] ?? 0;
}

/** Whether a value is far from all that a record has had in the season; `size` is the usual size of its values. */
export function isFarOutside(
  value: number,
  { low, high }: ValueRange,
  { size, isSigned }: { readonly size: number; readonly isSigned: boolean },
): boolean {
  if (Math.max(value - high, low - value) < size * beyond.size) return false;
  if (isSigned) {
    const width = (high - low) * beyond.range;
    return value > high + width || value < low - width;
  }
  return value > high * beyond.times || (low > 0 && value < low / beyond.times);
}

/** The share of a jump, in logarithms, by which the water up- or downstream must have risen or fallen as well. */
const minShareOfRise = 0.3;
/** A flood takes up to this many days from one site to the next. */
const travelDays = 2;

/**
 * Whether a neighbor on the same river rose, or fell, with a jump: then it is a flood, or the closing of a dam. The
 * neighbor's values are those from four days before until two days after it.
 */
export function isSharedRise({ day, rise }: Jump, neighbor: readonly DayValue[]): boolean {
  const positive = neighbor.filter(({ value }) => value > 0);
  const before = positive.filter((each) => each.day < day - 1);
  const during = positive.filter((each) => Math.abs(each.day - day) <= travelDays && each.day >= day - 1);
  const logs = (values: readonly DayValue[]) => values.map(({ value }) => Math.log(value));
  if (before.length === 0 || during.length === 0) return false;
  const change =
    rise > 0
      ? Math.max(...logs(during)) - Math.min(...logs(before))
      : Math.max(...logs(before)) - Math.min(...logs(during));
  return change >= Math.abs(rise) * minShareOfRise;
}

/** Parameters whose values jump for a day by nature: it rains. */
const unjudged = new Set<number>([parameterNdx.precipitation]);

/** A record with more outliers than both is noisy, and none of them is one. */
const maxOutliers = 3;
const maxOutlierShare = 0.002;

export type OutlierRecord = {
  /** Undefined where the series has no values yet that are a context for these. */
  readonly key: SeriesKey | undefined;
  /** How many values it has. */
  readonly storedValues: number;
  readonly target: Target;
  readonly rivers: Basin['rivers'];
};

/**
 * Flags single days that are far from the days around them, and from all that the record has had in their season. Not
 * where the water up- or downstream rose or fell as well. Values with a flag are left out.
 */
export async function flagOutliers(
  from: Queryable,
  all: FlaggedValues,
  record: OutlierRecord,
): Promise<FlaggedValues> {
  const { parameter } = record.target;
  const count = Math.max(record.storedValues, all.days.length);
  if (unjudged.has(parameter) || count < minRecordDays) return all;
  const isSigned = parameter === parameterNdx.reachGain || hasSignedLevels(parameter);
  const size = usualSize(all.values);
  if (!mayHaveJumps(all.values, size, isSigned)) return all;
  const isPassing = (at: number) => (all.flags[at] ?? 'season') === 'season';
  const places = placesBetween(0, all.days.length, isPassing);
  const passing = {
    days: places.map((at) => all.days[at] ?? 0),
    values: places.map((at) => all.values[at] ?? 0),
  };
  const jumps = findJumps(passing, size, isSigned);
  if (jumps.length === 0) return all;
  const ranges = await readRanges(from, passing, jumps, record);
  const outside = jumps.filter((jump) => {
    const range = ranges.get(dayParts(jump.day).month);
    return range !== undefined && isFarOutside(jump.value, range, { size, isSigned });
  });
  // Differences of noisy records, such as an unregulated flow, do so every other week.
  if (outside.length > Math.max(maxOutliers, count * maxOutlierShare)) return all;
  const shared = await findShared(from, outside, record.target.site.id, parameter, record.rivers);
  const outliers = new Set(outside.filter((jump) => !shared.has(jump)).map(({ at }) => places[at]));
  return { ...all, flags: all.flags.map((flag, at) => (outliers.has(at) ? 'season' : flag)) };
}

const MonthRange = z.object({ month: z.int(), low: z.number(), high: z.number() });

/** Finds the ranges of the months of jumps, the months beside them included, without the jumps themselves. */
async function readRanges(
  from: Queryable,
  { days, values }: DailyPoints,
  jumps: readonly Jump[],
  { key }: OutlierRecord,
): Promise<ReadonlyMap<number, ValueRange>> {
  const months = [...new Set(jumps.map(({ day }) => dayParts(day).month))];
  const near = new Map(
    months.map((month) => [month, new Set([((month + 10) % 12) + 1, month, (month % 12) + 1])]),
  );
  const byMonth = new Map<number, { low: number; high: number }>();
  const add = (month: number, low: number, high: number) => {
    const range = byMonth.get(month);
    byMonth.set(month, { low: Math.min(range?.low ?? low, low), high: Math.max(range?.high ?? high, high) });
  };
  const jumping = new Set(jumps.map(({ at }) => at));
  for (const [at, value] of values.entries()) {
    if (!jumping.has(at)) add(dayParts(days[at] ?? 0).month, value, value);
  }
  if (key) {
    const jumpDays = jumps.map(({ day }) => formatDay(day));
    const stored = await from.query(
      sql`SELECT extract(month FROM rdate)::int AS month, min(result_value_daily)::float8 AS low,
          max(result_value_daily)::float8 AS high
        FROM daily_value WHERE loc_ndx = ${key.loc_ndx} AND parameter_ndx = ${key.parameter_ndx} AND flag IS NULL
          AND extract(month FROM rdate)::int = ANY(${intArraySql([...new Set([...near.values()].flatMap((set) => [...set]))])})
          AND rdate NOT IN (SELECT unnest(${textArraySql(jumpDays)})::date)
        GROUP BY 1`,
      MonthRange,
    );
    for (const { month, low, high } of stored) add(month, low, high);
  }
  return new Map(
    months.flatMap((month) => {
      const found = [...(near.get(month) ?? [])].flatMap((each) => byMonth.get(each) ?? []);
      if (found.length === 0) return [];
      const low = Math.min(...found.map((each) => each.low));
      const high = Math.max(...found.map((each) => each.high));
      return [[month, { low, high }] as const];
    }),
  );
}

const NeighborValue = z.object({ id: z.string(), day: z.int(), value: z.number() });

/** Finds the jumps that a site up- or downstream shares. */
async function findShared(
  from: Queryable,
  jumps: readonly Jump[],
  siteId: string,
  parameter: number,
  rivers: Basin['rivers'] = [],
): Promise<ReadonlySet<Jump>> {
  const neighbors = neighborsOf(rivers, siteId);
  const ids = [...(neighbors?.upstream ?? []), ...(neighbors?.downstream ?? [])].map(({ id }) =>
    id.toUpperCase(),
  );
  const shared = new Set<Jump>();
  if (ids.length === 0) return shared;
  for (const jump of jumps) {
    const found = await readAround(from, ids, parameter, jump.day);
    const bySite = [...Map.groupBy(found, ({ id }) => id).values()];
    if (bySite.some((values) => isSharedRise(jump, values))) shared.add(jump);
  }
  return shared;
}

/** Reads the values of sites on the days around one. */
function readAround(from: Queryable, ids: readonly string[], parameter: number, day: DayNumber) {
  return from.query(
    sql`SELECT l.loc_id AS id, v.rdate - ${dayZero} AS day, v.result_value_daily::float8 AS value
      FROM location l JOIN daily_value v USING (loc_ndx)
      WHERE l.loc_id = ANY(${textArraySql(ids)}) AND v.parameter_ndx = ${parameter}
        AND v.rdate BETWEEN ${formatDay(day - 2 * travelDays)}::text::date
          AND ${formatDay(day + travelDays)}::text::date
        AND (v.flag IS NULL OR v.flag = 'season')
      ORDER BY v.rdate`,
    NeighborValue,
  );
}

const FlaggedDay = z.object({ loc_ndx: z.int(), day: z.int() });

/**
 * Takes the flags back where a site up- or downstream, which was perhaps imported later, rose or fell as well. Returns
 * the days whose values count again.
 */
export async function withdrawSharedFlags(
  store: Pick<Store, 'transaction'>,
  { siteId, parameter, rivers }: { siteId: string; parameter: number; rivers: Basin['rivers'] },
): Promise<readonly DayNumber[]> {
  const id = siteId.toUpperCase();
  return store.transaction(async (transaction) => {
    const flagged = await transaction.query(
      sql`SELECT v.loc_ndx, v.rdate - ${dayZero} AS day FROM daily_value v JOIN location l USING (loc_ndx)
        WHERE l.loc_id = ${id} AND v.parameter_ndx = ${parameter} AND v.flag = 'season' ORDER BY v.rdate`,
      FlaggedDay,
    );
    const outliers = new Set(flagged.map(({ day }) => day));
    const days: DayNumber[] = [];
    for (const { day } of flagged) {
      const own = await readAround(transaction, [id], parameter, day);
      const here = own.find((each) => each.day === day)?.value ?? 0;
      const before = own.findLast((each) => each.day < day && !outliers.has(each.day))?.value ?? 0;
      if (here <= 0 || before <= 0) continue;
      const jump = { day, value: here, at: 0, rise: Math.log(here / before) };
      if ((await findShared(transaction, [jump], siteId, parameter, rivers)).size > 0) days.push(day);
    }
    const [first] = flagged;
    if (!first || days.length === 0) return days;
    await transaction.query(
      sql`UPDATE daily_value SET flag = NULL WHERE loc_ndx = ${first.loc_ndx} AND parameter_ndx = ${parameter}
        AND rdate - ${dayZero} = ANY(${intArraySql(days)})`,
    );
    const key = { loc_ndx: first.loc_ndx, parameter_ndx: parameter };
    await summarizeSeries(transaction, [key]);
    await refreshStatistics(transaction, [key]);
    return days;
  });
}
