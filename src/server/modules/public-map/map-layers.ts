import { and, asc, eq, inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import { MapFilters, MapLayer, MapSource } from '#contract/public-map.ts';
import { mapLayer, mapSource } from '../../db/schema.ts';
import type { Store } from '../../db/store.ts';
import { filterNameQueries } from './queries.ts';

type Access = 'open' | 'signed-in';

const Sources = z.array(MapSource);
const Layers = z.array(MapLayer);

/** The sources that someone with this access may see. */
export async function readMapSources({ db }: Store, access: readonly Access[]): Promise<MapSource[]> {
  const rows = await db
    .select({ id: mapSource.id, source: mapSource.source })
    .from(mapSource)
    .where(inArray(mapSource.access, [...access]))
    .orderBy(asc(mapSource.id));
  return Sources.parse(rows);
}

/** The layers that someone with this access may see; a layer never comes without its source. */
export async function readMapLayers({ db }: Store, access: readonly Access[]): Promise<MapLayer[]> {
  const allowed = [...access];
  const rows = await db
    .select({ layer: mapLayer })
    .from(mapLayer)
    .innerJoin(mapSource, eq(mapSource.id, mapLayer.source))
    .where(and(inArray(mapLayer.access, allowed), inArray(mapSource.access, allowed)))
    .orderBy(asc(mapLayer.draw_order), asc(mapLayer.id));
  return Layers.parse(
    rows.map(({ layer }) => ({
      id: layer.id,
      name: layer.name,
      type: layer.type,
      source: layer.source,
      paint: layer.paint,
      layout: layer.layout,
      filter: layer.filter ?? undefined,
      minzoom: layer.minzoom ?? undefined,
      maxzoom: layer.maxzoom ?? undefined,
      drawOrder: layer.draw_order,
      legendOrder: layer.legend_order,
      lreProperties: layer.lre_properties,
    })),
  );
}

const collator = new Intl.Collator('en', { numeric: true });

export async function readMapFilters(store: Store): Promise<MapFilters> {
  const groups = Object.entries(filterNameQueries).map(
    ([group, names]) => `'${group}', (select coalesce(json_agg(n), '[]') from (${names} group by 1) g(n))`,
  );
  const [row] = await store.query<{ filters: Record<string, string[]> }>(
    `select json_build_object(${groups.join(', ')}) as filters`,
  );
  return MapFilters.parse(
    Object.fromEntries(
      Object.entries(row?.filters ?? {}).map(([group, names]) => [
        group,
        names.sort(collator.compare).map((name) => ({ display: name, value: name })),
      ]),
    ),
  );
}
