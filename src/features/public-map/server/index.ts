import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import {
  listConditions,
  listMapFilters,
  listMapLayers,
  listMapSources,
  listWells,
  MapFilters,
  MapLayer,
  MapSource,
  readMapGeometry,
} from '#contract/public-map.ts';
import { readSiteLatest } from '#contract/site-latest.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import type { Caller } from '#server/access/access-control.ts';
import type { Queryable } from '#server/db/store.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import {
  attributionSql,
  filterNameQueries,
  geometryQueries,
  narrowedSitesQuery,
  sitesQuery,
} from '#server/findings/map-sites.ts';
import { readConditions } from '#server/findings/site-conditions.ts';
import { readLatestOfSite } from '#server/findings/site-latest.ts';
import { type CachedBody, jsonBody } from '#server/http/cached-body.ts';
import { recordNotFound, unauthorized } from '#server/http/problems.ts';
import {
  cacheAnswers,
  cacheComputed,
  cacheQuery,
  createVersionedCache,
  readCachedBody,
  readDataVersion,
  readReadingVersion,
  withComputeLimit,
} from '#server/http/query-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { weights } from '#server/limits/request-budget.ts';

export const registerRoutes: RegisterFeature = (app, { reads: from, scopeOf }) => {
  const sites = cacheQuery(from, sitesQuery);
  const searches = createVersionedCache<CachedBody>(
    4 * 1024 * 1024,
    ({ heldBytes }) => heldBytes,
    weights.computed,
  );
  registerEndpoint(app, listWells, async ({ query }) => {
    const narrowed = narrowedSitesQuery(query);
    if (!narrowed) return sites();
    return searches.get(await readDataVersion(from), JSON.stringify(query), () =>
      readCachedBody(withComputeLimit(from), narrowed),
    );
  });
  registerEndpoint(app, listMapFilters, cacheJson(from, readMapFilters));
  const sources = byCaller((access) => cacheJson(from, () => readMapSources(from, access)));
  registerEndpoint(app, listMapSources, ({ caller }) => sources(caller));
  const layers = byCaller((access) => cacheJson(from, () => readMapLayers(from, access)));
  registerEndpoint(app, listMapLayers, ({ caller }) => layers(caller));

  const geometryReaders = new Map(
    Object.entries(geometryQueries).map(([id, query]) => [
      id,
      { access: query.access, read: cacheQuery(from, query) },
    ]),
  );
  registerEndpoint(app, readMapGeometry, async ({ params, caller }) => {
    const geometry = geometryReaders.get(params.id);
    if (!geometry) throw recordNotFound();
    if (geometry.access === 'signed-in' && !caller) throw unauthorized('none');
    return geometry.read();
  });

  const conditions = cacheAnswers(from, 16 * 1024 * 1024);
  registerEndpoint(app, listConditions, async ({ caller }) => {
    const scope = await scopeOf(caller);
    const today = todayInBasin(new Date());
    return conditions(`${scope.reader} ${today}`, (limited) => readConditions(limited, today, scope));
  });

  const latestValues = cacheAnswers(from, 8 * 1024 * 1024, 0, readReadingVersion);
  registerEndpoint(app, readSiteLatest, async ({ params: { location }, caller }) => {
    const scope = await scopeOf(caller);
    return latestValues(`${scope.reader} ${location}`, (limited) =>
      readLatestOfSite(limited, location, scope),
    );
  });
};

function cacheJson(from: Queryable, read: (from: Queryable) => Promise<unknown>) {
  return cacheComputed(from, async () => jsonBody(await read(from)));
}

/** What a visitor may see, and what somebody who has signed in may. */
function byCaller<T>(readFor: (access: readonly MapAccess[]) => () => T): (caller: Caller | undefined) => T {
  const forVisitor = readFor(['open']);
  const forSignedIn = readFor(['open', 'signed-in']);
  return (caller) => (caller ? forSignedIn() : forVisitor());
}

/** Who may see a source or a layer. */
type MapAccess = 'open' | 'signed-in';

/** A null of the database is an absent member. */
const MapLayerRow = z.pipe(
  z.transform((row: object) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
  MapLayer,
);

/** Lists the sources that callers with this access may see. An attribution that is set in the database stays. */
async function readMapSources(from: Queryable, access: readonly MapAccess[]): Promise<MapSource[]> {
  return from.query(
    sql`select s.id, jsonb_strip_nulls(jsonb_build_object('attribution', a.attribution)) || s.source as source
      from map_source s left join (${attributionSql}) a using (id) where s.access in ${access} order by s.id`,
    MapSource,
  );
}

/** Lists the layers that callers with this access may see; a layer is never listed without its source. */
async function readMapLayers(from: Queryable, access: readonly MapAccess[]): Promise<MapLayer[]> {
  return from.query(
    sql`select l.id, l.name, l.type, l.source, l.paint, l.layout, l.filter, l.minzoom, l.maxzoom,
        l.draw_order as "drawOrder", l.legend_order as "legendOrder", l.lre_properties as "lreProperties"
      from map_layer l join map_source s on s.id = l.source
      where l.access in ${access} and s.access in ${access} order by l.draw_order, l.id`,
    MapLayerRow,
  );
}

const collator = new Intl.Collator('en', { numeric: true });

async function readMapFilters(from: Queryable): Promise<MapFilters> {
  const groups = Object.entries(filterNameQueries).map(
    ([group, names]) => sql`${group}::text, (select coalesce(
      json_agg(json_strip_nulls(json_build_object('display', n, 'value', n, 'code', c, 'order', o))), '[]')
      from (${names}) g(n, c, o))`,
  );
  const [row] = await from.query(
    sql`select json_build_object(${sql.join(groups, sql`, `)}) as filters`,
    z.object({ filters: MapFilters }),
  );
  return MapFilters.parse(
    Object.fromEntries(
      Object.entries(row?.filters ?? {}).map(([group, options]) => [
        group,
        options.toSorted((one, other) => collator.compare(one.display, other.display)),
      ]),
    ),
  );
}
