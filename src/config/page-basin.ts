import type { Basin } from '#contract/basin.ts';

/** What the pages know of the basin. Centers are latitude and longitude. */
export type PageBasin = {
  readonly name: string;
  readonly center: readonly [number, number];
  /** Of the maps in the models' forms. */
  readonly modelsCenter: readonly [number, number];
  /** Of the tools' maps; the public map is a step closer. */
  readonly zoom: number;
  /** Around the basin: what the place search prefers. */
  readonly searchBox: {
    readonly west: number;
    readonly south: number;
    readonly east: number;
    readonly north: number;
  };
};

export function toPageBasin({ name, map }: Basin): PageBasin {
  const [west, north, east, south] = map.search_box;
  return {
    name,
    center: map.center,
    modelsCenter: map.models_center ?? map.center,
    zoom: map.zoom,
    searchBox: { west, south, east, north },
  };
}

/**
 * What a bundler replaces in the pages' code, so that no page holds the basin file or what reads it. The name is that
 * of `basin.ts`.
 */
export function basinDefinitions(basin: Basin): { readonly __BASIN__: string } {
  return { __BASIN__: JSON.stringify(toPageBasin(basin)) };
}
