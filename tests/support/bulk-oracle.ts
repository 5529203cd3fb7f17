import type { DuckDb } from './duckdb.ts';

/** A statistic of a day of the water year, computed by DuckDB from a Parquet file; `order` is 1 on October 1. */
export type BulkStatistic = {
  readonly order: number;
  readonly series: 'Minimum' | 'P10' | 'P25' | 'Median' | 'P75' | 'P90' | 'Maximum';
  readonly value: number;
};

/**
 * Computes the normals of 1991–2020 of a record from its values in a Parquet file: a second implementation that shares
 * nothing with the portal's. February 29 has the values of its neighbors, too. A value is read as the shortest decimal
 * that stands for it, as the portal does.
 */
export async function computeNormals(
  duckdb: DuckDb,
  file: string,
  location: number,
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
    with dated as (
      select value::varchar::double as value, year(date) + (month(date) >= 10)::int as year,
        month(date) * 100 + day(date) as month_day
      from ${file} where loc_ndx = ${location} and flag is null
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
