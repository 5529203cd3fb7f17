import type { PageBasin } from './page-basin.ts';

/** Put in when the pages are built, see `basinDefinitions`. */
declare const __BASIN__: PageBasin;

/** The basin of this portal, as the basin file has it: its name, and where maps open. */
export const basin = __BASIN__;

/** Where the tools' maps open. */
export const homeView = { center: basin.center, zoom: basin.zoom } as const;
