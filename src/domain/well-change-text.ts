/** Below this many feet, a change is written as none: readings have two decimals. */
const smallestChange = 0.005;

/**
 * Describes the change of a well's water level over a year, in feet: `0.42 ft deeper than one year earlier`.
 * @param isDepth whether the values are depths, which grow where the water falls; false for elevations of the water
 */
export function describeWellChange(change: number | undefined, isDepth = true): string {
  if (change === undefined) return 'No reading one year earlier';
  if (Math.abs(change) < smallestChange) return `As ${isDepth ? 'deep' : 'high'} as one year earlier`;
  const rises = isDepth ? change < 0 : change > 0;
  return `${Math.abs(change).toFixed(2)} ft ${rises ? 'higher' : isDepth ? 'deeper' : 'lower'} than one year earlier`;
}
