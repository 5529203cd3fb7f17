import type { BasinSite } from '#contract/basin.ts';
import { arcBetween } from '#lib/distance.ts';
import { placeholderPrefix } from './codes.ts';
import type { AquaLocation } from './parse.ts';

/** A location farther away than this is another one, whatever its name. */
const maxMeters = 300;
const earthRadiusMeters = 6_371_000;

/** Terms that say what a place is rather than which one. */
const commonTerms = new Set(['near', 'at', 'the', 'of', 'nr', 'well', 'observation', 'id', 'idaho', 'and']);

export type LocationMatch =
  /** `note` says how a placeholder was matched; it is undefined where the basin file has the identifier. */
  | { readonly location: AquaLocation; readonly note: string | undefined }
  /** Says what is near, so that the basin file can settle it. */
  | { readonly refusal: string };

/**
 * Finds a site in the service's list: by its identifier or, where the basin file has only a placeholder, by a name
 * with a word in common within 300 m. Two such locations are no match.
 */
export function matchLocation(
  key: string,
  site: Pick<BasinSite, 'name' | 'lat' | 'lon'>,
  locations: readonly AquaLocation[],
): LocationMatch {
  const same = locations.find(({ identifier }) => identifier.toLowerCase() === key.toLowerCase());
  if (same) return { location: same, note: undefined };
  if (!key.startsWith(placeholderPrefix))
    return { refusal: 'The service has no location with that identifier.' };
  const near = locations
    .map((location) => ({ location, meters: metersBetween(site, location) }))
    .filter(({ meters }) => meters <= maxMeters)
    .sort((one, other) => one.meters - other.meters);
  const named = near.filter(({ location }) => isSameName(site.name, location.locationName ?? ''));
  const [found, ...more] = named;
  if (found && more.length === 0) {
    return {
      location: found.location,
      note: `Matched ${key} (${site.name}) to ${describeLocation(found)} by its name and distance. Write ${found.location.identifier} into the basin file.`,
    };
  }
  const list = near.map(describeLocation).join('; ') || 'none';
  return {
    refusal: `${key} is a placeholder, and ${found ? 'several locations match' : 'no location matches'} ${site.name} within ${maxMeters} m. Locations there: ${list}. Write the right identifier into the basin file.`,
  };
}

const describeLocation = ({ location, meters }: { location: AquaLocation; meters: number }) =>
  `${location.identifier} (${location.locationName ?? 'without a name'}, ${Math.round(meters)} m)`;

function termsOf(name: string): string[] {
  return (name.toLowerCase().match(/[a-z\d&]+/g) ?? []).filter((term) => !commonTerms.has(term));
}

function isSameName(one: string, other: string): boolean {
  const terms = new Set(termsOf(one));
  return termsOf(other).some((term) => terms.has(term));
}

/** Great-circle distance on a sphere; infinite where a location has no position. */
function metersBetween(
  { lat, lon }: Pick<BasinSite, 'lat' | 'lon'>,
  { latitude, longitude }: Pick<AquaLocation, 'latitude' | 'longitude'>,
): number {
  if (latitude == null || longitude == null) return Infinity;
  return earthRadiusMeters * arcBetween({ lat, lng: lon }, { lat: latitude, lng: longitude });
}
