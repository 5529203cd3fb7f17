import type { Palette } from './canvas/geometry.ts';
import type { MapTheme } from './types.ts';

export interface ThemeStyle {
  /** The theme in which the colors were read. */
  readonly theme: MapTheme;
  readonly palette: Palette;
  readonly line: string;
  readonly lineStrong: string;
  readonly family: string;
}

/** Reads the colors and the font for drawing on canvas from the design tokens at an element. */
export function readThemeStyle(element: Element, theme: MapTheme): ThemeStyle {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim() || 'gray';
  return {
    theme,
    palette: {
      ink: token('--map-ink'),
      ground: token('--map-paper'),
      accent: token('--map-accent'),
    },
    line: token('--map-line'),
    lineStrong: token('--map-line-strong'),
    family: style.fontFamily || 'sans-serif',
  };
}
