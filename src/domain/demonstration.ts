import { type Delivery, delivererOf } from './deliverer.ts';

/** What to call values that are synthetic, wherever they are shown. */
export const demonstrationNote = 'Synthetic demonstration values, not measurements.';

/** The same of values of which only some are synthetic. */
export const partlyDemonstrationNote = 'Some values are synthetic, for demonstration, and not measurements.';

/** How many of the series that a figure rests on are synthetic. */
export type Origin = 'all' | 'some' | 'none';

export function originOf(series: readonly { readonly is_demonstration: boolean }[]): Origin {
  const synthetic = series.filter(({ is_demonstration }) => is_demonstration).length;
  if (synthetic === 0) return 'none';
  return synthetic === series.length ? 'all' : 'some';
}

/** What to say of figures that rest on such series; undefined where all are measured. */
export function describeOrigin(origin: Origin): string | undefined {
  if (origin === 'none') return undefined;
  return origin === 'all' ? demonstrationNote : partlyDemonstrationNote;
}

const originLabels: Readonly<Record<Origin, string>> = {
  all: 'Demonstration',
  some: 'Partly demonstration',
  none: 'Measured',
};

/** Tells synthetic values from measured ones, in the cell of a table. */
export function originLabel(origin: Origin | boolean): string {
  return originLabels[typeof origin === 'string' ? origin : origin ? 'all' : 'none'];
}

export type SeriesOrigin = Delivery & {
  readonly name: string;
  /** The values are synthetic. */
  readonly isDemonstration: boolean;
};

/**
 * The source of values under a chart or in a file: who delivered them, and which of the series are synthetic.
 * @example `USBR HydroMet, USGS. Synthetic demonstration values: Snake River near Heise`
 */
export function describeSource(all: readonly SeriesOrigin[]): string {
  const deliverers = [...new Set(all.map(delivererOf))].toSorted().join(', ');
  const synthetic = all.filter(({ isDemonstration }) => isDemonstration);
  if (synthetic.length === 0) return deliverers;
  const names = [...new Set(synthetic.map(({ name }) => name))].join(', ');
  const which = synthetic.length === all.length ? '' : `: ${names}`;
  return `${deliverers}. Synthetic demonstration values${which}`;
}
