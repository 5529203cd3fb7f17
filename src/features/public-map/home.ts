import { basin } from '#config/basin.ts';

const [lat, lng] = basin.center;

/** Where the map opens: a step closer than the tools' smaller maps. */
export const home = { lat, lng, zoom: basin.zoom + 1 } as const;

/** Drawn and fitted while a comma-separated list of ids is searched. */
export const idSearchBounds = basin.searchBox;
