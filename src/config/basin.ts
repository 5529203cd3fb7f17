import type { PageBasin } from './page-basin.ts';

/** Replaced when the pages are built, see `basinDefinitions`. */
declare const __BASIN__: PageBasin;

/** The portal's basin from the basin file: its name, and where maps open. */
export const basin = __BASIN__;

/** Where the tools' maps open. */
export const homeView = { center: basin.center, zoom: basin.zoom } as const;
