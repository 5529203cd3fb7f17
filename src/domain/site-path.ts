/** The path of the page of a site, by the site's `loc_ndx`. */
export function pathOfSite(location: number): string {
  return `/sites/${location}`;
}
