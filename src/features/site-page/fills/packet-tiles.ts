import type { PacketTiles } from '#stores/tiles.ts';

export default {
  season: () => import('../screen/season-tile.tsx').then((module) => module.mountSeasonTile),
} satisfies PacketTiles;
