import type { Basin } from '#contract/basin.ts';
import { defaultTimeZone } from '#lib/calendar.ts';

/** The part of the basin that pages need. Centers are latitude and longitude. */
export type PageBasin = {
  readonly name: string;
  readonly center: readonly [number, number];
  /** For the maps in the models' forms. */
  readonly modelsCenter: readonly [number, number];
  /** For the tools' maps; the public map opens one level closer. */
  readonly zoom: number;
  /** The box around the basin, which the place search prefers. */
  readonly searchBox: {
    readonly west: number;
    readonly south: number;
    readonly east: number;
    readonly north: number;
  };
  /** Parameters beyond those that every portal has. */
  readonly parameters: NonNullable<Basin['parameters']>;
  /** The active capacity of each reservoir where it is known, in AF, by the id of its site. */
  readonly capacities: Readonly<Record<string, number>>;
};

export function toPageBasin({ name, map, parameters = [], sites }: Basin): PageBasin {
  const [west, north, east, south] = map.search_box;
  return {
    name,
    center: map.center,
    modelsCenter: map.models_center ?? map.center,
    zoom: map.zoom,
    searchBox: { west, south, east, north },
    parameters,
    capacities: Object.fromEntries(
      sites.flatMap(({ id, capacity_af }) => (capacity_af === undefined ? [] : [[id, capacity_af]])),
    ),
  };
}

/**
 * Defines the constants of `basin.ts` and of the calendar for the bundler, so that no page contains the basin file or its parser.
 */
export function basinDefinitions(basin: Basin): {
  readonly __BASIN__: string;
  readonly __TIME_ZONE__: string;
} {
  return {
    __BASIN__: JSON.stringify(toPageBasin(basin)),
    __TIME_ZONE__: JSON.stringify(basin.time_zone ?? defaultTimeZone),
  };
}
