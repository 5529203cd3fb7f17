/**
 * Zooms of the kit count as Mapbox styles do, where the world is 512 pixels wide at zoom 0; Leaflet starts at
 * 256 pixels, one step deeper. So default views and styles show what they show in a Mapbox map.
 */
const shift = 1;

export const toLeafletZoom = (zoom: number): number => zoom + shift;
export const fromLeafletZoom = (zoom: number): number => zoom - shift;
