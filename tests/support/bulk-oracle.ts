import type { DuckDb } from './duckdb.ts';

/** A statistic of a day of the water year, computed by DuckDB from a Parquet file; `order` is 1 on October 1. */
export type BulkStatistic = {
  readonly order: number;
  readonly series: 'Minimum' | 'P10' | 'P25' | 'Median' | 'P75' | 'P90' | 'Maximum';
  readonly value: number;
};

/**
 * Computes the normals of 1991–2020 of a record from its values in a Parquet file: a second implementation that shares
 * nothing with the portal's. February 29 has the values of its neighbors, too. With `isEven`, gaps of up to 7 days are
 * bridged, and only the years that are complete then count; without enough of them there are no normals.
 */
export async function computeNormals(
  duckdb: DuckDb,
  file: string,
  location: number,
  { isEven }: { isEven: boolean },
): Promise<BulkStatistic[]> {
  const percentile = (percent: number) => {
    const position = `(${percent}::double * (len(sorted) + 1) / 100)`;
    const at = (index: 'floor' | 'ceil') => `sorted[${index}(${position})::int]`;
    return `(${at('floor')} + (${at('ceil')} - ${at('floor')}) * (${position} - floor(${position})))`;
  };
  const columns = {
    Minimum: 'sorted[1]',
    P10: percentile(10),
    P25: percentile(25),
    Median: percentile(50),
    P75: percentile(75),
    P90: percentile(90),
    Maximum: 'sorted[len(sorted)]',
  };
  return duckdb.query(`
    with measured as (
      select date, value, lead(date) over (order by date) as next_date,
        lead(value) over (order by date) as next_value
      from ${file} where loc_ndx = ${location} and flag is null
    ),
    bridged as (
      select (date + step::int)::date as date,
        case when step = 0 then value
          else value + (next_value - value) * (step::double / (next_date - date)) end as value
      from (
        select *, unnest(generate_series(0, case when ${isEven} and next_date - date between 2 and 8
          then next_date - date - 1 else 0 end)) as step
        from measured
      )
    ),
    all_dated as (
      select value, year(date) + (month(date) >= 10)::int as year,
        month(date) * 100 + day(date) as month_day
      from bridged
    ),
    dated as (
      select * from all_dated
      where not ${isEven} or year in (
        select year from all_dated group by year
        having count(*) = make_date(year, 10, 1) - make_date(year - 1, 10, 1)
      )
    ),
    calendar as (
      select month(day) * 100 + day(day) as month_day, row_number() over (order by day)::int as "order"
      from (select unnest(generate_series(date '1999-10-01', date '2000-09-30', interval 1 day)) as day)
    ),
    days as (
      select "order", list(value order by value) as sorted, count(distinct year) as years,
        count(distinct year) filter (where year <= 2005) as early
      from dated join calendar c
        on c.month_day = dated.month_day or (c.month_day = 229 and dated.month_day in (228, 301))
      where year between 1991 and 2020
      group by "order"
      having years >= 10 and early >= 3 and years - early >= 3
    )
    ${Object.entries(columns)
      .map(([series, value]) => `select "order", '${series}' as series, ${value} as value from days`)
      .join(' union all ')}
    order by "order", series`);
}
