import { deliveriesOfRecords, describeDeliverers } from '#domain/deliverer.ts';
import type { AnswerFiles } from '#domain/season/answer-files.ts';
import { exceedances } from '#domain/statistics/exceedances.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { type CsvTable, toCsvTable } from '#lib/csv.ts';
import type { CarryOver, CarryOverFile } from './contract.ts';

export const carryOverAnswer = {
  titleOf: carryOverTitle,
  sourceOf: carryOverSource,
  files: {
    volumes: ['Carry-over by exceedance', volumeTable],
    season: ['Season', seasonTable],
    years: ['Past winters', winterTable],
  },
} satisfies AnswerFiles<CarryOver, CarryOverFile>;

/** The carry-over beside what past years had; empty where it is withheld. */
function volumeTable({ forecast, climatology_af: climatology, capacity_af: capacity }: CarryOver): CsvTable {
  return toCsvTable(exceedances, [
    ['Chance of exceedance (%)', (percent) => percent],
    ['Carry-over (AF)', (_, at) => forecast?.volumes_af[at] ?? null],
    [
      'Percent of capacity',
      (_, at) => (forecast && capacity > 0 ? (100 * (forecast.volumes_af[at] ?? 0)) / capacity : null),
    ],
    ['Past years (AF)', (_, at) => climatology?.[at] ?? null],
  ]);
}

/** The storage of each day: what came, the fan, and each past winter. */
function seasonTable({ observed, forecast, paths }: CarryOver): CsvTable {
  const came = new Map(observed.days.map((day, at) => [day, observed.values[at]]));
  const fan = new Map(forecast?.fan.days.map((day, at) => [day, at]));
  const past = new Map(paths.days.map((day, at) => [day, at]));
  return toCsvTable([...new Set([...came.keys(), ...past.keys()])].toSorted(), [
    ['Date', (day) => day],
    ['Came (AF)', (day) => came.get(day) ?? null],
    ...([90, 50, 10] as const).map(
      (percent) =>
        [
          `Exceeded in ${percent} % (AF)`,
          (day: string) => forecast?.fan[`p${percent}`][fan.get(day) ?? -1] ?? null,
        ] as const,
    ),
    ...paths.winters.map(
      ({ year, values }) =>
        [`Winter to April ${year} (AF)`, (day: string) => values[past.get(day) ?? -1] ?? null] as const,
    ),
  ]);
}

/** A row for each past winter. */
export function winterTable({ years }: Pick<CarryOver, 'years'>): CsvTable {
  return toCsvTable(years, [
    ['Year', ({ year }) => String(year)],
    ['Storage on the issue day (AF)', (each) => each.storage_af],
    ['Natural flow of the water year so far (AF)', (each) => each.flow_af],
    ['Carry-over on April 1 (AF)', (each) => each.carry_over_af],
    ['Leave-one-out (AF)', (each) => each.predicted_af],
  ]);
}

/** `Carry-over on 04/01/2027, The seven reservoirs` */
export function carryOverTitle({ on, label }: Pick<CarryOver, 'on' | 'label'>): string {
  return `Carry-over on ${formatUsDate(on)}, ${label}`;
}

/** What the numbers rest on. */
export function carryOverSource({ members, flow }: Pick<CarryOver, 'members' | 'flow'>): string {
  const names = members.map(({ loc_name, loc_id }) => `${loc_name} (${loc_id})`).join(', ');
  const natural = flow ? ` and the natural flow at ${flow.loc_name} (${flow.loc_id})` : '';
  return `Computed by this portal from the storage of ${names}${natural}. Values: ${describeDeliverers(deliveriesOfRecords(recordsOf({ members, flow })))}`;
}

function recordsOf({ members, flow }: Pick<CarryOver, 'members' | 'flow'>) {
  return [...members, ...(flow ? [flow] : [])];
}
