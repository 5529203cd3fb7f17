import type L from 'leaflet';

const names = new WeakMap<Element, string>();

/** Records each tile's `z/x/y`, so that a capture can name missing tiles without their addresses. */
export function recordTileNames(tiles: L.TileLayer): void {
  tiles.on('tileloadstart', ({ tile, coords }) => {
    names.set(tile, `${coords.z}/${coords.x}/${coords.y}`);
  });
}

export const tileName = (tile: Element): string => names.get(tile) ?? 'unknown';
