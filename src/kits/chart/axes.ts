import type { ChartContent, Side, ValueAxis } from './types.ts';

/** The axis of a side; the left one if the chart has no right axis. */
export function axisOf({ axes }: Pick<ChartContent, 'axes'>, side: Side): ValueAxis {
  return (side === 'left' ? axes.left : axes.right) ?? axes.left;
}

/** `Streamflow (cfs)` */
export function axisName({ title, unit }: ValueAxis): string {
  return withUnit(title, unit);
}

/** A name with its unit, if there is one. */
export function withUnit(name: string, unit: string): string {
  return unit === '' ? name : `${name} (${unit})`;
}
