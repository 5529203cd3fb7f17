import type { Basin } from '#contract/basin/basin.ts';
import type { Store } from '#server/db/store.ts';

/**
 * What the brief's figures are computed from by hand: the values that pass the quality rules, the records of the basin
 * file by section, and the dates of other years. It shares nothing with the portal's own functions.
 */
const setupSql = [
  `create view oracle_value as
    select loc_ndx, parameter_ndx, rdate, result_value_daily::text::float8 as value, approval <> 'A' as provisional
    from daily_value where flag is null`,
  `create function oracle_year(day date) returns int immutable language sql
    return extract(year from day)::int + case when extract(month from day) >= 10 then 1 else 0 end`,
  `create function oracle_dates(day date, first int, last int) returns setof date immutable language sql as $$
    select (make_date(y, extract(month from day)::int, 1) + (extract(day from day)::int - 1))
    from generate_series(first, last) y
    where extract(month from make_date(y, extract(month from day)::int, 1) + (extract(day from day)::int - 1))
      = extract(month from day)
  $$`,
  `create function oracle_normals(day date) returns setof date immutable language sql as $$
    select d from (
      select oracle_dates(day, 1990, 2020) d
      union all
      select oracle_dates(other, 1990, 2020) from unnest(array[date '2000-02-28', date '2000-03-01']) other
      where to_char(day, 'MM-DD') = '02-29'
    ) all_dates where oracle_year(d) between 1991 and 2020
  $$`,
  // The position p(n + 1) among ascending values; beyond the first or last one there is none.
  `create function oracle_percentile(sorted float8[], p float8) returns float8 immutable language sql as $$
    select case when pos >= 1 and ceil(pos) <= cardinality(sorted)
      then sorted[floor(pos)::int] + (sorted[ceil(pos)::int] - sorted[floor(pos)::int]) * (pos - floor(pos)) end
    from (select p * (cardinality(sorted) + 1) as pos) x
  $$`,
  `create type oracle_statistic as (sorted float8[], median float8, years int, first_year int, last_year int)`,
  // Years in which every day has a value, or is within a gap of at most seven days.
  `create table oracle_whole as
    with gap as (
      select loc_ndx, parameter_ndx, rdate + 1 as first, lead(rdate) over by_day - 1 as last
      from oracle_value where parameter_ndx in (2, 3, 7, 8)
      window by_day as (partition by loc_ndx, parameter_ndx order by rdate)
    ), extent as (
      select loc_ndx, parameter_ndx, min(rdate) as first, max(rdate) as last
      from oracle_value where parameter_ndx in (2, 3, 7, 8) group by 1, 2
    )
    select e.loc_ndx, e.parameter_ndx, year from extent e, generate_series(1991, 2020) year
    where e.first <= make_date(year - 1, 10, 1) and e.last >= make_date(year, 9, 30) and not exists (
      select from gap g where g.loc_ndx = e.loc_ndx and g.parameter_ndx = e.parameter_ndx and g.last - g.first + 1 > 7
        and g.first <= make_date(year, 9, 30) and g.last >= make_date(year - 1, 10, 1))`,
  // Storage, snow and wells: the value of a day, or within at most seven days without any that on a straight line.
  `create function oracle_bridged(loc int, par int, day date) returns float8 stable language sql as $$
    select case when a.rdate - b.rdate - 1 <= 7
      then b.value + (a.value - b.value) * (day - b.rdate) / greatest(a.rdate - b.rdate, 1) end
    from (select rdate, value from oracle_value v where v.loc_ndx = loc and v.parameter_ndx = par and v.rdate <= day
        and v.rdate > day - 8 order by rdate desc limit 1) b,
      (select rdate, value from oracle_value v where v.loc_ndx = loc and v.parameter_ndx = par and v.rdate >= day
        and v.rdate < day + 8 order by rdate limit 1) a
  $$`,
  `create function oracle_day(loc int, par int, day date) returns oracle_statistic stable language sql as $$
    select case when years >= 10 and early >= 3 and years - early >= 3
      then row(sorted, middle, years, first_year, last_year)::oracle_statistic end
    from (
      select array_agg(v.value order by v.value) as sorted, percentile_cont(0.5) within group (order by v.value) as middle,
        count(distinct oracle_year(d))::int as years,
        count(distinct oracle_year(d)) filter (where oracle_year(d) <= 2005)::int as early,
        min(oracle_year(d)) as first_year, max(oracle_year(d)) as last_year
      from oracle_normals(day) d join lateral (
        select value from oracle_value v where v.loc_ndx = loc and v.parameter_ndx = par and v.rdate = d
          and par not in (2, 3, 7, 8)
        union all
        select oracle_bridged(loc, par, d) from oracle_whole w where w.loc_ndx = loc and w.parameter_ndx = par
          and w.year = oracle_year(d)
      ) v on true
    ) x
  $$`,
  // The place on the line through the points i/(n+1) of all values, within the percentiles of the class; of equal values
  // their mean.
  `create function oracle_percent(v float8, s oracle_statistic) returns int immutable language sql as $$
    with n as (
      select count(*) filter (where each < v) as lower, count(*) filter (where each = v) as equals, count(*) as years,
        max(each) filter (where each < v) as before, min(each) filter (where each > v) as after
      from unnest(s.sorted) each
    ), found as (
      select floor((100 * (case
          when equals > 0 then lower + (equals + 1) / 2.0
          when lower = 0 then 1
          when lower = years then years
          else lower + (v::numeric - before::numeric) / (after::numeric - before::numeric) end)
        / (years + 1))::numeric(20, 9) + 0.5)::int as percent from n
    ), q as (
      select oracle_percentile(s.sorted, 0.10) as p10, oracle_percentile(s.sorted, 0.25) as p25,
        oracle_percentile(s.sorted, 0.75) as p75, oracle_percentile(s.sorted, 0.90) as p90
    )
    select case when v < p10 then least(9, greatest(1, percent)) when v < p25 then least(24, greatest(10, percent))
      when v <= p75 then least(75, greatest(25, percent)) when v <= p90 then least(90, greatest(76, percent))
      else least(99, greatest(91, percent)) end from found, q
  $$`,
  // Where a value stands: its class, percentile and statistic, its rank among the years, and the value of a year before.
  `create function oracle_standing(v float8, s oracle_statistic, peers float8[], before float8, before_day date, least_base float8)
    returns json immutable language sql as $$
    with o as (
      select count(*) as years, count(*) filter (where p = v) as equals, count(*) filter (where p > v) as higher,
        count(*) filter (where p < v) as lower from unnest(peers) p
    ), q as (
      select oracle_percentile(s.sorted, 0.10) as p10, oracle_percentile(s.sorted, 0.25) as p25,
        oracle_percentile(s.sorted, 0.75) as p75, oracle_percentile(s.sorted, 0.90) as p90
    ), c as (
      select case
        when p10 is null or p90 is null then null
        -- Only sums of snow have no least base.
        when least_base is null and v <= 0 and s.median <= 0 then null
        when equals = 1 and years > 1 and higher = years - 1 then 'lowest on record'
        when equals = 1 and years > 1 and lower = years - 1 then 'highest on record'
        when v < p10 then 'much below normal'
        when v < p25 then 'below normal'
        when v <= p75 then 'normal'
        when v <= p90 then 'above normal'
        else 'much above normal' end as class from o, q
    )
    select json_build_object('class', class, 'percentile', case when class is not null then oracle_percent(v, s) end,
      'count', s.years, 'first_year', s.first_year, 'last_year', s.last_year, 'p10', p10, 'p25', p25, 'median', s.median,
      'p75', p75, 'p90', p90,
      'percent', case when s.median > 0 and s.median >= least_base then 100 * v / s.median end,
      'rank', higher + 1, 'low_rank', lower + 1, 'years', years, 'before', before,
      'before_day', case when before is not null then before_day end,
      'before_percentile', case when before is not null and p10 is not null and p90 is not null
        and not (least_base is null and before <= 0 and s.median <= 0) then oracle_percent(before, s) end)
    from o, q, c
  $$`,
  // The same of the sum of records that all have a value of the day.
  `create function oracle_sum(locs int[], par int, day date) returns float8 stable language sql as $$
    select case when count(*) = cardinality(locs) then sum(value::numeric)::float8 end from oracle_value
    where loc_ndx = any(locs) and parameter_ndx = par and rdate = day
  $$`,
  `create function oracle_sum_standing(locs int[], par int, day date, least_base float8) returns json stable language sql as $$
    with peer as (
      select oracle_sum(locs, par, d) as total from oracle_dates(day, 1900, extract(year from day)::int) d
    ), normal as (
      select oracle_year(d) as year, coalesce(oracle_sum(locs, par, d),
        (select case when count(*) = cardinality(locs) then sum(value::numeric)::float8 end
          from unnest(locs) loc, oracle_bridged(loc, par, d) value where value is not null)) as total
      from oracle_normals(day) d
    ), s as (
      select row(array_agg(total order by total), percentile_cont(0.5) within group (order by total),
        count(distinct year)::int, min(year), max(year))::oracle_statistic as statistic from normal
      where total is not null
      having count(distinct year) >= 10 and count(distinct year) filter (where year <= 2005) >= 3
        and count(distinct year) filter (where year >= 2006) >= 3
    )
    select oracle_standing(oracle_sum(locs, par, day), (select statistic from s),
      (select array_agg(total) from peer where total is not null),
      oracle_sum(locs, par, (day - interval '1 year')::date), (day - interval '1 year')::date, least_base)
  $$`,
];

type Key = { section: string; part: number; place: number; id: string; parameter: string };

/** Creates the tables and functions of the oracle. */
export async function createBriefOracle(store: Store, { brief }: Basin): Promise<void> {
  for (const statement of setupSql) await store.query(statement);
  const keys: Key[] = [];
  const add = (section: string, part: number, id: string, parameter: string) =>
    keys.push({ section, part, place: keys.length, id: id.toUpperCase(), parameter });
  for (const id of brief?.storage?.sites ?? []) add('storage', 0, id, brief?.storage?.parameter ?? '');
  for (const [part, { sites }] of (brief?.snow ?? []).entries()) {
    for (const id of sites) add('snow', part, id, 'Snow Water Equivalent');
  }
  for (const { site, parameter, natural } of brief?.rivers ?? []) {
    add('rivers', 0, site, parameter);
    if (natural !== undefined) add('naturals', 0, natural, parameter);
  }
  for (const section of ['springs', 'wells', 'reaches'] as const) {
    for (const { site, parameter } of brief?.[section] ?? []) add(section, 0, site, parameter);
  }
  for (const parameter of brief?.moved ?? []) add('moved', 0, '', parameter);
  await store.query(
    `create table oracle_key as
     select k.section, k.part, k.place, k.id, p.parameter_ndx, l.loc_ndx
     from json_to_recordset($1::text::json) as k(section text, part int, place int, id text, parameter text)
     join parameter p on p.parameter_name = k.parameter left join location l on l.loc_id = k.id`,
    [JSON.stringify(keys)],
  );
  await store.query(`
    create table oracle_sum as
    select v.rdate, sum(v.value) as total, avg(v.provisional::int)::float8 as provisional
    from oracle_value v join oracle_key k on k.loc_ndx = v.loc_ndx and k.parameter_ndx = v.parameter_ndx
    where k.section = 'storage' group by v.rdate
    having count(*) = (select count(*) from oracle_key where section = 'storage')`);
  await store.query('alter table oracle_sum add primary key (rdate)');
  await store.query(`
    create table oracle_peak as
    select loc_ndx, percentile_cont(0.5) within group (order by peak) as median from (
      select v.loc_ndx, oracle_year(v.rdate) as year, max(v.value) as peak
      from oracle_value v join oracle_key k on k.loc_ndx = v.loc_ndx and k.parameter_ndx = v.parameter_ndx
      where k.section = 'snow' and v.rdate between '1990-10-01' and '2020-09-30'
      group by 1, 2
      having count(*) filter (where extract(month from v.rdate) in (11, 12, 1, 2, 3, 4)) >= 120
    ) y group by loc_ndx
    having count(*) >= 10 and count(*) filter (where year <= 2005) >= 3 and count(*) filter (where year >= 2006) >= 3`);
  await store.query(`
    create table oracle_change as
    select v.loc_ndx, v.parameter_ndx, v.rdate, v.value - b.value as change
    from oracle_value v join oracle_value b
      on b.loc_ndx = v.loc_ndx and b.parameter_ndx = v.parameter_ndx and b.rdate = v.rdate - 7
    where v.parameter_ndx in (select parameter_ndx from oracle_key where section = 'moved')
      and v.rdate between '1990-10-01' and '2020-09-30'`);
  await store.query('create index on oracle_change (rdate)');
  await store.query(
    'create table oracle_usual (month_day text, loc_ndx int, parameter_ndx int, median float8, spread float8, count int)',
  );
  await store.query(`
    create table oracle_week as
    select loc_ndx, rdate, value, mean::float8 as mean from (
      select v.loc_ndx, v.rdate, v.value, avg(v.value::numeric) over week as mean, count(*) over week as days
      from oracle_value v join oracle_key k using (loc_ndx, parameter_ndx) where k.section = 'reaches'
      window week as (partition by v.loc_ndx order by v.rdate range between interval '6 days' preceding and current row)
    ) w where days = 7`);
  await store.query('alter table oracle_week add primary key (loc_ndx, rdate)');
  await store.query('analyze');
}

const latestSql = `left join lateral (
  select v.rdate, v.value, v.provisional from oracle_value v
  where v.loc_ndx = k.loc_ndx and v.parameter_ndx = k.parameter_ndx and v.rdate <= $1::text::date
  order by v.rdate desc limit 1) v on true`;

const storageSql = `
  with last as (
    select * from oracle_sum where rdate between $1::text::date - 30 and $1::text::date order by rdate desc limit 1
  )
  select last.rdate::text, last.total as value, last.provisional,
    last.total - (select total from oracle_sum where rdate = last.rdate - 1) as change_1,
    last.total - (select total from oracle_sum where rdate = last.rdate - 7) as change_7,
    last.total - (select total from oracle_sum where rdate = last.rdate - 30) as change_30,
    (select oracle_sum_standing(array_agg(loc_ndx), min(parameter_ndx), last.rdate, 0) from oracle_key
      where section = 'storage') as standing
  from last`;

const snowSql = `
  with site as (
    select k.part, k.loc_ndx, k.parameter_ndx, v.rdate, v.value, v.provisional, max(v.rdate) over (partition by k.part) as day,
      (oracle_day(k.loc_ndx, k.parameter_ndx, v.rdate)).median as median,
      (select p.median from oracle_peak p where p.loc_ndx = k.loc_ndx) as peak
    from oracle_key k ${latestSql} where k.section = 'snow'
  ), used as (select * from site where rdate = day and day >= $1::text::date - 7)
  select g.part, (select max(rdate)::text from used u where u.part = g.part) as rdate, sum(u.value) as value,
    sum(u.median) as median_sum, case when bool_and(u.peak is not null) then sum(u.peak) end as median_peak,
    case when avg(u.median) >= 1 then 100 * sum(u.value) / sum(u.median) end as percent_of_median,
    case when bool_and(u.peak is not null) and avg(u.peak) >= 1 then 100 * sum(u.value) / sum(u.peak) end as percent_of_peak,
    count(u.value)::int as used, coalesce(avg(u.provisional::int)::float8, 0) as provisional,
    (select count(*)::int from site s where s.part = g.part) as sites,
    (select count(*)::int from site s where s.part = g.part)
      - (select count(*)::int from used s where s.part = g.part) as missing,
    case when count(u.value) > 0 then oracle_sum_standing(array_agg(u.loc_ndx), min(u.parameter_ndx), min(u.day), null)
      end as standing
  from (select distinct part from site) g
  left join used u on u.part = g.part and u.median is not null
  group by g.part order by g.part`;

/** Records of sections with their last value, where it stands, and the days before it. */
const findingsSql = (sections: string) => `
  select k.section, k.loc_ndx, v.rdate::text, v.value, case when v.provisional then 'P' when v.rdate is not null then 'A' end as approval,
    (select b.value from oracle_value b where b.loc_ndx = k.loc_ndx and b.parameter_ndx = k.parameter_ndx
      and b.rdate = v.rdate - 7) as week_before,
    (select b.value from oracle_value b where b.loc_ndx = k.loc_ndx and b.parameter_ndx = k.parameter_ndx
      and b.rdate between v.rdate - 28 and v.rdate - 1 order by b.rdate desc limit 1) as previous,
    (select coalesce(json_agg(b.value order by b.rdate), '[]') from oracle_value b where b.loc_ndx = k.loc_ndx
      and b.parameter_ndx = k.parameter_ndx and b.rdate between v.rdate - 28 and v.rdate) as recent,
    case when v.rdate is not null then oracle_standing(v.value, oracle_day(k.loc_ndx, k.parameter_ndx, v.rdate), (
        select array_agg(b.value) from oracle_dates(v.rdate, 1900, extract(year from v.rdate)::int) d
        join oracle_value b on b.loc_ndx = k.loc_ndx and b.parameter_ndx = k.parameter_ndx and b.rdate = d),
      (select b.value from oracle_value b where b.loc_ndx = k.loc_ndx and b.parameter_ndx = k.parameter_ndx
        and b.rdate = (v.rdate - interval '1 year')::date), (v.rdate - interval '1 year')::date, 0) end as standing
  from oracle_key k ${latestSql}
  where k.section in (${sections}) and k.loc_ndx is not null order by k.place`;

const intervalSql = `greatest(1, round(lp.num_days::numeric / lp.total_samples))::int`;

const wellsSql = `
  select k.loc_ndx, v.rdate::text, v.value, b.rdate::text as before_day, b.value as before
  from oracle_key k left join location_parameter lp using (loc_ndx, parameter_ndx) ${latestSql}
  left join lateral (
    select b.rdate, b.value from oracle_value b where b.loc_ndx = k.loc_ndx and b.parameter_ndx = k.parameter_ndx
      and case when ${intervalSql} > 1 then b.rdate between v.rdate - 385 and v.rdate - 345
        else b.rdate = (v.rdate - interval '1 year')::date end
    order by abs(b.rdate - (v.rdate - 365)), b.rdate limit 1
  ) b on true
  where k.section = 'wells' order by k.place`;

/** The weeks up to the same date of other years; that up to February 29 is one up to February 28 elsewhere. */
const reachesSql = `
  select k.loc_ndx, w.rdate::text, w.value, w.mean as mean_7, case when w.rdate is not null then oracle_standing(w.mean, (
      select row(array_agg(y.mean order by y.mean), percentile_cont(0.5) within group (order by y.mean), count(*)::int,
        min(oracle_year(y.rdate)), max(oracle_year(y.rdate)))::oracle_statistic
      from generate_series(-150, 150) shift
      join oracle_week y on y.loc_ndx = k.loc_ndx and y.rdate = (w.rdate + make_interval(years => shift))::date
      where oracle_year(y.rdate) between 1991 and 2020
      having count(*) >= 10 and count(*) filter (where oracle_year(y.rdate) <= 2005) >= 3
        and count(*) filter (where oracle_year(y.rdate) >= 2006) >= 3
    ), (
      select array_agg(y.mean) from generate_series(0, 150) shift
      join oracle_week y on y.loc_ndx = k.loc_ndx and y.rdate = (w.rdate - make_interval(years => shift))::date
    ), (select y.mean from oracle_week y where y.loc_ndx = k.loc_ndx and y.rdate = (w.rdate - interval '1 year')::date),
    (w.rdate - interval '1 year')::date, 10) end as standing
  from oracle_key k
  left join lateral (
    select w.* from oracle_week w where w.loc_ndx = k.loc_ndx and w.rdate <= $1::text::date
    order by w.rdate desc limit 1
  ) w on true
  where k.section = 'reaches' order by k.place`;

const newestMoveSql = `
  select max(v.rdate)::text as day from location_parameter k ${latestSql}
  where k.parameter_ndx in (select parameter_ndx from oracle_key where section = 'moved')`;

/** The usual changes at a date: of the year as a circle of 366 dates, those within seven places. */
const usualSql = `
  insert into oracle_usual
  with place as (
    select array_agg(to_char(date '2000-01-01' + ((center - date '2000-01-01') + shift + 366) % 366, 'MM-DD')) as dates
    from (select to_date('2000-' || $1::text, 'YYYY-MM-DD') as center) c, generate_series(-7, 7) shift
  )
  select $1::text, loc_ndx, parameter_ndx, median, oracle_percentile(sorted, 0.75) - oracle_percentile(sorted, 0.25), count
  from (
    select c.loc_ndx, c.parameter_ndx, array_agg(c.change order by c.change) as sorted, count(*)::int as count,
      percentile_cont(0.5) within group (order by c.change) as median, count(distinct oracle_year(c.rdate)) as years
    from place, generate_series(date '1990-10-01', date '2020-09-30', interval '1 day') d
    join oracle_change c on c.rdate = d::date
    where to_char(d, 'MM-DD') = any(place.dates)
    group by c.loc_ndx, c.parameter_ndx
    offset 0
  ) u where count >= 100 and years >= 10`;

const movedSql = `
  select u.loc_ndx, u.parameter_ndx, v.rdate::text, v.value, v.value - b.value as change, u.median as usual, u.spread,
    u.count, (v.value - b.value - u.median) / u.spread as z, o.years, o.smaller_years
  from oracle_usual u
  join oracle_value v on v.loc_ndx = u.loc_ndx and v.parameter_ndx = u.parameter_ndx and v.rdate = $1::text::date
  join oracle_value b on b.loc_ndx = u.loc_ndx and b.parameter_ndx = u.parameter_ndx and b.rdate = v.rdate - 7
  cross join lateral (
    -- Decimal, so that equal changes are equal.
    select count(*)::int as years, count(*) filter (where case when v.value < b.value
      then round((c.value - e.value)::numeric, 4) > round((v.value - b.value)::numeric, 4)
      else round((c.value - e.value)::numeric, 4) < round((v.value - b.value)::numeric, 4) end)::int as smaller_years
    from oracle_dates(v.rdate, 1900, extract(year from v.rdate)::int - 1) d
    join oracle_value c on c.loc_ndx = u.loc_ndx and c.parameter_ndx = u.parameter_ndx and c.rdate = d
    join oracle_value e on e.loc_ndx = u.loc_ndx and e.parameter_ndx = u.parameter_ndx and e.rdate = d - 7
  ) o
  where u.month_day = to_char($1::text::date, 'MM-DD') and u.spread > 0
  order by abs((v.value - b.value - u.median) / u.spread) desc, u.loc_ndx, u.parameter_ndx limit 5`;

const doubtsSql = `
  select loc_ndx, parameter_ndx, rdate::text, days, is_late, flagged from (
    select min(k.place) as place, k.loc_ndx, k.parameter_ndx, v.rdate, $1::text::date - v.rdate as days,
      case when v.rdate is null then lp.por_start is null or lp.por_start <= $1::text::date
        else $1::text::date - v.rdate > 3 * ${intervalSql} + 2
          and $1::text::date - v.rdate <= 3 * ${intervalSql} + 2 + 730 end as is_late,
      (select count(*)::int from daily_value d where d.loc_ndx = k.loc_ndx and d.parameter_ndx = k.parameter_ndx
        and d.flag is not null and d.rdate between $1::text::date - 6 and $1::text::date) as flagged
    from oracle_key k left join location_parameter lp using (loc_ndx, parameter_ndx) ${latestSql}
    where k.loc_ndx is not null
    group by k.loc_ndx, k.parameter_ndx, v.rdate, lp.num_days, lp.total_samples, lp.por_start
  ) x where is_late or flagged > 0 order by place`;

const sitesSql = `
  with record as (
    select lp.loc_ndx, v.rdate, ${intervalSql} as usual
    from location_parameter lp, lateral (select lp.loc_ndx, lp.parameter_ndx) k ${latestSql}
  ), site as (
    select distinct on (loc_ndx) loc_ndx, $1::text::date - rdate as days, 3 * usual + 2 as allowed
    from record where rdate is not null order by loc_ndx, rdate desc, usual
  )
  select (select max(rdate)::text from record) as newest,
    (select count(*)::int from site where days > allowed and days <= allowed + 730) as late_sites`;

/** Rows of the oracle by section, as the database has them. */
export type OracleRows = Readonly<Record<string, readonly Record<string, unknown>[]>>;

const sections = {
  storage: storageSql,
  members: findingsSql(`'storage'`),
  snow: snowSql,
  flows: findingsSql(`'rivers', 'naturals', 'springs'`),
  wells: wellsSql,
  reaches: reachesSql,
  doubts: doubtsSql,
  sites: sitesSql,
} as const;

/** Computes all figures of the brief of a day. */
export async function computeBriefOracle(store: Store, on: string): Promise<OracleRows> {
  const rows: Record<string, readonly Record<string, unknown>[]> = {};
  for (const [name, statement] of Object.entries(sections)) {
    const found = await store.query<Record<string, unknown>>(statement, [on]);
    rows[name] = found.map(({ standing, ...row }) => ({ ...row, ...(standing as object | null) }));
  }
  return { ...rows, moved: await computeMoved(store, on) };
}

async function computeMoved(store: Store, on: string): Promise<readonly Record<string, unknown>[]> {
  const [newest] = await store.query<{ day: string | null }>(newestMoveSql, [on]);
  const day = newest?.day;
  if (!day || Date.parse(on) - Date.parse(day) > 30 * 86_400_000) return [];
  const monthDay = day.slice(5);
  const known = await store.query('select from oracle_usual where month_day = $1 limit 1', [monthDay]);
  if (known.length === 0) await store.query(usualSql, [monthDay]);
  return store.query(movedSql, [day]);
}
