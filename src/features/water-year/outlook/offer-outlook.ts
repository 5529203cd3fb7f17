import { offerTile } from '#stores/tiles.ts';

offerTile('outlook', () => import('./outlook-tile.tsx').then((module) => module.mountOutlookTile));
