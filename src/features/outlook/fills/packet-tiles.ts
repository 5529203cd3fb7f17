import type { PacketTiles } from '#stores/tiles.ts';

export default {
  outlook: () => import('../screen/outlook-tile.tsx').then((module) => module.mountOutlookTile),
} satisfies PacketTiles;
