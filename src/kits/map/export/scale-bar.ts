const metersPerFoot = 0.3048;
const feetPerMile = 5280;

interface ScaleBar {
  readonly label: string;
  readonly meters: number;
}

/** The largest of 1, 2, 3 or 5 times a power of ten up to the limit. */
function roundDown(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(limit));
  const digit = limit / power;
  const step = digit >= 5 ? 5 : digit >= 3 ? 3 : digit >= 2 ? 2 : 1;
  return step * power;
}

/** A round imperial length up to the given meters, in feet below a mile. */
export function scaleBar(maxMeters: number): ScaleBar {
  const feet = maxMeters / metersPerFoot;
  if (feet < feetPerMile) {
    const length = roundDown(feet);
    return { label: `${length} ft`, meters: length * metersPerFoot };
  }
  const length = roundDown(feet / feetPerMile);
  return { label: `${length} mi`, meters: length * feetPerMile * metersPerFoot };
}
