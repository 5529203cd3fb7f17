import { dateFormats, formatWallTime } from '#lib/calendar-text.ts';
import { withMinus } from '#lib/format-number.ts';
import { dashOf } from './theme.ts';
import type { AxisSide, ChartContent, Extent, TimeAxis, ValueAxis } from './types.ts';

export const sides: readonly AxisSide[] = ['left', 'right'];

/** The sides whose axis a line or band uses. */
export function usedSides({
  series,
  bands = [],
}: Pick<ChartContent, 'series' | 'bands'>): readonly AxisSide[] {
  return sides.filter((side) => [...series, ...bands].some((each) => each.side === side));
}

/** The axis of a side; the left one if the chart has no right axis. */
export function axisOf({ axes }: Pick<ChartContent, 'axes'>, side: AxisSide): ValueAxis {
  return (side === 'left' ? axes.left : axes.right) ?? axes.left;
}

/** A name with its unit, if there is one: `Streamflow (cfs)`. */
export function withUnit(name: string, unit: string): string {
  return unit === '' ? name : `${name} (${unit})`;
}

/** What stands over an axis. Of two axes it says which has the dashed lines: `Streamflow (cfs) – solid`. */
export function axisTitle(content: ChartContent, side: AxisSide, isLog: boolean): string {
  const { title, unit } = axisOf(content, side);
  const own = content.series.filter((each) => each.side === side);
  const dashes = own.map((each) => dashOf(each).length > 0);
  const hasTwo = usedSides(content).length > 1 && own.length > 0;
  const style = !hasTwo || new Set(dashes).size > 1 ? '' : dashes[0] ? ' – dashed' : ' – solid';
  return `${withUnit(title, unit)}${style}${isLog ? ', log scale' : ''}`;
}

const digits = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** `1,540` */
export function formatValue({ format }: Pick<ValueAxis, 'format'>, value: number): string {
  return format ? format(value) : withMinus(digits.format(value));
}

/** `1,540 cfs` */
export function appendUnit(value: string, unit: string): string {
  return unit === '' ? value : `${value} ${unit}`;
}

const msPerDay = 86_400_000;

/** A time axis that has days. */
type DayAxis = Exclude<TimeAxis, { kind: 'months' }>;

/** The header of a column of x values. */
export const xNames: Record<TimeAxis['kind'], string> = { days: 'Date', season: 'Day', months: 'Month' };

/** The UTC date of `x`; on a season axis, in a year that has February 29. */
export function dateAt(x: number, time: DayAxis): Date {
  if (time.kind === 'days') return new Date(x * msPerDay);
  const { firstMonth } = time;
  return new Date(Date.UTC(firstMonth > 2 ? 1999 : 2000, firstMonth - 1, x));
}

/** The `x` of a UTC date: the inverse of `dateAt`. */
export function xOf(date: Date, time: DayAxis): number {
  const day = Math.floor(date.valueOf() / msPerDay);
  return time.kind === 'days' ? day : day - Math.floor(dateAt(1, time).valueOf() / msPerDay) + 1;
}

/** The ticks with their labels. Where all of them begin a year, they are years: `2000`. */
export function tickLabels(ticks: readonly number[], time: TimeAxis): readonly [x: string, label: string][] {
  const isYear = (x: number) =>
    time.kind === 'days' && dateAt(x, time).toISOString().slice(5, 10) === '01-01';
  const areYears = ticks.length > 1 && ticks.every(isYear);
  return ticks.map((x) => [
    String(x),
    areYears && time.kind === 'days' ? String(dateAt(x, time).getUTCFullYear()) : tickLabelAt(x, time),
  ]);
}

/** The label of a tick: as `labelAt`, or `Nov` where the axis has months and the tick is the first of one. */
function tickLabelAt(x: number, time: TimeAxis): string {
  const isMonth =
    time.kind === 'season'
      ? dateAt(x, time).getUTCDate() === 1
      : time.kind === 'days' && time.ticks === 'months';
  return isMonth && time.kind !== 'months'
    ? formatWallTime(dateAt(x, time), dateFormats.month)
    : labelAt(x, time);
}

/** `MM-DD-YYYY`, `Nov 26, 2026` where the axis has months, `MMM DD` of a season, or the name of a month. */
export function labelAt(x: number, time: TimeAxis): string {
  if (time.kind === 'months') return time.names[Math.round(x) - 1] ?? '';
  if (time.kind === 'season') return formatWallTime(dateAt(x, time), dateFormats.monthAndDay);
  return formatWallTime(dateAt(x, time), time.ticks === 'months' ? dateFormats.date : dateFormats.chartDate);
}

/** `Nov 26`, or the name of a month: where there is no room for the year. */
export function dayLabel(x: number, time: TimeAxis): string {
  return time.kind === 'months'
    ? labelAt(x, time)
    : formatWallTime(dateAt(x, time), dateFormats.monthAndDayNumber);
}

/** The limit at any width. */
export const maxTicks = 9;
/** Pixels that a label such as `10-01-2025` or `Oct` takes, with its margins. */
const labelWidths: Readonly<Record<TimeAxis['kind'], number>> = { days: 80, season: 44, months: 44 };
/** Up to two weeks the ticks may be days; beyond, weeks are the smallest step. */
const dayTickSpan = 14;

type Step = { readonly unit: 'day' | 'week' | 'month' | 'year'; readonly count: number };

const days: readonly Step[] = [1, 2].map((count) => ({ unit: 'day', count }));
const longerSteps: readonly Step[] = [
  ...[1, 2].map((count) => ({ unit: 'week', count }) as const),
  ...[1, 2, 3, 6].map((count) => ({ unit: 'month', count }) as const),
  ...[1, 2, 5, 10, 20, 50, 100].map((count) => ({ unit: 'year', count }) as const),
];

/** The ticks of the time axis: the finest regular steps whose labels fit, at most 9. */
export function ticksOf([from, to]: Extent, time: TimeAxis, width: number): readonly number[] {
  const labels = time.kind === 'days' && time.ticks === 'months' ? 'months' : time.kind;
  const maxCount = Math.max(2, Math.min(maxTicks, Math.floor(width / labelWidths[labels])));
  if (time.kind === 'months') return everyMonth(from, to, maxCount);
  const steps = to - from <= dayTickSpan ? [...days, ...longerSteps] : longerSteps;
  for (const step of steps) {
    const ticks = ticksBy(step, from, to, time);
    if (ticks.length > maxCount) continue;
    if (ticks.length === 0) break;
    return labels === 'days' ? withoutCrowded(ticks, [from, to], width) : ticks;
  }
  return [Math.round(from)];
}

/** Leaves out a date at an end of the axis, which begins or ends there, where it would meet the next one. */
function withoutCrowded(ticks: readonly number[], [from, to]: Extent, width: number): readonly number[] {
  if (ticks.length < 3) return ticks;
  const isCrowded = (x: number, edge: number, neighbor: number) =>
    x === edge && (Math.abs(neighbor - x) / (to - from)) * width < 1.4 * labelWidths.days;
  const [first = from, second = to] = ticks;
  const [before = from, last = to] = ticks.slice(-2);
  return ticks.slice(isCrowded(first, from, second) ? 1 : 0, isCrowded(last, to, before) ? -1 : undefined);
}

function everyMonth(from: number, to: number, maxCount: number): number[] {
  const first = Math.ceil(from);
  const count = Math.floor(to) - first + 1;
  const step = Math.max(1, Math.ceil(count / maxCount));
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => first + at * step);
}

function ticksBy({ unit, count }: Step, from: number, to: number, time: DayAxis): number[] {
  const ticks: number[] = [];
  if (unit === 'day' || unit === 'week') {
    const step = unit === 'day' ? count : 7 * count;
    // Weeks begin on Sunday; 1970-01-04 was a Sunday.
    const origin = time.kind === 'days' && unit === 'week' ? 3 : 1;
    const first = origin + Math.ceil((from - origin) / step) * step;
    for (let x = first; x <= to && ticks.length <= maxTicks; x += step) ticks.push(x);
    return ticks;
  }
  const start = dateAt(Math.ceil(from), time);
  const step = unit === 'month' ? count : 12 * count;
  const firstMonth = time.kind === 'season' ? time.firstMonth - 1 : 0;
  const months = start.getUTCFullYear() * 12 + start.getUTCMonth() - firstMonth;
  for (let at = Math.floor(months / step) * step; ticks.length <= maxTicks; at += step) {
    const x = xOf(firstOfMonth(at + firstMonth), time);
    if (x > to) break;
    if (x >= from) ticks.push(x);
  }
  return ticks;
}

/** The first of a month, counted from January of the year 0. `Date.UTC` reads years below 100 as 19xx. */
function firstOfMonth(month: number): Date {
  const date = new Date(Date.UTC(2000, month % 12));
  date.setUTCFullYear(Math.floor(month / 12));
  return date;
}

/** Which axes are logarithmic, of those that offer it and that a series or band uses. */
export function logSidesOf(content: ChartContent, isLog: boolean): Readonly<Record<AxisSide, boolean>> {
  const used = usedSides(content);
  const isOn = (side: AxisSide) => isLog && used.includes(side) && axisOf(content, side).offersLog === true;
  return { left: isOn('left'), right: isOn('right') };
}

/** Whether an axis can be logarithmic. */
export function canBeLog(content: ChartContent): boolean {
  const { left, right } = logSidesOf(content, true);
  return left || right;
}
