/** A band of percentages of a median, from and to whole percentages, both included. */
type Band = {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly color: string;
};

/** The bands from dry to wet, in colors that color-blind people can distinguish. */
export const bands: readonly Band[] = [
  { label: '< 50', from: 0, to: 49, color: '#b2182b' },
  { label: '50–69', from: 50, to: 69, color: '#ef8a62' },
  { label: '70–89', from: 70, to: 89, color: '#fddbc7' },
  { label: '90–109', from: 90, to: 109, color: '#9fd0a5' },
  { label: '110–129', from: 110, to: 129, color: '#d1e5f0' },
  { label: '130–149', from: 130, to: 149, color: '#67a9cf' },
  { label: '150–1000', from: 150, to: 1000, color: '#2166ac' },
];

/** The color for more than 1000 percent, and the outline of what has no data. */
export const noBandColor = '#000000';

/** The color of what has no data, which is hatched and has a black outline. */
export const noDataColor = '#d3d9dc';

/** The color where there is too little snow for a percentage: no band's, and not that of absence. */
export const withheldColor = '#9aa5ac';

/** Finds the band of a percentage after rounding it; undefined for no data and above 1000. */
export function bandOf(percent: number | null | undefined): Band | undefined {
  if (percent === null || percent === undefined) return undefined;
  const whole = Math.round(percent);
  return bands.find(({ from, to }) => whole >= from && whole <= to);
}

/** Finds the color of a percentage: that of its band, `noBandColor` above 1000, `noDataColor` without one. */
export function bandColor(percent: number | null | undefined): string {
  if (percent === null || percent === undefined) return noDataColor;
  return bandOf(percent)?.color ?? noBandColor;
}
