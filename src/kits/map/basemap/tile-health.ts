import type { BasemapStatus } from '../types.ts';

/** This many failures with no success between them mean that tiles cannot be had. */
const maxFailures = 4;

export type TileEvent = 'loaded' | 'failed' | 'deadline' | 'restart';

export interface TileHealth {
  readonly status: BasemapStatus;
  readonly failures: number;
}

export const initialHealth: TileHealth = { status: 'loading', failures: 0 };

/**
 * Whether tiles can be had, by counts. One that loads settles it; `deadline` is that nothing came within the
 * time allowed; `restart` follows a change of basemap or a return of the network.
 */
export function nextHealth(health: TileHealth, event: TileEvent): TileHealth {
  switch (event) {
    case 'loaded':
      return { status: 'tiles', failures: 0 };
    case 'failed': {
      const failures = health.failures + 1;
      return { status: failures >= maxFailures ? 'outlines' : health.status, failures };
    }
    case 'deadline':
      return health.status === 'loading' ? { ...health, status: 'outlines' } : health;
    case 'restart':
      // Outlines stay until a tile has come, so that nothing flickers.
      return { status: health.status === 'outlines' ? 'outlines' : 'loading', failures: 0 };
  }
}
