/** The path of SNOTEL SWE Data with the curve of a station, by the station's `loc_ndx`. */
export function snotelPathOfSite(location: number): string {
  return `/data-analysis-tools/snotel-swe-data?chosen=site-${location}`;
}
