import { basin } from '#config/basin.ts';
import type { MapView } from './map-address.ts';

const [lat, lng] = basin.center;

/** The default view of a large screen: one zoom level closer than on the tools' smaller maps. */
export const home = { lat, lng, zoom: basin.zoom + 1 } as const;

/** The box that is drawn and fitted while comma-separated ids are searched. */
export const idSearchBounds = basin.searchBox;

type Size = { readonly width: number; readonly height: number };

/** The maps of the kit stop at halves of a zoom level. */
const zoomStep = 0.5;
/** Pixels of the world at zoom 0. */
const worldSize = 512;

/**
 * The default view for a map of so many CSS pixels: the one that the specification fixes if it shows the whole basin,
 * otherwise the closest one that does.
 */
export function homeFor({ width, height }: Size, extent = basin.extent): MapView {
  const [west, east] = [toX(extent.west), toX(extent.east)];
  const [north, south] = [toY(extent.north), toY(extent.south)];
  const scale = worldSize * 2 ** home.zoom;
  const [x, y] = [toX(lng), toY(lat)];
  const isWhole =
    Math.max(x - west, east - x) * scale <= width / 2 && Math.max(y - north, south - y) * scale <= height / 2;
  if (isWhole || width <= 0 || height <= 0) return home;
  const fitting = Math.log2(Math.min(width / (east - west), height / (south - north)) / worldSize);
  const zoom = Math.min(home.zoom, Math.floor(fitting / zoomStep) * zoomStep);
  return { lat: toLat((north + south) / 2), lng: (extent.west + extent.east) / 2, zoom };
}

/** Web Mercator, the world as a square of 1. */
const toX = (degrees: number): number => degrees / 360 + 0.5;
const toY = (degrees: number): number =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (degrees * Math.PI) / 360)) / (2 * Math.PI);
const toLat = (y: number): number => (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90;

/** Beside and above the map on a wide screen: two panels, the top bar and the filter bar. On a narrow one: bars, sheet. */
const besideMap = 2 * 312;
const aboveMap = 108;
const sheetPeek = 64;

/** The size of the map in a window, before it is drawn. */
export function mapSizeIn({ width, height }: Size, isWide: boolean): Size {
  return isWide
    ? { width: width - besideMap, height: height - aboveMap }
    : { width, height: height - aboveMap - sheetPeek };
}
