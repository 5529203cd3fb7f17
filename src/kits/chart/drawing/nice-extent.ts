import type { Extent } from '../types.ts';

/** The approximate number of ticks of a value axis. */
const targetTicks = 10;
const maxTries = 10;

/**
 * Widens an extent to round numbers, as Vega rounds an axis. Computed here because the marks of excluded values depend
 * on where the axis ends. For example, `[98.8, 131.2]` becomes `[95, 135]`.
 */
export function niceExtent([low, high]: Extent): Extent {
  let [from, to] = [low, high];
  let previousStep: number | undefined;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { size, isFraction } = niceStep(from, to);
    const step = isFraction ? -size : size;
    if (step === previousStep || !Number.isFinite(size) || size === 0) break;
    previousStep = step;
    // A fraction is stored as its whole reciprocal, so that 0.3 does not become 0.30000000000000004.
    from = isFraction ? Math.floor(from * size) / size : Math.floor(from / size) * size;
    to = isFraction ? Math.ceil(to * size) / size : Math.ceil(to / size) * size;
  }
  return [from, to];
}

/** The step: 1, 2 or 5 times a power of ten; below one, the reciprocal of such a step. */
function niceStep(from: number, to: number): { readonly size: number; readonly isFraction: boolean } {
  const step = (to - from) / targetTicks;
  const power = Math.floor(Math.log10(step));
  const error = step / 10 ** power;
  const factor = error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.sqrt(2) ? 2 : 1;
  return power >= 0
    ? { size: factor * 10 ** power, isFraction: false }
    : { size: 10 ** -power / factor, isFraction: true };
}
