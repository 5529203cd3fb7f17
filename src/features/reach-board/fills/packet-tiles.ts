import type { PacketTiles } from '#stores/tiles.ts';

export default {
  board: () => import('../screen/board-tile.tsx').then((module) => module.mountBoardTile),
} satisfies PacketTiles;
