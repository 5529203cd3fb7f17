/** The colors of axes, labels and background in each theme; the same as the style tokens. */
export const themeColors = {
  light: {
    surface: '#ffffff',
    ink: '#1b2328',
    muted: '#54616a',
    line: '#d5dbdf',
    warning: '#8a5a00',
  },
  dark: {
    surface: '#1a2125',
    ink: '#e9eef1',
    muted: '#a6b3bb',
    line: '#344047',
    warning: '#f0c061',
  },
} as const;

export type ChartTheme = keyof typeof themeColors;

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
