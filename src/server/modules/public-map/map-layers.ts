import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { MapFilters, MapLayer, MapSource } from '#contract/public-map.ts';
import type { Queryable } from '../../db/store.ts';
import { attributionSql, filterNameQueries } from './queries.ts';

/** Who may see a source or a layer. */
export type MapAccess = 'open' | 'signed-in';

/** A null of the database is an absent member. */
const MapLayerRow = z.pipe(
  z.transform((row: object) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
  MapLayer,
);

/** Lists the sources that callers with this access may see. An attribution that is set in the database stays. */
export async function readMapSources(from: Queryable, access: readonly MapAccess[]): Promise<MapSource[]> {
  return from.query(
    sql`select s.id, jsonb_strip_nulls(jsonb_build_object('attribution', a.attribution)) || s.source as source
      from map_source s left join (${attributionSql}) a using (id) where s.access in ${access} order by s.id`,
    MapSource,
  );
}

/** Lists the layers that callers with this access may see; a layer is never listed without its source. */
export async function readMapLayers(from: Queryable, access: readonly MapAccess[]): Promise<MapLayer[]> {
  return from.query(
    sql`select l.id, l.name, l.type, l.source, l.paint, l.layout, l.filter, l.minzoom, l.maxzoom,
        l.draw_order as "drawOrder", l.legend_order as "legendOrder", l.lre_properties as "lreProperties"
      from map_layer l join map_source s on s.id = l.source
      where l.access in ${access} and s.access in ${access} order by l.draw_order, l.id`,
    MapLayerRow,
  );
}

const collator = new Intl.Collator('en', { numeric: true });

export async function readMapFilters(from: Queryable): Promise<MapFilters> {
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
