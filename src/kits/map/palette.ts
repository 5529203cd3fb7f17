import type { Palette } from './canvas/frame.ts';
import type { MapTheme } from './types.ts';

export interface ThemeStyle {
  /** The theme the colors were read under. */
  readonly theme: MapTheme;
  readonly palette: Palette;
  readonly line: string;
  readonly lineStrong: string;
  readonly family: string;
}

/** Colors and font of the page for what is drawn on canvas, read from the design tokens at an element. */
export function readThemeStyle(element: Element, theme: MapTheme): ThemeStyle {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim() || 'gray';
  return {
    theme,
    palette: {
      ink: token('--color-ink'),
      ground: token('--color-surface'),
      accent: token('--color-accent'),
    },
    line: token('--color-line'),
    lineStrong: token('--color-line-strong'),
    family: style.fontFamily || 'sans-serif',
  };
}
