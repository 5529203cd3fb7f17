/** The colors of axes, labels and background in each theme; the same as the style tokens. */
export const themeColors = {
  light: { surface: '#ffffff', ink: '#1b2328', muted: '#54616a', line: '#d5dbdf', shade: '#b58900' },
  dark: { surface: '#1a2125', ink: '#e9eef1', muted: '#a6b3bb', line: '#344047', shade: '#b58900' },
} as const;

export type ChartTheme = keyof typeof themeColors;

/** The opacity of the shade behind marked values; grid lines remain visible through it. */
export const shadeOpacity = 0.13;

const rightDash = [6, 4];

/** The dashes of the estimated parts of a line. */
export const estimatedDash = [2, 2];

/** The dashes of a series. By default lines of the right axis are dashed. */
export function dashOf({
  dash,
  side,
}: {
  dash?: readonly number[];
  side: 'left' | 'right';
}): readonly number[] {
  return dash ?? (side === 'right' ? rightDash : []);
}
