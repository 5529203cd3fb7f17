import type { StoreTransaction } from '#server/db/store.ts';
import { mapLayers, mapSources } from './map-layers.ts';

/** Writes map sources and layers where they are missing, by default the portal's; changed ones are left alone. */
export async function writeMapLayers(
  transaction: StoreTransaction,
  sources = mapSources,
  layers = mapLayers,
): Promise<void> {
  for (const { id, source, access } of sources) {
    await transaction.query(
      'INSERT INTO map_source (id, source, access) VALUES ($1, $2::text::jsonb, $3) ON CONFLICT DO NOTHING',
      [id, JSON.stringify(source), access],
    );
  }
  for (const layer of layers) {
    await transaction.query(
      `INSERT INTO map_layer
         (id, name, type, source, paint, layout, minzoom, draw_order, legend_order, lre_properties, access)
       VALUES ($1, $2, $3, $4, $5::text::jsonb, $6::text::jsonb, $7::text::real, $8, $9, $10::text::jsonb, $11)
       ON CONFLICT DO NOTHING`,
      [
        layer.id,
        layer.name,
        layer.type,
        layer.source,
        JSON.stringify(layer.paint),
        JSON.stringify(layer.layout),
        layer.minzoom === undefined ? null : String(layer.minzoom),
        layer.drawOrder,
        layer.legendOrder,
        JSON.stringify(layer.lreProperties),
        layer.access,
      ],
    );
  }
}
