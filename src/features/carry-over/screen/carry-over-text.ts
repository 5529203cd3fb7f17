import { dataAddress } from '#domain/page-paths.ts';
import { medianPlace } from '#domain/statistics/exceedances.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { formatPercent, formatSignificant } from '#lib/format-number.ts';
import { downloadOf, type SeasonDownload } from '#season/issue-day/SeasonTool.tsx';
import type { SeasonFact } from '#season/SeasonTable.tsx';
import { describeRange, describeVolume, formatSkill, provisionalFact } from '#season/volume-text.ts';
import type { Computation } from '#season/years/computation.ts';
import type { CarryOver, CarryOverFile } from '../contract.ts';
import { carryOverAnswer, carryOverSource } from '../files.ts';
import type { CarryOverSkill } from '../rules/carry-over-result.ts';

type Volumes = readonly number[];
const lowOf = (volumes: Volumes) => volumes[0] ?? 0;
const middleOf = (volumes: Volumes) => volumes[medianPlace] ?? 0;
const highOf = (volumes: Volumes) => volumes.at(-1) ?? 0;

/** `2,310 KAF, 57 % of capacity; 8 in 10 chance between 1,900 and 2,800 KAF` */
export function describeCarryOver({
  forecast,
  capacity_af: capacity,
}: Pick<CarryOver, 'forecast' | 'capacity_af'>): string {
  if (!forecast) return 'no carry-over is given';
  const { volumes_af: volumes } = forecast;
  return `${describeVolume(middleOf(volumes))}${ofCapacity(middleOf(volumes), capacity)}; 8 in 10 chance ${describeRange(lowOf(volumes), highOf(volumes))}`;
}

function ofCapacity(volume: number, capacity: number): string {
  return capacity > 0 ? `, ${formatPercent((volume / capacity) * 100)} of capacity` : '';
}

/** What the carry-over is made of, what past years had where it is withheld, and what came. */
export function carryOverNotes(carryOver: CarryOver): readonly string[] {
  const { storage, forecast, climatology_af: usual, outcome_af: outcome, capacity_af, on } = carryOver;
  const gain = storage && forecast ? middleOf(forecast.volumes_af) - storage.value : undefined;
  return [
    ...(storage && gain !== undefined
      ? [
          `That is what they hold, ${describeVolume(storage.value)} on ${formatUsDate(storage.rdate)}, ${gain < 0 ? 'less' : 'plus'} ${describeVolume(Math.abs(gain))}, by what past winters ${gain < 0 ? 'took from' : 'added to'} them.`,
        ]
      : []),
    ...(!forecast && usual
      ? [
          `Past years carried over ${describeVolume(middleOf(usual))} in the middle, 8 in 10 of them ${describeRange(lowOf(usual), highOf(usual))}.`,
        ]
      : []),
    ...(outcome === null
      ? []
      : [`On ${formatUsDate(on)} it came to ${describeVolume(outcome)}${ofCapacity(outcome, capacity_af)}.`]),
  ];
}

/** `Past winters were missed by 273 KAF on average, by their median by 472 KAF: a skill of 0.42.` */
export function describeCarryOverSkill({ mae_af, climatology_mae_af, skill }: CarryOverSkill): string {
  return `Past winters were missed by ${describeVolume(mae_af)} on average, by the median of the others by ${describeVolume(climatology_mae_af)}: a skill of ${formatSkill(skill)}.`;
}

/** How good the method was, beside the median of the other winters. */
export function carryOverSkillFacts(skill: CarryOverSkill): readonly SeasonFact[] {
  return [
    {
      term: 'Mean absolute error',
      text: `${describeVolume(skill.mae_af)}, leave-one-out, ${countOf(skill.years, 'winter')}`,
    },
    { term: 'The same of the median', text: describeVolume(skill.climatology_mae_af) },
    {
      term: 'Skill',
      text: `${formatSkill(skill.skill)}, above ${formatSkill(skill.skill_low)} with a chance of 95 %; 1 is perfect, 0 is no better than the median`,
    },
  ];
}

/** The share of the capacity, 0 to 1, that is to be reached, in AF and less what is stored. */
export function roomLeft(capacity: number, target: number, storage: number): number {
  return Math.max(0, target * capacity - storage);
}

/** What is expected to be left to a target on April 1. Undefined without a carry-over. */
export function describeRoom(
  { forecast, capacity_af: capacity, on }: Pick<CarryOver, 'forecast' | 'capacity_af' | 'on'>,
  { share, label }: { readonly share: number; readonly label: string },
): string | undefined {
  if (!forecast) return undefined;
  const { volumes_af: volumes } = forecast;
  const left = (volume: number) => roomLeft(capacity, share, volume);
  const middle = left(middleOf(volumes));
  return `On ${formatUsDate(on)}, ${describeVolume(middle)} (${formatPercent((middle / capacity) * 100)}) are expected to be left to ${label}; 8 in 10 chance ${describeRange(left(highOf(volumes)), left(lowOf(volumes)))}.`;
}

/** Facts beside the headline. */
export function carryOverFacts(carryOver: CarryOver, today: string): readonly SeasonFact[] {
  const { issued, storage, flow, years, forecast } = carryOver;
  return [
    { term: 'Issue day', text: formatUsDate(issued) },
    {
      term: 'Values',
      text: issued === today ? 'As they are known today' : 'As they are known now: a hindcast',
    },
    { term: 'Past winters', text: countOf(years.length, 'winter') },
    {
      term: 'Natural flow of the water year',
      text:
        flow === null
          ? 'None: the carry-over rests on the storage only'
          : flow.volume_af === null
            ? `Unknown: ${flow.loc_name} lacks days since ${formatUsDate(flow.from)}`
            : `${describeVolume(flow.volume_af)} at ${flow.loc_name} since ${formatUsDate(flow.from)}${forecast && forecast.model.flow === null ? ', not used' : ''}`,
    },
    provisionalFact(storage),
  ];
}

/** How a carry-over was computed, with its own numbers. */
export function carryOverComputation(carryOver: CarryOver): Computation {
  const { forecast, years, skill } = carryOver;
  const model = forecast?.model;
  return {
    section: 'carry-over',
    entries: [
      {
        term: 'Carry-over',
        text: model
          ? `${describeVolume(model.intercept)} + ${formatSignificant(model.storage, 3)} · storage${model.flow === null ? '' : ` + ${formatSignificant(model.flow, 3)} · natural flow of the water year so far`}, by regression on past winters, at most the capacity`
          : 'Withheld; it would be a regression of past winters on their storage and natural flow',
      },
      {
        term: 'Range',
        text: 'The leave-one-out errors of past winters; of each day before Apr 1, its own',
      },
      {
        term: 'Record',
        text: `Leave-one-out: each of ${countOf(skill?.years ?? years.length, 'winter')} by all others. Climatology: the median of the others`,
      },
      { term: 'Source of the values', text: carryOverSource(carryOver) },
    ],
  };
}

/** Everything that a carry-over says. */
export function carryOverDownloads(carryOver: CarryOver): SeasonDownload {
  const { id, issued } = carryOver;
  return downloadOf(carryOverAnswer, carryOver, {
    addressOf: (file) => carryOverAddress(carryOver, file),
    notes: ['Volumes are in acre-feet (AF).'],
    model: `/api/carry-over/${id}?issued=${issued}`,
  });
}

/** The address of the rows of a file of this carry-over. */
export function carryOverAddress(
  { id, issued }: Pick<CarryOver, 'id' | 'issued'>,
  file: CarryOverFile,
): string {
  return dataAddress('carry-over', { reservoir: id, issued, of: file });
}
