import { offerTile } from '#stores/tiles.ts';

offerTile('board', () => import('./board-tile.tsx').then((module) => module.mountBoardTile));
