import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { BriefRequest } from '#contract/basin/basin-requests.ts';
import type { FindingAnswer } from '#contract/finding.ts';
import type { BriefSnow, BriefStorage } from '#contract/group-findings.ts';
import { type Headline, type HeadlineFigure, readHeadline } from '#contract/headline.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { describeSnow, describeStorage } from '#domain/finding/group-text.ts';
import { standingClasses } from '#domain/statistics/percentile-class.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { dayNumber, formatUsDate } from '#lib/calendar.ts';
import type { FindingScope, ScopeOf } from '../db/findings.ts';
import type { Queryable } from '../db/queryable.ts';
import { readFiguresOfDay } from '../findings/basin-figures.ts';
import { readConditions } from '../findings/site-conditions.ts';
import { cacheAnswers } from '../http/query-cache.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';
import { describeConditions, describeSites, thinPlaces } from './headline-text.ts';

const maxCachedBytes = 1024 * 1024;

export function registerHeadlineRoutes(
  app: FastifyInstance,
  from: Queryable,
  brief: BriefRequest,
  scopeOf: ScopeOf,
) {
  const answers = cacheAnswers(from, maxCachedBytes);
  registerEndpoint(app, readHeadline, async () => {
    // The landing page knows nobody.
    const scope = await scopeOf(undefined);
    const today = todayInBasin(new Date());
    return answers(`${scope.reader} ${today}`, (limited) => readHeadlineOf(limited, brief, today, scope));
  });
}

/** A site counts as current if it has a value in so many days before the newest one. */
const currentDays = 30;

/** More marks would cover each other on the small picture, and make it slow on a phone. */
const maxMarks = 600;

const SiteRow = z.object({
  loc_ndx: z.int(),
  lon: z.number(),
  lat: z.number(),
  newest: z.nullable(z.string()),
  is_current: z.boolean(),
});

/** Reads what the landing page leads with: the first figures of the brief, and the conditions of the map. */
async function readHeadlineOf(
  from: Queryable,
  request: BriefRequest,
  today: string,
  scope: FindingScope,
): Promise<Headline> {
  const sites = await from.query(
    sql`
      select loc_ndx, round(longitude_dd::numeric, 3)::float8 as lon, round(latitude_dd::numeric, 3)::float8 as lat,
        (max(max(lp.por_end)) over ())::text as newest,
        coalesce(max(lp.por_end) > max(max(lp.por_end)) over () - ${currentDays}::int, false) as is_current
      from location l left join location_parameter lp using (loc_ndx) where l.is_shown group by l.loc_ndx`,
    SiteRow,
  );
  const { storage, snow, rivers } = await readFiguresOfDay(
    from,
    {
      ...request,
      snow: request.snow.slice(0, 1),
      rivers: request.rivers.slice(0, 1).map(({ actual }) => ({ actual, natural: undefined })),
    },
    dayNumber(today),
    scope,
  );
  const placeOf = new Map(
    sites.map(({ loc_ndx, lon, lat }): [number, [number, number]] => [loc_ndx, [lon, lat]]),
  );
  const conditions = (await readConditions(from, today, scope)).filter(({ is_late }) => !is_late);
  const flow = rivers[0]?.actual;
  const isProvisional =
    (storage?.total?.provisional ?? 0) > 0 || snow.some(isSnowProvisional) || flow?.approval === 'P';
  const counts = {
    site_count: sites.length,
    current_count: sites.filter(({ is_current }) => is_current).length,
    newest: sites[0]?.newest ?? null,
  };
  const byClass = standingClasses.flatMap((name) => {
    const places = conditions.flatMap((each) => {
      const place = each.class === name ? placeOf.get(each.loc_ndx) : undefined;
      return place ? [place] : [];
    });
    return places.length > 0 ? [{ class: name, places }] : [];
  });
  const drawn = thinPlaces(byClass, maxMarks);
  return {
    ...counts,
    sites_text: describeSites({ ...counts, isProvisional }, today),
    conditions_text: describeConditions(byClass, drawn.step),
    storage: storage && storageFigure(storage),
    snow: snow[0] ? snowFigure(snow[0]) : null,
    flow: flow ? flowFigure(flow, today) : null,
    conditions: drawn.conditions,
  };
}

const isSnowProvisional = ({ provisional }: BriefSnow): boolean => (provisional ?? 0) > 0;

function storageFigure(storage: BriefStorage): HeadlineFigure {
  const { value, fullness, standing, remark } = describeStorage(storage);
  const { total, newest, members } = storage;
  if (!total) return { value: 'Not shown', lines: [remark ?? standing] };
  const isOlder = newest !== null && total.rdate < newest;
  const day = `on ${formatUsDate(total.rdate)}${isOlder ? `, the last day of all ${members.length} sites` : ''}`;
  return { value, lines: [fullness ? `${fullness} ${day}` : day, standing] };
}

function snowFigure(snow: BriefSnow): HeadlineFigure {
  const { percent, sites, standing } = describeSnow(snow);
  if (percent === undefined || snow.rdate === null) return { value: 'Not shown', lines: [standing] };
  return { value: percent, lines: [`of the median on ${formatUsDate(snow.rdate)}, ${sites}`, standing] };
}

function flowFigure(finding: FindingAnswer, today: string): HeadlineFigure {
  const { value, age, standing } = describeFinding(finding, { today });
  if (finding.rdate === null) return { value: 'Not shown', lines: [standing] };
  const day = `on ${formatUsDate(finding.rdate)}`;
  return { value, lines: [age ? `${day}, ${age}` : day, standing] };
}
