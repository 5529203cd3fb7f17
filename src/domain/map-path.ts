/** The path of the public map with a site selected, by the site's `loc_ndx`. */
export function mapPathOfSite(location: number): string {
  return `/watershed-overview/map-of-sites?site=${location}`;
}
