/** The limits of the classes of snow for the date, in percent of the median, from dry to wet. */
export const snowLimits = [70, 90, 110, 130] as const;
export const snowLabels = [
  'under 70 %',
  '70 to 89 %',
  '90 to 109 %',
  '110 to 129 %',
  '130 % and more',
] as const;

/** The fill of a HUC8 by the class of its snow for the date, on the map of sites, too: those of --snow-1 to --snow-5. */
export const snowColors = {
  light: ['#efdcc3', '#f6ecdd', '#fbfcfa', '#e6f0f1', '#cfe3e7'],
  dark: ['#4a3822', '#2c2a23', '#1d2628', '#1d2e33', '#24464e'],
} as const;
export const snowOpacity = 0.8;
/** The edge of a mark in one of them. */
export const snowEdges = { light: '#54616a', dark: '#a6b3bb' } as const;

/** The class of a percentage for the date, from 0, less than 70 %, to 4. */
export function snowClassAt(percent: number): number {
  const at = snowLimits.findIndex((limit) => Math.round(percent) < limit);
  return at < 0 ? snowLimits.length : at;
}
