const squareMetersPerAcre = 4046.8564224;
const metersPerFoot = 0.3048;

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

const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const upToTwoDecimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** At most two decimals, thousands separated. */
export function formatValue(value: number): string {
  return upToTwoDecimals.format(value);
}

const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A measured figure for reading: two decimals below 1,000, whole numbers from there. */
export function formatMeasurement(value: number): string {
  return Math.abs(value) < 1000 ? twoDecimals.format(value) : wholeNumber.format(value);
}
