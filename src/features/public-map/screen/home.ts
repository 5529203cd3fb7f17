import { basin } from '#config/basin/basin.ts';
import { fromWorld, toWorld } from '#kits/map/canvas/geometry.ts';
import type { MapView } from './map-address.ts';

const [lat, lng] = basin.center;

/** The default view of a large screen: one zoom level closer than on the tools' smaller maps. */
export const home = { lat, lng, zoom: basin.zoom + 1 } as const;

/** The box that is drawn and fitted while comma-separated ids are searched. */
export const idSearchBounds = basin.searchBox;

type Size = { readonly width: number; readonly height: number };

/** The maps of the kit stop at halves of a zoom level. */
const zoomStep = 0.5;
/** Pixels of a zoom level 0 in those of the world of the kit. */
const worldScale = 2;

/** Of the basin's box, how much the specified view must show. */
const minShare = 2 / 3;

/**
 * The default view for a map of so many CSS pixels: the one that the specification fixes, or on a map that is too small for
 * the basin at its zoom, the closest one that shows all of it.
 */
export function homeFor({ width, height }: Size, extent = basin.extent): MapView {
  const { x: west, y: north } = toWorld(extent.north, extent.west);
  const { x: east, y: south } = toWorld(extent.south, extent.east);
  const scale = worldScale * 2 ** home.zoom;
  const { x, y } = toWorld(lat, lng);
  const [halfWidth, halfHeight] = [width / 2 / scale, height / 2 / scale];
  const shown =
    (Math.min(east, x + halfWidth) - Math.max(west, x - halfWidth)) *
    (Math.min(south, y + halfHeight) - Math.max(north, y - halfHeight));
  const isShown = shown >= minShare * (east - west) * (south - north);
  if (isShown || width <= 0 || height <= 0) return home;
  const fitting = Math.log2(Math.min(width / (east - west), height / (south - north)) / worldScale);
  const zoom = Math.min(home.zoom, Math.floor(fitting / zoomStep) * zoomStep);
  const [middle] = fromWorld({ x, y: (north + south) / 2 });
  return { lat: middle, lng: (extent.west + extent.east) / 2, zoom };
}

/** Beside and above the map on a wide screen: the list, the top bar and the filter bar. On a narrow one: bars, sheet. */
const besideMap = 312;
const aboveMap = 108;
const sheetPeek = 64;
/** Below the map: the slider of the day, on a narrow screen with the key of the classes. */
const dayHeight = { wide: 60, narrow: 92 };

/** The size of the map in a window, before it is drawn. */
export function mapSizeIn({ width, height }: Size, isWide: boolean): Size {
  return isWide
    ? { width: width - besideMap, height: height - aboveMap - dayHeight.wide }
    : { width, height: height - aboveMap - dayHeight.narrow - sheetPeek };
}
