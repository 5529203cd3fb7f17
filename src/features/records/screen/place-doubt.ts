import type { Field } from '#contract/records/fields.ts';
import { isSameValue, type RecordContent } from '#domain/records/versions.ts';
import type { Box } from '#lib/geometry/coordinates.ts';
import { isOnEarth, type LatLng, milesOutside } from '#lib/geometry/coordinates.ts';
import { type FormValues, type TypedCoordinates, toFormValues, toPlace } from './form-values.ts';

/** Why a place is probably a slip. */
export type PlaceDoubt = {
  /** From the basin; undefined for numbers that are no place on Earth. */
  readonly miles: number | undefined;
  /** The place that was probably meant, in or near the basin. */
  readonly meant: LatLng | undefined;
};

/** A site this near may feed the basin, or be fed by it. */
const nearMiles = 25;

/**
 * Doubts a place that is far outside the basin, and finds the slip that explains it: latitude and longitude swapped,
 * or the minus sign of a western longitude left out.
 * @returns undefined for a place in or near the basin
 */
export function doubtPlace(extent: Box, place: LatLng): PlaceDoubt | undefined {
  const isNear = (each: LatLng) => isOnEarth(each) && milesOutside(extent, each) <= nearMiles;
  if (isNear(place)) return undefined;
  const { lat, lng } = place;
  const slips: readonly LatLng[] = [
    { lat: lng, lng: lat },
    { lat, lng: -lng },
    { lat: lng, lng: -lat },
    { lat: -lat, lng },
    { lat: -lat, lng: -lng },
  ];
  const miles = isOnEarth(place) ? Math.round(milesOutside(extent, place)) : undefined;
  return { miles, meant: slips.find(isNear) };
}

/** `This place is 1,204 miles outside the basin.` */
export function describeDoubt({ miles }: PlaceDoubt): string {
  return miles === undefined
    ? 'This is no place on Earth.'
    : `This place is ${miles.toLocaleString('en-US')} miles outside the basin.`;
}

/** `43.5, -112.5` */
export function describeMeant({ lat, lng }: LatLng): string {
  return `${lat}, ${lng}`;
}

export type DoubtedPlace = {
  readonly field: string;
  /** The coordinates as typed: `43.5, 112.5`. */
  readonly typed: string;
  readonly doubt: PlaceDoubt;
};

/** Finds coordinates of a form that are probably a slip. Those that were saved before are not doubted again. */
export function findDoubtedPlace(
  { fields, extent }: { readonly fields: readonly Field[]; readonly extent: Box },
  values: FormValues,
  saved: RecordContent | undefined,
): DoubtedPlace | undefined {
  const before = toFormValues(fields, saved);
  for (const field of fields) {
    if (field.kind !== 'CUSTOM' || field.custom !== 'coordinates') continue;
    const { name } = field;
    const value = values[name] as TypedCoordinates;
    const place = toPlace(value);
    const doubt = place && doubtPlace(extent, place);
    if (doubt && !isSameValue(value, before[name])) {
      return { field: name, typed: `${value.latitude}, ${value.longitude}`, doubt };
    }
  }
  return undefined;
}
