import type { FillFile } from '#contract/data-links.ts';
import type { Fill } from '#contract/fill.ts';
import type { CsvTable } from '#lib/csv.ts';
import { tidyNumber } from '#lib/format-number.ts';

/** What the files of a fill are called, in the order of the screen. */
export const fillFileNames: Readonly<Record<FillFile, string>> = { figures: 'Figures', years: 'Past years' };

/** The rows of a file, unrounded. */
export function fillTable(file: FillFile, fill: Fill): CsvTable {
  return file === 'figures' ? figureTable(fill) : yearTable(fill);
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
      ['b₀', chance?.coefficients?.b0 ?? null, 'AF'],
      ['b₁ (storage)', chance?.coefficients?.b1 ?? null, ''],
      ['b₂ (forecast volume)', chance?.coefficients?.b2 ?? null, ''],
      ['Mean absolute error of the peak', skill?.mae_af ?? null, 'AF'],
      ['The same of climatology', skill?.climatology_mae_af ?? null, 'AF'],
      ['Brier score', skill?.brier ?? null, ''],
      ['The same of climatology', skill?.climatology_brier ?? null, ''],
      ['Brier skill', skill?.brier_skill ?? null, ''],
    ],
  };
}
