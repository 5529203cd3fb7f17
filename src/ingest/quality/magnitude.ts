import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { dayParts } from '#lib/calendar.ts';
import type { ImportedDays } from '../engine/daily-values.ts';
import { convertUnit, otherUnitsOf, type UnitConversion, unitOf } from '../reading/units.ts';

/** The middle value of one month of a record, and how many values it rests on. */
export type MonthLevel = { readonly month: number; readonly level: number };

/** The levels that a record has had in a month and the months beside it, by month from 1. */
export type SeasonRanges = ReadonlyMap<number, { readonly low: number; readonly high: number }>;

/** Records with fewer values than this have not shown what is usual. */
export const minRecordDays = 200;
/** Files with fewer days than this, in months that the record knows, are not judged. */
export const minFileDays = 10;
/** The share of a file's days that must look like another unit, and like nothing that the record has had. */
const minShare = 0.8;
/** Units nearer to each other than this cannot be distinguished from a wet and a dry year. */
const minFactor = 3;
/** Parts of a unit's distance by which levels may lie beyond the record's: as they are, and converted. */
const tolerance = { asItIs: 0.3, converted: 0.25 };
/** The same for temperatures, in degrees Fahrenheit. */
const degrees = { asItIs: 12, converted: 6 };
/** Temperatures cross 0, so they have no ratio. */
const signedUnit = '°F';

/** A month with fewer values, zeros left out, has no level, except of wells, which are measured now and then. */
export function minLevelDays(parameter: ParameterNdx): number {
  return parameter === parameterNdx.depthToWater || parameter === parameterNdx.groundwaterElevation ? 1 : 5;
}

/** How many years a month needs. A month of snow in one winter may be 25 times that of another, as inches in millimeters. */
function minYears(parameter: ParameterNdx): number {
  return parameter === parameterNdx.swe ? 3 : 1;
}

/** Whether a month's level is the median of its values; otherwise of their sizes, without zeros. */
export function hasSignedLevels(parameter: ParameterNdx): boolean {
  return unitOf(parameter) === signedUnit;
}

/** The share of a season's months at either end that are taken for faults of the record itself. */
const trimmedShare = 0.02;

/**
 * Finds what each month of the year has had, the months beside it included: a season may come early or late. A month at
 * the edge of a record of less than a year has no range, nor has a month of snow before its third winter.
 */
export function seasonRangesOf(levels: readonly MonthLevel[], parameter: ParameterNdx): SeasonRanges {
  const byMonth = Map.groupBy(levels, ({ month }) => month);
  const months = Array.from({ length: 12 }, (_, at) => at + 1);
  return new Map(
    months.flatMap((month) => {
      const near = [month - 1, month, month + 1].map((each) => byMonth.get(((each + 11) % 12) + 1) ?? []);
      if (near.some((found) => found.length < minYears(parameter))) return [];
      const sorted = near
        .flat()
        .map(({ level }) => level)
        .sort((one, other) => one - other);
      const trimmed = Math.floor(sorted.length * trimmedShare);
      const [low, high] = [sorted[trimmed], sorted[sorted.length - 1 - trimmed]];
      return low === undefined || high === undefined ? [] : [[month, { low, high }] as const];
    }),
  );
}

/** Computes the levels of the months of values that are sorted by day. */
export function monthLevelsOf(
  { days, values }: Pick<ImportedDays, 'days' | 'values'>,
  parameter: ParameterNdx,
): (MonthLevel & { readonly days: number })[] {
  const levels: (MonthLevel & { days: number })[] = [];
  let sizes: number[] = [];
  let end = -Infinity;
  let month = 0;
  const isSigned = hasSignedLevels(parameter);
  const minDays = minLevelDays(parameter);
  const endMonth = () => {
    const sorted = Float64Array.from(sizes).sort();
    const level = sorted[sorted.length >> 1];
    if (level !== undefined && sorted.length >= minDays) levels.push({ month, level, days: sorted.length });
    sizes = [];
  };
  for (const [at, day] of days.entries()) {
    const value = values[at] ?? 0;
    if (day >= end) {
      endMonth();
      const { year, month: next, day: ofMonth } = dayParts(day);
      month = next;
      end = day - ofMonth + 1 + new Date(Date.UTC(year, next, 0)).getUTCDate();
    }
    if (isSigned) sizes.push(value);
    else if (value !== 0) sizes.push(Math.abs(value));
  }
  endMonth();
  return levels;
}

type Suspect = { readonly unit: string; readonly conversion: UnitConversion; readonly isTwice: boolean };

/**
 * Finds the unit that the values of a file seem to be in, if they are unlike all that the record has had in their
 * season, and like it once converted. `isTwice` means that they seem to have been converted although they had the right
 * unit already.
 */
export function findSuspectUnit(
  levels: readonly (MonthLevel & { readonly days: number })[],
  ranges: SeasonRanges,
  parameter: ParameterNdx,
): Suspect | undefined {
  const judged = levels.flatMap((each) => {
    const range = ranges.get(each.month);
    return range ? [{ ...each, ...range }] : [];
  });
  const all = judged.reduce((sum, { days }) => sum + days, 0);
  if (all < minFileDays) return undefined;
  let found: { readonly suspect: Suspect; readonly days: number; readonly distance: number } | undefined;
  for (const suspect of suspectsOf(parameter)) {
    let days = 0;
    let distance = 0;
    for (const each of judged) {
      const off = distanceOf(each, suspect);
      if (off === undefined) continue;
      days += each.days;
      distance += off * each.days;
    }
    if (days < all * minShare) continue;
    if (!found || distance / days < found.distance / found.days) found = { suspect, days, distance };
  }
  return found?.suspect;
}

/** No agency publishes snow in feet or wells in inches, and a factor of 12 is within a dry and a wet year of snow. */
const improbableUnits = new Set(['ft', 'in']);

function suspectsOf(parameter: ParameterNdx): Suspect[] {
  return otherUnitsOf(parameter)
    .filter(({ unit }) => !improbableUnits.has(unit))
    .filter(({ conversion: { factor, offset } }) => offset !== 0 || Math.max(factor, 1 / factor) >= minFactor)
    .flatMap(({ unit, conversion }) => [
      { unit, conversion, isTwice: false },
      { unit, conversion, isTwice: true },
    ]);
}

type JudgedLevel = { readonly level: number; readonly low: number; readonly high: number };

/** How far a level is from the middle of the record's range once converted; undefined if it does not fit that unit. */
function distanceOf({ level, low, high }: JudgedLevel, { conversion, isTwice }: Suspect): number | undefined {
  const { factor, offset } = conversion;
  const converted = isTwice ? (level - offset) / factor : convertUnit(level, conversion);
  if (offset !== 0) {
    if (level > low - degrees.asItIs && level < high + degrees.asItIs) return undefined;
    const isInside = converted > low - degrees.converted && converted < high + degrees.converted;
    return isInside ? Math.abs(converted - (low + high) / 2) : undefined;
  }
  const size = Math.max(factor, 1 / factor);
  const [beyond, within] = [size ** tolerance.asItIs, size ** tolerance.converted];
  if (level > low / beyond && level < high * beyond) return undefined;
  const isInside = converted > low / within && converted < high * within;
  return isInside ? Math.abs(Math.log(converted / Math.sqrt(low * high))) : undefined;
}
