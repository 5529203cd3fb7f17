/** The path of Reach Gains Comparisons with a reach chosen and its gains shown, by the site's `loc_ndx`. */
export function reachGainsPathOfSite(location: number): string {
  return `/data-analysis-tools/reach-gains-comparison?location=${location}&submitted=yes`;
}
