import type { Flag } from '#domain/qualifiers.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { firstDayOfWaterYear, waterYear } from '#domain/water-year.ts';
import { type DayNumber, dayFromParts, dayNumber, dayParts } from '#lib/calendar.ts';
import type { FlaggedValues, ValueMarks } from '../engine/daily-values.ts';
import type { DemoStation } from './catalog.ts';
import type { Series } from './daily-series.ts';
import { hashText, uniform } from './noise.ts';

/** What is said of a value; each is one object, as values share them. */
const marks = {
  A: { approval: 'A', qualifier: undefined },
  P: { approval: 'P', qualifier: undefined },
  Ae: { approval: 'A', qualifier: 'e' },
  Pe: { approval: 'P', qualifier: 'e' },
} as const satisfies Readonly<Record<string, ValueMarks>>;

/** Days by which some stations report late. */
export const reportingLagDays: Record<string, number> = {
  '13120000': 38,
  '13112000': 24,
  '764:WY:SNTL': 19,
  RRII: 45,
};

/**
 * Generates the values of a series after `after` and through `through`, as if `through` were yesterday. Leaves out days
 * on which the instrument failed; values are approved half a year later or more.
 */
export function recordValues(
  station: DemoStation,
  series: Series,
  after: DayNumber | undefined,
  through: DayNumber,
): FlaggedValues {
  const seed = hashText(`${station.id} ${series.parameter}`);
  const late = reportingLagDays[station.id] ?? 0;
  const from = Math.max(dayNumber(series.from), after === undefined ? -Infinity : after - late + 1);
  const until = Math.min(through - late, series.until ? dayNumber(series.until) : Infinity);
  const provisional = provisionalFrom(through);
  const found = {
    days: [] as DayNumber[],
    values: [] as number[],
    marks: [] as ValueMarks[],
    flags: [] as (Flag | undefined)[],
  };
  const icy = station.shape.kind === 'stream' && station.shape.meanCfs < 1500;
  for (let year = waterYear(from); from <= until && year <= waterYear(until); year++) {
    const start = firstDayOfWaterYear(year);
    const values = series.year(year);
    for (let i = Math.max(0, from - start); i < values.length && start + i <= until; i++) {
      const value = values[i] ?? Number.NaN;
      const day = start + i;
      if (Number.isNaN(value) || (series.continuous && isGap(seed, day))) continue;
      const approval = day >= provisional ? 'P' : 'A';
      const isEstimate = series.continuous && isEstimated(seed, day, icy && i > 60 && i < 145);
      const glitch = glitchOf(station, series, seed, day, value);
      found.days.push(day);
      found.values.push(glitch?.value ?? value);
      found.marks.push(marks[`${approval}${isEstimate ? 'e' : ''}`]);
      found.flags.push(glitch?.flag);
    }
  }
  return found;
}

/** Finds the first provisional day: the start of the last April or October that began at least 150 days ago. */
export function provisionalFrom(through: DayNumber): DayNumber {
  const { year, month } = dayParts(through - 150);
  if (month >= 10) return dayFromParts(year, 10, 1);
  return month >= 4 ? dayFromParts(year, 4, 1) : dayFromParts(year - 1, 10, 1);
}

/** Checks whether the instrument fails on a day. It does so now and then, for one to ten days. */
function isGap(seed: number, day: DayNumber): boolean {
  const stretch = 240;
  const block = Math.floor(day / stretch);
  if (uniform(seed + 21, block) > 0.3) return false;
  const start = Math.floor(uniform(seed + 22, block) * (stretch - 10));
  const length = 1 + Math.floor(uniform(seed + 23, block) ** 2 * 10);
  const place = day - block * stretch;
  return place >= start && place < start + length;
}

/** Checks whether a day is estimated, as some single days and icy spells on small streams are. */
function isEstimated(seed: number, day: DayNumber, ice: boolean): boolean {
  if (ice && uniform(seed + 24, Math.floor(day / 6)) < 0.14) return true;
  return uniform(seed + 25, day) < 0.002;
}

/** The reading of a failing instrument, and the quality rule that it fails. */
type Glitch = { readonly value: number; readonly flag: Flag };

/** Days between glitches, on average. */
const meanDaysBetweenGlitches = 1200;

/** Returns the glitch of a reservoir gage or snow pillow on a day, if there is one. */
function glitchOf(
  { shape }: DemoStation,
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
