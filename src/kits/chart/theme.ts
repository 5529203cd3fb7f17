/** The colors of a chart's furniture in either theme, as the style tokens have them. */
export const themeColors = {
  light: { surface: '#ffffff', ink: '#1b2328', muted: '#54616a', line: '#d5dbdf' },
  dark: { surface: '#1a2125', ink: '#e9eef1', muted: '#a6b3bb', line: '#344047' },
} as const;

export type ChartTheme = keyof typeof themeColors;

/** How much of its color a marked value keeps. */
export const markedOpacity = 0.45;

const rightDash = [6, 4];

/** Lines of the right axis are dashed unless the series says otherwise. */
export function dashOf({
  dash,
  side,
}: {
  dash?: readonly number[];
  side: 'left' | 'right';
}): readonly number[] {
  return dash ?? (side === 'right' ? rightDash : []);
}
