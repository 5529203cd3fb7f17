import { offerTile } from '#stores/tiles.ts';

offerTile('season', () => import('./season-tile.tsx').then((module) => module.mountSeasonTile));
