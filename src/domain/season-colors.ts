/**
 * Twelve colors for years, by theme. They have a contrast of 3:1 or more on the surface and on every band, and differ from
 * one another and from the lines of the statistics with normal, protan and deutan vision (simulated as in Machado et al.
 * 2009). Neighbors differ most, because neighboring years are compared most.
 */
const yearColors = [
  { light: '#6b183a', dark: '#da7d9b' },
  { light: '#1d5754', dark: '#b0ebe7' },
  { light: '#7a5da9', dark: '#aa8dde' },
  { light: '#0f3805', dark: '#8fe47d' },
  { light: '#89674b', dark: '#fdd5b7' },
  { light: '#33317a', dark: '#c0c5ff' },
  { light: '#107f7a', dark: '#18a7a1' },
  { light: '#9f0c54', dark: '#fcb2c8' },
  { light: '#676815', dark: '#a5a50e' },
  { light: '#4c0c49', dark: '#dc95d5' },
  { light: '#0e5e8a', dark: '#59bbfb' },
  { light: '#703f0e', dark: '#e99e5e' },
] as const;

/** Lists the colors of the bands of the normals, from the palest and widest to the innermost. */
export const bandColors = {
  light: ['#e6f0f7', '#d0e3f0', '#b5d3e8'],
  dark: ['#202c34', '#243a47', '#2b4a5c'],
} as const;

/** The median as part of the ground, where it is not among the chosen series. */
export const groundMedianColor = { light: '#3b4a53', dark: '#c3ced5' } as const;

/** Returns the color of a year, which is the same whatever else is chosen. Years that are twelve apart share theirs. */
export function colorOfYear(year: number, theme: 'light' | 'dark'): string {
  const { length } = yearColors;
  return (yearColors[((year % length) + length) % length] ?? yearColors[0])[theme];
}
