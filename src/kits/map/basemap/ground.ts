import type { Basemap, BasemapStatus, MapTheme } from '../types.ts';

/** Whether the ground of the map is dark: its tiles, or what is drawn instead, in the basemap's tone or the theme's. */
export function isGroundDark(
  { dark, tone }: Pick<Basemap, 'dark' | 'tone'>,
  status: BasemapStatus,
  theme: MapTheme,
): boolean {
  return dark || (status !== 'tiles' && (tone ?? theme) === 'dark');
}
