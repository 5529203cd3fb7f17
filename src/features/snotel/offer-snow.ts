import { offerTile } from '#stores/tiles.ts';

offerTile('snow', () => import('./snow-tile.tsx').then((module) => module.mountSnowTile));
