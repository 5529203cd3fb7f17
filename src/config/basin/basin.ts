import type { OwnParameter } from '#contract/basin/basin-vocabulary.ts';

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
  /** The box that holds all sites and areas of the basin. */
  readonly extent: PageBasin['searchBox'];
  /** Parameters beyond those that every portal has. */
  readonly parameters: readonly OwnParameter[];
  /** Data providers whose values need no access token. */
  readonly openProviders: readonly string[];
  /** The ids of the reservoirs of the system that lie above the first index gage. */
  readonly reservoirsAbove: readonly string[];
  /** The groups of snow sites, by their labels. */
  readonly snowGroups: readonly string[];
  /** Water years of well-known droughts. */
  readonly droughtYears: readonly number[];
  /** The active capacity of each reservoir where it is known, in AF, by the id of its site. */
  readonly capacities: Readonly<Record<string, number>>;
};

/** Replaced when the pages are built, see `basinDefinitions`. */
declare const __BASIN__: PageBasin;

/** The portal's basin from the basin file: its name, and where maps open. */
export const basin = __BASIN__;

/** Where the tools' maps open. */
export const homeView = { center: basin.center, zoom: basin.zoom } as const;
