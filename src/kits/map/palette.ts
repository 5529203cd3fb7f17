import type { Palette } from './canvas/frame.ts';

/** The theme's colours for what is drawn on canvas, read from the design tokens at an element. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const token = (name: string, otherwise: string): string =>
    style.getPropertyValue(name).trim() || otherwise;
  return {
    ink: token('--color-ink', 'black'),
    ground: token('--color-surface', 'white'),
    accent: token('--color-accent', 'blue'),
  };
}

/** The font of the page, for labels on canvas. */
export function readFontFamily(element: Element): string {
  return getComputedStyle(element).fontFamily || 'sans-serif';
}
