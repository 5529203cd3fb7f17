import type { Fill } from '#contract/fill.ts';
import { acreFeetPerCfsDay } from '#domain/cumulative-volume.ts';
import { fillSource } from '#downloads/fill-title.ts';
import { formatSignificant } from '#lib/format-number.ts';
import { describeVolume } from '../season/volume-text.ts';
import type { Computation } from '../shared/computation.ts';
import { countOf } from '../shared/labels.ts';

/** How the chance to fill was computed, with its own numbers. */
export function fillComputation(fill: Fill): Computation {
  const { chance, years } = fill;
  const coefficients = chance?.coefficients;
  return {
    section: 'what-it-takes-to-fill',
    entries: [
      {
        term: 'Required gain',
        text: `The space to the target divided by the days, 1 cfs-day being ${acreFeetPerCfsDay} acre-feet`,
      },
      {
        term: 'Peak',
        text: coefficients
          ? `min(capacity, b₀ + b₁ · storage + b₂ · forecast volume), b₀ = ${describeVolume(coefficients.b0)}, b₁ = ${formatSignificant(coefficients.b1, 3)}, b₂ = ${formatSignificant(coefficients.b2, 3)}`
          : 'The peaks of past years between the same days',
      },
      {
        term: 'Chance',
        text: coefficients
          ? 'The share of the leave-one-out residuals with which the peak reaches the target'
          : 'The share of past years that reached the target',
      },
      {
        term: 'Past years',
        text: `${countOf(years.length, 'year')} in which every reservoir has its values; years without are left out`,
      },
      { term: 'Source of the values', text: fillSource(fill) },
    ],
  };
}
