import { dataAddress } from '#domain/page-paths.ts';
import { describeFullness, formatDischarge } from '#domain/quantity.ts';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { addDays, formatUsDate } from '#lib/calendar.ts';
import { formatMonthDay } from '#lib/calendar-text.ts';
import { countOf } from '#lib/count-text.ts';
import { formatPercent, formatSignificant } from '#lib/format-number.ts';
import { downloadOf, type SeasonDownload } from '#season/issue-day/SeasonTool.tsx';
import { describePart, describeVolume, provisionalFact } from '#season/volume-text.ts';
import type { Computation } from '#season/years/computation.ts';
import type { Fill, FillFile } from '../contract.ts';
import { describeTarget, fillAnswer, fillSource } from '../files.ts';
import type { FillSkill, ReliabilityBin } from '../rules/fill-result.ts';

/** `2,980 KAF on 04/01/2026, 73 % of 4,090 KAF; 990 KAF left to 97 %` */
export function describeSpace(fill: Pick<Fill, 'storage' | 'space_af' | 'capacity_af' | 'target'>): string {
  const { storage, space_af: space, capacity_af: capacity } = fill;
  if (!storage || space === null) return 'no storage on the issue day';
  const share = formatPercent((storage.value_af / capacity) * 100);
  const held = `${describeVolume(storage.value_af)} on ${formatUsDate(storage.rdate)}, ${share} of ${describeVolume(capacity)}`;
  return space === 0
    ? `${held}; ${describeTarget(fill)} is reached`
    : `${held}; ${describeVolume(space)} (${formatPercent((space / capacity) * 100)}) left to ${describeTarget(fill)}`;
}

/** What gain is needed, and in how many years there was one. Undefined without storage. */
export function describeGain(fill: Fill): string | undefined {
  const { required_cfs: required, years_with_gain: withGain, years, days, by, space_af: space } = fill;
  if (required === null || space === null) return undefined;
  if (space === 0) return 'Nothing more has to be gained.';
  const needed = `A mean gain of ${formatDischarge(required)} cfs over ${countOf(days, 'day')}, to ${formatUsDate(by)}, fills it.`;
  return withGain === null
    ? needed
    : `${needed} ${withGain === 0 ? 'None' : withGain} of ${countOf(years.length, 'year')} had this gain.`;
}

/** `62 % chance to reach 97 % by 07/31/2026` */
export function describeChance(fill: Fill): string {
  const { chance } = fill;
  if (!chance) return 'No chance is given';
  return `${describePercent(chance.chance, fill.years.length)} chance to reach ${describeTarget(fill)} by ${formatUsDate(fill.by)}`;
}

/** Years that all went one way leave no certainty: of 41 years, none is `Less than 3 %`, and all are `More than 97 %`. */
function describePercent(chance: number, years: number): string {
  const part = Math.ceil(100 / Math.max(1, years));
  if (years > 0 && chance <= 0) return `Less than ${part} %`;
  if (years > 0 && chance >= 1) return `More than ${100 - part} %`;
  return describePart(chance);
}

/** What the chance rests on, in sentences. */
export function chanceNotes({ chance, point_label }: Fill): readonly string[] {
  if (!chance) return [];
  const { method, reason, median_day: day, years_reached: reached, outlook_af: volume } = chance;
  return [
    method === 'forecast'
      ? `By the storage and the outlook at ${point_label}${volume === null ? '' : `, ${describeVolume(volume)}`}.`
      : 'By climatology: the share of past years that reached it.',
    ...(method === 'climatology' && reason !== null ? [reason] : []),
    day === null
      ? 'No past year has reached it between these days.'
      : `Of the ${countOf(reached, 'past year')} that reached it, half did so by ${formatMonthDay(day)}.`,
  ];
}

/** `600 KAF, 71 % full` */
export function describeMember({
  storage_af: storage,
  capacity_af: capacity,
}: Fill['members'][number]): string {
  return storage === null ? 'no value' : `${describeVolume(storage)}, ${describeFullness(storage, capacity)}`;
}

/** Facts about the choice. */
export function fillFacts(fill: Fill): readonly { readonly term: string; readonly text: string }[] {
  const { issued, by, days, target_af, storage } = fill;
  return [
    { term: 'Issue day', text: formatUsDate(issued) },
    { term: 'Target', text: `${describeTarget(fill)}: ${describeVolume(target_af)}` },
    { term: 'Time', text: `${countOf(days, 'day')} to ${formatUsDate(by)}` },
    {
      term: 'Storage day',
      text: storage
        ? formatUsDate(storage.rdate)
        : `No day from ${formatUsDate(addDays(issued, -3))} on has a value of every reservoir`,
    },
    provisionalFact(storage),
  ];
}

/** `60 to 70 %` */
export function describeTenth({ from }: Pick<ReliabilityBin, 'from'>): string {
  return `${Math.round(100 * from)} to ${Math.round(100 * from + 10)} %`;
}

/** `13 of 38 years reached the target, 12.4 were expected.` */
export function describeReliability({ reached, years, expected }: FillSkill): string {
  return `${reached} of ${countOf(years, 'year')} reached the target, ${expected.toFixed(1)} were expected.`;
}

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
        term: 'Chance',
        text: coefficients
          ? `0.2 · share of past years + 0.8 ÷ (1 + e^−x), x = b₀ + b₁ · storage + b₂ · forecast volume in KAF, b₀ = ${formatSignificant(coefficients.b0, 3)}, b₁ = ${formatSignificant(coefficients.b1 * 1000, 3)}, b₂ = ${formatSignificant(coefficients.b2 * 1000, 3)}`
          : 'The share of past years that reached the target',
      },
      {
        term: 'Peak',
        text: coefficients
          ? 'A regression of past peaks on storage and forecast volume with its leave-one-out errors, at most the capacity; peaks at the target weigh as much as the chance'
          : 'The peaks of past years between the same days',
      },
      {
        term: 'Past years',
        text: `${countOf(years.length, 'year')} in which every reservoir has its values; years without are left out`,
      },
      { term: 'Source of the values', text: fillSource(fill) },
    ],
  };
}

/** Everything that a fill says. */
export function fillDownloads(fill: Fill): SeasonDownload {
  const { id, issued, by, target } = fill;
  return downloadOf(fillAnswer, fill, {
    addressOf: (file) => fillAddress(fill, file),
    notes: ['Volumes are in acre-feet (AF), gains in cfs.'],
    model: `/api/fill/${id}?issued=${issued}&by=${by}&target=${target}`,
  });
}

/** The address of the rows of a file of this choice. */
export function fillAddress(
  { id, issued, by, target }: Pick<Fill, 'id' | 'issued' | 'by' | 'target'>,
  file: FillFile,
): string {
  return dataAddress('fill', { reservoir: id, issued, by, target: String(target), of: file });
}
