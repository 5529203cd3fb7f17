const metresPerFoot = 0.3048;
const feetPerMile = 5280;

export interface ScaleBar {
  readonly label: string;
  readonly metres: number;
}

/** The largest of 1, 2, 3, 5 times a power of ten that is not above the limit. */
function roundDown(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(limit));
  const digit = limit / power;
  const step = digit >= 5 ? 5 : digit >= 3 ? 3 : digit >= 2 ? 2 : 1;
  return step * power;
}

/** A round imperial length not above the given metres, in feet below a mile. */
export function scaleBar(maxMetres: number): ScaleBar {
  const feet = maxMetres / metresPerFoot;
  if (feet < feetPerMile) {
    const length = roundDown(feet);
    return { label: `${length} ft`, metres: length * metresPerFoot };
  }
  const length = roundDown(feet / feetPerMile);
  return { label: `${length} mi`, metres: length * feetPerMile * metresPerFoot };
}
