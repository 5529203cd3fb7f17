import type { PacketTiles } from '#stores/tiles.ts';

export default {
  outlook: () => import('../outlook/outlook-tile.tsx').then((module) => module.mountOutlookTile),
  board: () => import('../reach-gains/board-tile.tsx').then((module) => module.mountBoardTile),
} satisfies PacketTiles;
