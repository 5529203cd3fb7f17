import type { Basin } from '#contract/basin.ts';
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
  `create type oracle_statistic as (sorted float8[], median float8, years int)`,
  `create function oracle_day(loc int, par int, day date) returns oracle_statistic stable language sql as $$
    select case when years >= 10 and early >= 3 and years - early >= 3
      then row(sorted, middle, years)::oracle_statistic end
    from (
      select array_agg(v.value order by v.value) as sorted, percentile_cont(0.5) within group (order by v.value) as middle,
        count(distinct oracle_year(d))::int as years,
        count(distinct oracle_year(d)) filter (where oracle_year(d) <= 2005)::int as early
      from oracle_normals(day) d join oracle_value v on v.loc_ndx = loc and v.parameter_ndx = par and v.rdate = d
    ) x
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
    select loc_ndx, rdate, value, mean from (
      select v.loc_ndx, v.rdate, v.value, avg(v.value) over week as mean, count(*) over week as days
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
  ), peers as (
    select s.total from last, oracle_dates(last.rdate, 1900, extract(year from last.rdate)::int) d
    join oracle_sum s on s.rdate = d
  ), normals as (
    select s.total, oracle_year(d) as year from last, oracle_normals(last.rdate) d join oracle_sum s on s.rdate = d
  )
  select last.rdate::text, last.total as value, last.provisional,
    last.total - (select total from oracle_sum where rdate = last.rdate - 1) as change_1,
    last.total - (select total from oracle_sum where rdate = last.rdate - 7) as change_7,
    last.total - (select total from oracle_sum where rdate = last.rdate - 30) as change_30,
    (select total from oracle_sum where rdate = (last.rdate - interval '1 year')::date) as last_year,
    (select percentile_cont(0.5) within group (order by total) from normals
      having count(distinct year) >= 10 and count(distinct year) filter (where year <= 2005) >= 3
        and count(distinct year) filter (where year >= 2006) >= 3) as median,
    (select count(distinct year)::int from normals) as median_years,
    (select count(*)::int from peers where total > last.total) + 1 as rank,
    (select count(*)::int from peers where total < last.total) + 1 as low_rank,
    (select count(*)::int from peers) as years
  from last`;

const membersSql = `
  select k.loc_ndx, v.rdate::text, v.value, (oracle_day(k.loc_ndx, k.parameter_ndx, v.rdate)).median as median,
    (select b.value from oracle_value b where b.loc_ndx = k.loc_ndx and b.parameter_ndx = k.parameter_ndx
      and b.rdate = (v.rdate - interval '1 year')::date) as last_year
  from oracle_key k ${latestSql} where k.section = 'storage' order by k.place`;

const snowSql = `
  with site as (
    select k.part, k.loc_ndx, v.rdate, v.value, v.provisional, max(v.rdate) over (partition by k.part) as day,
      (oracle_day(k.loc_ndx, k.parameter_ndx, v.rdate)).median as median,
      (select p.median from oracle_peak p where p.loc_ndx = k.loc_ndx) as peak
    from oracle_key k ${latestSql} where k.section = 'snow'
  ), used as (select * from site where rdate = day and day >= $1::text::date - 7)
  select g.part, (select max(rdate)::text from used u where u.part = g.part) as rdate, sum(u.value) as value,
    sum(u.median) as median, case when bool_and(u.peak is not null) then sum(u.peak) end as median_peak,
    case when avg(u.median) >= 1 then 100 * sum(u.value) / sum(u.median) end as percent_of_median,
    case when bool_and(u.peak is not null) and avg(u.peak) >= 1 then 100 * sum(u.value) / sum(u.peak) end as percent_of_peak,
    count(u.value)::int as count, coalesce(avg(u.provisional::int)::float8, 0) as provisional,
    (select count(*)::int from site s where s.part = g.part) as sites,
    (select count(*)::int from site s where s.part = g.part)
      - (select count(*)::int from used s where s.part = g.part) as missing
  from (select distinct part from site) g
  left join used u on u.part = g.part and u.median is not null
  group by g.part order by g.part`;

const flowsSql = `
  select k.section, k.loc_ndx, v.rdate::text, v.value, (s.day).median as median, coalesce((s.day).years, 0) as median_years,
    case when (s.day).median > 0 then 100 * v.value / (s.day).median end as percent_of_median,
    v.value - (select b.value from oracle_value b where b.loc_ndx = k.loc_ndx and b.parameter_ndx = k.parameter_ndx
      and b.rdate = v.rdate - 1) as change,
    (select avg(b.value) from oracle_value b where b.loc_ndx = k.loc_ndx and b.parameter_ndx = k.parameter_ndx
      and b.rdate between v.rdate - 6 and v.rdate having count(*) = 7) as mean_7,
    (select json_agg(b.value order by d) from generate_series($1::text::date - 29, $1::text::date, interval '1 day') d
      left join oracle_value b on b.loc_ndx = k.loc_ndx and b.parameter_ndx = k.parameter_ndx and b.rdate = d::date) as recent,
    case
      when (s.day).sorted is null or q.p90 is null or q.p10 is null then null
      when o.others > 0 and o.equals = 1 and o.lowest > v.value then 'lowest on record'
      when o.others > 0 and o.equals = 1 and o.highest < v.value then 'highest on record'
      when v.value < q.p10 then 'much below normal'
      when v.value < q.p25 then 'below normal'
      when v.value <= q.p75 then 'normal'
      when v.value <= q.p90 then 'above normal'
      else 'much above normal' end as class
  from oracle_key k ${latestSql}
  left join lateral (select oracle_day(k.loc_ndx, k.parameter_ndx, v.rdate) as day offset 0) s on true
  left join lateral (
    select oracle_percentile((s.day).sorted, 0.10) as p10, oracle_percentile((s.day).sorted, 0.25) as p25,
      oracle_percentile((s.day).sorted, 0.75) as p75, oracle_percentile((s.day).sorted, 0.90) as p90 offset 0
  ) q on true
  left join lateral (
    select count(*) filter (where b.value = v.value) as equals, count(*) filter (where b.value <> v.value) as others,
      min(b.value) filter (where b.value <> v.value) as lowest, max(b.value) filter (where b.value <> v.value) as highest
    from oracle_dates(v.rdate, 1900, extract(year from v.rdate)::int) d
    join oracle_value b on b.loc_ndx = k.loc_ndx and b.parameter_ndx = k.parameter_ndx and b.rdate = d
  ) o on true
  where k.section in ('rivers', 'naturals', 'springs') and k.loc_ndx is not null order by k.place`;

const wellsSql = `
  select k.loc_ndx, v.rdate::text, v.value, b.rdate::text as before, v.value - b.value as change
  from oracle_key k ${latestSql}
  left join lateral (
    select b.rdate, b.value from oracle_value b where b.loc_ndx = k.loc_ndx and b.parameter_ndx = k.parameter_ndx
      and b.rdate between v.rdate - 385 and v.rdate - 345
    order by abs(b.rdate - (v.rdate - 365)), b.rdate limit 1
  ) b on true
  where k.section = 'wells' order by k.place`;

const reachesSql = `
  select k.loc_ndx, w.rdate::text, w.value, w.mean as mean_7,
    percentile_cont(0.5) within group (order by y.mean) as median, min(y.mean) as lowest,
    (array_agg(extract(year from y.rdate)::int order by y.mean, y.rdate) filter (where y.rdate is not null))[1] as lowest_year,
    count(y.rdate)::int as years
  from oracle_key k
  left join lateral (
    select w.* from oracle_week w where w.loc_ndx = k.loc_ndx and w.rdate <= $1::text::date
    order by w.rdate desc limit 1
  ) w on true
  left join generate_series(1, 150) before on true
  left join oracle_week y on y.loc_ndx = k.loc_ndx and y.rdate = (w.rdate - make_interval(years => before))::date
  where k.section = 'reaches' group by k.place, k.loc_ndx, w.rdate, w.value, w.mean order by k.place`;

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
    u.count, (v.value - b.value - u.median) / u.spread as z
  from oracle_usual u
  join oracle_value v on v.loc_ndx = u.loc_ndx and v.parameter_ndx = u.parameter_ndx and v.rdate = $1::text::date
  join oracle_value b on b.loc_ndx = u.loc_ndx and b.parameter_ndx = u.parameter_ndx and b.rdate = v.rdate - 7
  where u.month_day = to_char($1::text::date, 'MM-DD') and u.spread > 0
  order by abs((v.value - b.value - u.median) / u.spread) desc, u.loc_ndx, u.parameter_ndx limit 5`;

const intervalSql = `greatest(1, round(lp.num_days::numeric / lp.total_samples))::int`;

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
  members: membersSql,
  snow: snowSql,
  flows: flowsSql,
  wells: wellsSql,
  reaches: reachesSql,
  doubts: doubtsSql,
  sites: sitesSql,
} as const;

/** Computes all figures of the brief of a day. */
export async function computeBriefOracle(store: Store, on: string): Promise<OracleRows> {
  const rows: Record<string, readonly Record<string, unknown>[]> = {};
  for (const [name, statement] of Object.entries(sections)) rows[name] = await store.query(statement, [on]);
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
