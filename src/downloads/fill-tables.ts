import type { FillFile } from '#contract/data-links.ts';
import type { Fill } from '#contract/fill.ts';
import type { CsvTable } from '#lib/csv.ts';
import { tidyNumber } from '#lib/format-number.ts';

/** What the files of a fill are called, in the order of the screen. */
export const fillFileNames: Readonly<Record<FillFile, string>> = {
  figures: 'Figures',
  years: 'Past years',
  reliability: 'Reliability',
};

/** The rows of a file, unrounded. */
export function fillTable(file: FillFile, fill: Fill): CsvTable {
  switch (file) {
    case 'figures':
      return figureTable(fill);
    case 'years':
      return yearTable(fill);
    case 'reliability':
      return reliabilityTable(fill);
  }
}

/** A row for each past year. */
export function yearTable({ years }: Pick<Fill, 'years'>): CsvTable {
  return {
    header: [
      'Year',
      'Storage on the issue day (AF)',
      'Forecast volume, leave-one-out (AF)',
      'Peak (AF)',
      'Mean gain (cfs)',
      'Target reached',
      'First day at the target',
      'Forecast peak (AF)',
      'Forecast chance (%)',
    ],
    rows: years.map((each) => [
      String(each.year),
      each.storage_af,
      each.forecast_af,
      each.peak_af,
      each.gain_cfs,
      each.is_reached ? 'yes' : 'no',
      each.reached_on,
      each.predicted_peak_af,
      each.predicted_chance === null ? null : tidyNumber(each.predicted_chance * 100),
    ]),
  };
}

/** The tenths of the leave-one-out chances with what was expected and what came, and all of them at the end. */
export function reliabilityTable({ skill }: Pick<Fill, 'skill'>): CsvTable {
  return {
    header: [
      'Chance from (%)',
      'Chance to (%)',
      'Years',
      'Expected to reach the target',
      'Reached the target',
      'Standard deviation',
    ],
    rows: (skill ? [...skill.bins, { from: undefined, ...skill }] : []).map((each) => [
      each.from === undefined ? 0 : tidyNumber(each.from * 100),
      each.from === undefined ? 100 : tidyNumber(each.from * 100 + 10),
      each.years,
      tidyNumber(each.expected),
      each.reached,
      tidyNumber(each.deviation),
    ]),
  };
}

/** The figures as rows of a name, a number and its unit. */
function figureTable(fill: Fill): CsvTable {
  const { chance, skill } = fill;
  return {
    header: ['Figure', 'Value', 'Unit'],
    rows: [
      ['Capacity', fill.capacity_af, 'AF'],
      ['Target', fill.target_af, 'AF'],
      ['Storage', fill.storage?.value_af ?? null, 'AF'],
      ['Space left to the target', fill.space_af, 'AF'],
      ['Required mean gain', fill.required_cfs, 'cfs'],
      ['Years with this gain', fill.years_with_gain, `of ${fill.years.length} years`],
      ['Chance', chance && tidyNumber(chance.chance * 100), '%'],
      ['Method', chance?.method ?? null, ''],
      ['Forecast volume', chance?.outlook_af ?? null, 'AF'],
      ['b₀ of the log odds', chance?.coefficients?.b0 ?? null, ''],
      ['b₁ (storage)', chance?.coefficients?.b1 ?? null, 'per AF'],
      ['b₂ (forecast volume)', chance?.coefficients?.b2 ?? null, 'per AF'],
      ['Mean absolute error of the peak', skill?.mae_af ?? null, 'AF'],
      ['The same of climatology', skill?.climatology_mae_af ?? null, 'AF'],
      ['Brier score', skill?.brier ?? null, ''],
      ['The same of climatology', skill?.climatology_brier ?? null, ''],
      ['Brier skill', skill?.brier_skill ?? null, ''],
      ['Brier skill, above with a chance of 95 %', skill?.brier_skill_low ?? null, ''],
      ['Expected to reach the target', skill?.expected ?? null, `of ${skill?.years ?? 0} years`],
      ['Reached the target', skill?.reached ?? null, `of ${skill?.years ?? 0} years`],
    ],
  };
}
