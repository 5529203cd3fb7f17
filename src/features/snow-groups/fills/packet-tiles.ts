import type { PacketTiles } from '#stores/tiles.ts';

export default {
  snow: () => import('../screen/snow-tile.tsx').then((module) => module.mountSnowTile),
} satisfies PacketTiles;
