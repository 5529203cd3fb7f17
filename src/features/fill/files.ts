import { deliveriesOfRecords, describeDeliverers } from '#domain/deliverer.ts';
import type { AnswerFiles } from '#domain/season/answer-files.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { type CsvTable, toCsvTable } from '#lib/csv.ts';
import { tidyNumber } from '#lib/format-number.ts';
import type { Fill, FillFile } from './contract.ts';

export const fillAnswer = {
  titleOf: fillTitle,
  sourceOf: fillSource,
  files: {
    figures: ['Figures', figureTable],
    years: ['Past years', yearTable],
    reliability: ['Reliability', reliabilityTable],
  },
} satisfies AnswerFiles<Fill, FillFile>;

/** A row for each past year. */
export function yearTable({ years }: Pick<Fill, 'years'>): CsvTable {
  return toCsvTable(years, [
    ['Year', ({ year }) => String(year)],
    ['Storage on the issue day (AF)', (each) => each.storage_af],
    ['Forecast volume, leave-one-out (AF)', (each) => each.forecast_af],
    ['Peak (AF)', (each) => each.peak_af],
    ['Mean gain (cfs)', (each) => each.gain_cfs],
    ['Target reached', (each) => (each.is_reached ? 'yes' : 'no')],
    ['First day at the target', (each) => each.reached_on],
    ['Forecast peak (AF)', (each) => each.predicted_peak_af],
    ['Forecast chance (%)', ({ predicted_chance: chance }) => chance && tidyNumber(chance * 100)],
  ]);
}

/** The tenths of the leave-one-out chances with what was expected and what came, and all of them at the end. */
export function reliabilityTable({ skill }: Pick<Fill, 'skill'>): CsvTable {
  return toCsvTable(skill ? [...skill.bins, { from: undefined, ...skill }] : [], [
    ['Chance from (%)', ({ from = 0 }) => tidyNumber(from * 100)],
    ['Chance to (%)', ({ from = 0.9 }) => tidyNumber(from * 100 + 10)],
    ['Years', ({ years }) => years],
    ['Expected to reach the target', ({ expected }) => tidyNumber(expected)],
    ['Reached the target', ({ reached }) => reached],
    ['Standard deviation', ({ deviation }) => tidyNumber(deviation)],
  ]);
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

/** `97 %`, `97.5 %` */
export function describeTarget({ target }: Pick<Fill, 'target'>): string {
  return `${Number((target * 100).toFixed(2))} %`;
}

/** `The seven reservoirs, 97 % by 07/31/2026` */
export function fillTitle(fill: Pick<Fill, 'label' | 'target' | 'by'>): string {
  return `${fill.label}, ${describeTarget(fill)} by ${formatUsDate(fill.by)}`;
}

/** What the numbers rest on. */
export function fillSource({ members, point_label }: Pick<Fill, 'members' | 'point_label'>): string {
  return `Computed by this portal from the storage of ${members.map(({ loc_name, loc_id }) => `${loc_name} (${loc_id})`).join(', ')}, and the outlook at ${point_label}. Values: ${describeDeliverers(deliveriesOfRecords(members))}`;
}
