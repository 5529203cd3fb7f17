/**
 * The kit counts zoom levels as Mapbox styles do, where the world is 512 pixels wide at zoom 0, so that views and styles
 * show the same as in a Mapbox map. In Leaflet the world is 256 pixels wide at zoom 0.
 */
const shift = 1;

export const toLeafletZoom = (zoom: number): number => zoom + shift;
export const fromLeafletZoom = (zoom: number): number => zoom - shift;
