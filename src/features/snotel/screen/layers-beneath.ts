import type { MapGround } from '#kits/map/index.ts';

/** The water and the towns beneath the sites. The HUC8s are left out: they have the colors of their percentages here. */
export function layersBeneath(layers: MapGround['layers']): MapGround['layers'] {
  return layers.filter(({ source }) => source !== 'huc8');
}
