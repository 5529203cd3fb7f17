import type { Basemap, BasemapStatus, MapTheme } from '../types.ts';

/** The number of consecutive failures after which tiles count as unavailable. */
const maxFailures = 4;

export type TileEvent = 'loaded' | 'failed' | 'deadline' | 'restart' | 'no-tiles';

interface TileHealth {
  readonly status: BasemapStatus;
  readonly failures: number;
}

export const initialHealth: TileHealth = { status: 'loading', failures: 0 };

/**
 * Decides whether tiles are available. A tile that loads means yes; `deadline` means that none arrived in time; `restart`
 * follows a change of the basemap or the return of the network; `no-tiles` a basemap that has none.
 */
export function nextHealth(health: TileHealth, event: TileEvent): TileHealth {
  switch (event) {
    case 'loaded':
      return { status: 'tiles', failures: 0 };
    case 'failed': {
      const failures = health.failures + 1;
      return { status: failures >= maxFailures ? 'outlines' : health.status, failures };
    }
    case 'no-tiles':
      return { status: 'outlines', failures: 0 };
    case 'deadline':
      return health.status === 'loading' ? { ...health, status: 'outlines' } : health;
    case 'restart':
      // The outlines stay until a tile arrives, so that nothing flickers.
      return { status: health.status === 'outlines' ? 'outlines' : 'loading', failures: 0 };
  }
}

/** Whether the ground of the map is dark: its tiles, or what is drawn instead, in the basemap's tone or the theme's. */
export function isGroundDark(
  { dark, tone }: Pick<Basemap, 'dark' | 'tone'>,
  status: BasemapStatus,
  theme: MapTheme,
): boolean {
  return dark || (status !== 'tiles' && (tone ?? theme) === 'dark');
}
