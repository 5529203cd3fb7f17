import type { PacketTiles } from '#stores/tiles.ts';

export default {
  storage: () => import('../screen/storage-tile.tsx').then((module) => module.mountStorageTile),
} satisfies PacketTiles;
