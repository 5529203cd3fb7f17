import type { Store } from '#server/db/store.ts';

type OracleKey = {
  readonly location: number;
  readonly parameter: number;
  readonly kind: 'water' | 'irrigation';
  readonly measure: 'value' | 'volume';
};

/** A row of the oracle: a day of the year, or null where the record bears no statistic. */
export type OracleRow = {
  readonly order: number;
  readonly period: 'day' | 'month';
  readonly count: number;
  readonly first_year: number;
  readonly last_year: number;
  readonly provisional: number;
  readonly estimated: number;
  readonly minimum: number;
  readonly p5: number | null;
  readonly p10: number | null;
  readonly p25: number | null;
  readonly median: number;
  readonly p75: number | null;
  readonly p90: number | null;
  readonly p95: number | null;
  readonly maximum: number;
  /** The values that they rest on, ascending. */
  readonly sorted: readonly number[];
};

/**
 * Computes the statistics of a record in SQL, from its daily values only: a second implementation that shares nothing
 * with the portal's. It is in double precision throughout, so that its results are equal bit by bit.
 */
export function computeOracle(store: Store, { location, parameter, kind, measure }: OracleKey) {
  const firstMonth = kind === 'water' ? 10 : 11;
  return store.query<OracleRow>(
    `with record as (
       select rdate, result_value_daily::text::float8 as value, approval <> 'A' as provisional
       from daily_value where loc_ndx = $1 and parameter_ndx = $2 and flag is null
         and rdate between '1990-09-01' and '2020-11-30'
     ),
     ${bridgedSql},
     ${measure === 'value' ? valuesSql : volumeSql(firstMonth)}
     dated as (
       select *, extract(year from rdate)::int + (extract(month from rdate) >= ${firstMonth})::int as year,
         extract(month from rdate)::int as month, extract(month from rdate)::int * 100 + extract(day from rdate)::int as month_day
       from series
     ),
     used as (select * from dated where year between 1991 and 2020),
     -- Storage, snow and wells: only years all of whose days are measured or bridged.
     whole as (
       select year from used group by year
       having count(*) = make_date(year, ${firstMonth}, 1) - make_date(year - 1, ${firstMonth}, 1)
     ),
     -- Without enough of them: the days that four in five years have, and the years that have all of these.
     usual as (
       select month_day from used where month_day <> 229 group by month_day
       having count(*) >= 0.8 * (select count(distinct year) from used)
     ),
     even as (
       select year from whole where (select ${enoughSql} from whole)
       union all
       select year from used where not (select ${enoughSql} from whole) and month_day in (select month_day from usual)
       group by year having count(*) = (select count(*) from usual)
     ),
     plain as (
       select *, extract(year from rdate)::int + (extract(month from rdate) >= ${firstMonth})::int as year,
         extract(month from rdate)::int as month, 0 as month_day
       from record
     ),
     calendar as (
       select extract(month from day)::int * 100 + extract(day from day)::int as month_day, extract(month from day)::int as month, row_number() over (order by day)::int as "order"
       from generate_series(date '1999-${firstMonth}-01', date '2000-${firstMonth}-01' - 1, interval '1 day') day
     ),
     period as (
       select case when $2 in (7, 8) and (count(*) < 180 * count(distinct year) or not (select ${enoughSql} from whole)) then 'month' else 'day' end as period
       from plain where year between 1991 and 2020
     ),
     normals as (
       select * from used where ($2 not in (2, 3, 7, 8) or year in (select year from even))
         and (select period from period) = 'day'
     ),
     yearly as (
       select array_agg(value order by value) as sorted, month, year, bool_or(provisional) as provisional
       from plain where year between 1991 and 2020 group by month, year
     ),
     samples as (
       select c."order", n.year, n.value, n.provisional, n.estimated from normals n join calendar c using (month_day)
       union all
       select c."order", n.year, n.value, n.provisional, n.estimated
       from normals n join calendar c on c.month_day = 229 and ${
         measure === 'value'
           ? 'n.month_day in (228, 301)'
           : 'n.month_day = 228 and extract(month from n.rdate + 1) = 3'
       }
       union all
       select c."order", y.year, ${percentileSql('y.sorted', 50)}, y.provisional, false
       from yearly y join calendar c using (month)
       where (select period from period) = 'month'
     ),
     days as (
       select "order", array_agg(value order by value) as sorted, count(distinct year)::int as count,
         min(year) as first_year, max(year) as last_year, count(*) filter (where provisional)::int as provisional,
         count(*) filter (where estimated)::int as estimated,
         count(distinct year) filter (where year <= 2005) as early
       from samples group by "order"
     )
     select "order", (select period from period) as period, count, first_year, last_year, provisional, estimated,
       sorted[1] as minimum, ${percentileSql('sorted', 50)} as median, sorted[cardinality(sorted)] as maximum, to_json(sorted) as sorted,
       ${[5, 10, 25, 75, 90, 95]
         .map((each) => {
           const value = percentileSql('sorted', each);
           return `${[5, 95].includes(each) ? `case when count >= 20 then ${value} end` : value} as p${each}`;
         })
         .join(', ')}
     from days where count >= 10 and early >= 3 and count - early >= 3
       and ($2 not in (2, 3, 7, 8) or (select period from period) = 'month' or count = (select count(*) from even))
     order by "order"`,
    [location, parameter],
  );
}

/** By the position p(n+1) in ascending values; an index beyond the array is null. */
function percentileSql(sorted: string, percent: number): string {
  const position = `(${percent}::float8 * (cardinality(${sorted}) + 1) / 100)`;
  const valueAt = (index: string) => `${sorted}[${index}(${position})::int]`;
  return `(${valueAt('floor')} + (${valueAt('ceil')} - ${valueAt('floor')}) * (${position} - floor(${position})))`;
}

/** Whether different years are enough for a statistic. */
const enoughSql =
  '(count(*) >= 10 and count(*) filter (where year <= 2005) >= 3 and count(*) filter (where year > 2005) >= 3)';

/** The record with gaps of up to seven days bridged. */
const bridgedSql = `
    neighbors as (
      select *, lag(rdate) over by_day as day_before, lag(value) over by_day as value_before
      from record window by_day as (order by rdate)
    ),
    bridged as (
      select rdate, value, provisional, false as estimated from neighbors
      union all
      select day_before + step, value_before + (value - value_before) * (step::float8 / (rdate - day_before)), false, true
      from neighbors, generate_series(1, rdate - day_before - 1) step
      where rdate - day_before - 1 between 1 and 7
    )`;

/** Values, of storage, snow and wells with those that bridge gaps. */
const valuesSql = 'series as (select * from bridged where not estimated or $2 in (2, 3, 7, 8)),';

/** Volumes of the years that are complete to their last day, with gaps of up to seven days bridged. */
function volumeSql(firstMonth: number): string {
  return `
    by_year as (
      select *, extract(year from rdate)::int + (extract(month from rdate) >= ${firstMonth})::int as year from bridged
    ),
    sums as (
      select rdate, year, sum(value * 1.983471::float8) over so_far as value,
        bool_or(provisional or estimated) over so_far as provisional, bool_or(estimated) over so_far as estimated,
        rdate - make_date(year - 1, ${firstMonth}, 1) + 1 = row_number() over so_far as unbroken
      from by_year window so_far as (partition by year order by rdate)
    ),
    series as (
      select rdate, value, provisional, estimated from sums
      where year in (select year from sums where unbroken and rdate = make_date(year, ${firstMonth}, 1) - 1)
    ),`;
}
