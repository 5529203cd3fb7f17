import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { HeadlineRequest } from '#contract/basin-requests.ts';
import { type Headline, type HeadlineTotal, readHeadline } from '#contract/headline.ts';
import { parameterFields } from '#contract/record-fields.ts';
import { toDayValues } from '#domain/brief/day-values.ts';
import { latestTotal, newestDay, sumOn, totalDays } from '#domain/brief/total.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { formatDay } from '#lib/calendar.ts';
import { tidyNumber, tidyOrNull } from '#lib/format-number.ts';
import type { FindingScope, ScopeOf } from '../../db/findings.ts';
import { dayZero, type Queryable } from '../../db/queryable.ts';
import { type DayRange, readRecords } from '../../db/records.ts';
import { jsonBody } from '../../http/cached-body.ts';
import { cacheComputed } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';

export function registerHeadlineRoutes(
  app: FastifyInstance,
  from: Queryable,
  request: HeadlineRequest | undefined,
  scopeOf: ScopeOf,
) {
  // The landing page knows nobody.
  const read = cacheComputed(from, async () =>
    jsonBody(await readHeadlineFigures(from, request, await scopeOf(undefined))),
  );
  registerEndpoint(app, readHeadline, () => read());
}

/** A site counts as current if it has a value in so many days before the newest one. */
const currentDays = 30;

const changeDays = 7;

const Counts = z.object({
  site_count: z.int(),
  current_count: z.int(),
  newest: z.nullable(z.string()),
});

/** Reads what the landing page leads with: the summaries of the records, and recent values of the total's sites. */
async function readHeadlineFigures(
  from: Queryable,
  request: HeadlineRequest | undefined,
  { isReadable }: FindingScope,
): Promise<Headline> {
  const [counts] = await from.query(
    sql`
      select count(*)::int as site_count,
        count(*) filter (where por_end > newest - ${currentDays}::int)::int as current_count,
        min(newest)::text as newest
      from (
        select max(lp.por_end) as por_end, max(max(lp.por_end)) over () as newest
        from location l left join location_parameter lp using (loc_ndx) where l.is_shown group by l.loc_ndx
      ) s`,
    Counts,
  );
  const total = request && (await readTotal(from, request, isReadable));
  return { ...(counts ?? { site_count: 0, current_count: 0, newest: null }), total: total ?? null };
}

const SiteRow = z.object({
  loc_ndx: z.int(),
  ...parameterFields,
  is_demonstration: z.boolean(),
  /** The newest day of all the sites. */
  last: z.nullable(z.int()),
});

async function readTotal(
  from: Queryable,
  { parameter, siteIds, capacity }: HeadlineRequest,
  isReadable: FindingScope['isReadable'],
): Promise<HeadlineTotal | undefined> {
  const rows = await from.query(
    sql`
      select lp.loc_ndx, lp.parameter_ndx, p.parameter_name, p.units_name, lp.is_demonstration,
        max(lp.por_end) over () - ${dayZero} as last
      from location l join location_parameter lp using (loc_ndx) join parameter p using (parameter_ndx)
      where l.is_shown and l.loc_id in ${[...siteIds]} and lp.parameter_ndx = ${parameter}::int`,
    SiteRow,
  );
  const [first] = rows;
  const last = first?.last ?? null;
  if (!first || last === null || rows.length < siteIds.length) return undefined;
  if (!rows.every(({ loc_ndx }) => isReadable(loc_ndx))) return undefined;
  const ranges: DayRange[] = [[last - totalDays - changeDays, last]];
  const parts = rows.map((row) => ({ ...row, ranges }));
  const members = (await readRecords(from, parts)).map(toDayValues);
  const newest = newestDay(members);
  const total = newest === undefined ? undefined : latestTotal(members, newest);
  if (newest === undefined || !total) return undefined;
  const before = sumOn(members, total.day - changeDays);
  return {
    parameter_name: first.parameter_name,
    is_depth: parameter === parameterNdx.depthToWater,
    units_name: first.units_name,
    site_count: rows.length,
    rdate: formatDay(total.day),
    value: tidyNumber(total.value),
    newest: formatDay(newest),
    before: tidyOrNull(before),
    days_before: changeDays,
    capacity: capacity ?? null,
    approval: total.provisional > 0 ? 'P' : 'A',
    is_demonstration: rows.some(({ is_demonstration }) => is_demonstration),
  };
}
