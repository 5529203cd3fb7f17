const squareMetresPerAcre = 4046.8564224;
const metresPerFoot = 0.3048;

/** @param squareMetres an area in m² @returns international acres (1 acre = 4046.8564224 m², exactly) */
export function acres(squareMetres: number): number {
  return squareMetres / squareMetresPerAcre;
}

/** @param squareMetres an area in m² @returns square feet (1 ft = 0.3048 m, exactly) */
export function squareFeet(squareMetres: number): number {
  return squareMetres / (metresPerFoot * metresPerFoot);
}

/** @param metres a length in m @returns international feet (1 ft = 0.3048 m, exactly) */
export function feet(metres: number): number {
  return metres / metresPerFoot;
}

const few = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const atMostTwo = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** At most two decimals, thousands separated. */
export function formatValue(value: number): string {
  return atMostTwo.format(value);
}

const some = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A measured figure for reading: two decimals below 1,000, whole numbers from there. */
export function formatMeasure(value: number): string {
  return Math.abs(value) < 1000 ? some.format(value) : few.format(value);
}
