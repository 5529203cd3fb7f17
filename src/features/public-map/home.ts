import { basin } from '#config/basin.ts';

const [lat, lng] = basin.center;

/** The default view: one zoom level closer than on the tools' smaller maps. */
export const home = { lat, lng, zoom: basin.zoom + 1 } as const;

/** The box that is drawn and fitted while comma-separated ids are searched. */
export const idSearchBounds = basin.searchBox;
