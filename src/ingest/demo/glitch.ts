import type { Flag } from '#domain/flags.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { Station } from './catalog/index.ts';
import { uniform } from './noise.ts';
import type { Series } from './series/index.ts';

/** The reading of a failing instrument, and the quality rule that it fails. */
export type Glitch = { readonly value: number; readonly flag: Flag };

/** Days between glitches, on average. */
const meanDaysBetweenGlitches = 1200;

/** Returns the glitch of a reservoir gage or snow pillow on a day, if there is one. */
export function glitchOf(
  { shape }: Station,
  series: Series,
  seed: number,
  day: DayNumber,
  value: number,
): Glitch | undefined {
  if (!series.continuous || uniform(seed + 26, day) * meanDaysBetweenGlitches > 1) return undefined;
  const draw = uniform(seed + 27, day);
  if (shape.kind === 'reservoir') {
    return draw < 0.3 ? { value: -1, flag: 'range' } : { value: Math.round(value * 0.35), flag: 'spike' };
  }
  if (shape.kind === 'snow' && series.parameter === parameterNdx.swe) {
    return draw < 0.4 ? { value: -0.4, flag: 'range' } : { value: tenths(value + 31), flag: 'rate' };
  }
  return undefined;
}

const tenths = (value: number) => Math.round(value * 10) / 10;
