const squareMetersPerAcre = 4046.8564224;
const metersPerFoot = 0.3048;
const feetPerMile = 5280;
const acresPerSquareMile = 640;

/** @param squareMeters an area in m² @returns international acres (1 acre = 4046.8564224 m², exactly) */
export function squareMetersToAcres(squareMeters: number): number {
  return squareMeters / squareMetersPerAcre;
}

/** @param squareMeters an area in m² @returns square feet (1 ft = 0.3048 m, exactly) */
export function squareMetersToSquareFeet(squareMeters: number): number {
  return squareMeters / (metersPerFoot * metersPerFoot);
}

/** @param meters a length in m @returns international feet (1 ft = 0.3048 m, exactly) */
export function metersToFeet(meters: number): number {
  return meters / metersPerFoot;
}

/** @param meters a length in m @returns international miles (5280 ft, exactly) */
export function metersToMiles(meters: number): number {
  return metersToFeet(meters) / feetPerMile;
}

/** @param squareMeters an area in m² @returns square miles (640 acres, exactly) */
export function squareMetersToSquareMiles(squareMeters: number): number {
  return squareMetersToAcres(squareMeters) / acresPerSquareMile;
}
