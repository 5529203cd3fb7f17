// The specified factors, not the exact ones: all measurements of the portal agree with each other.
const squareMetersPerAcre = 4047;
const squareFeetPerSquareMeter = 10.7639;
const feetPerKilometer = 3280.84;
const feetPerMile = 5280;
const acresPerSquareMile = 640;

/** @param squareMeters an area in m² @returns acres of 4047 m² */
export function squareMetersToAcres(squareMeters: number): number {
  return squareMeters / squareMetersPerAcre;
}

/** @param squareMeters an area in m² @returns square feet, 10.7639 to the m² */
export function squareMetersToSquareFeet(squareMeters: number): number {
  return squareMeters * squareFeetPerSquareMeter;
}

/** @param meters a length in m @returns feet, 3280.84 to the km */
export function metersToFeet(meters: number): number {
  return (meters / 1000) * feetPerKilometer;
}

/** @param meters a length in m @returns miles of 5280 feet */
export function metersToMiles(meters: number): number {
  return metersToFeet(meters) / feetPerMile;
}

/** @param squareMeters an area in m² @returns square miles of 640 acres */
export function squareMetersToSquareMiles(squareMeters: number): number {
  return squareMetersToAcres(squareMeters) / acresPerSquareMile;
}
