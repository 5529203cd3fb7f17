/** Four typical colors of a basemap: the ground, hills or blocks, water, and roads. */
export type BasemapSwatch = { ground: string; mass: string; water: string; road: string };

export const basemapSwatches: Readonly<Record<string, BasemapSwatch>> = {
  outdoors: { ground: '#e6ecd6', mass: '#c3d6a4', water: '#8fc3e0', road: '#c98d5a' },
  streets: { ground: '#f1eee6', mass: '#dcd8cb', water: '#a6cfe6', road: '#f2b64c' },
  satellite: { ground: '#4d5b3a', mass: '#33422b', water: '#1f3b4d', road: '#a59f84' },
  light: { ground: '#f4f4f2', mass: '#e3e4e2', water: '#cfd8dc', road: '#b9bdbf' },
  dark: { ground: '#23272a', mass: '#2e3438', water: '#10171b', road: '#59636a' },
};
