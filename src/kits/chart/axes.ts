import { withMinus } from '#lib/format-number.ts';
import { dashOf } from './theme.ts';
import type { ChartContent, Side, ValueAxis } from './types.ts';

export const sides: readonly Side[] = ['left', 'right'];

/** The sides whose axis a line or band uses. */
export function usedSides({ series, bands = [] }: Pick<ChartContent, 'series' | 'bands'>): readonly Side[] {
  return sides.filter((side) => [...series, ...bands].some((each) => each.side === side));
}

/** The axis of a side; the left one if the chart has no right axis. */
export function axisOf({ axes }: Pick<ChartContent, 'axes'>, side: Side): ValueAxis {
  return (side === 'left' ? axes.left : axes.right) ?? axes.left;
}

/** A name with its unit, if there is one: `Streamflow (cfs)`. */
export function withUnit(name: string, unit: string): string {
  return unit === '' ? name : `${name} (${unit})`;
}

/** What stands over an axis. Of two axes it says which has the dashed lines: `Streamflow (cfs) – solid`. */
export function axisTitle(content: ChartContent, side: Side, isLog: boolean): string {
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
