/** What to call values that are synthetic, wherever they are shown. */
export const demonstrationNote = 'Synthetic demonstration values, not measurements.';

/** The same of values of which only some are synthetic. */
export const partlyDemonstrationNote = 'Some values are synthetic, for demonstration, and not measurements.';

/** Tells synthetic values from measured ones, in the cell of a table. */
export function originLabel(isDemonstration: boolean): string {
  return isDemonstration ? 'Demonstration' : 'Measured';
}

type SeriesOrigin = {
  readonly name: string;
  readonly provider: string;
  /** The values are synthetic. */
  readonly isDemonstration: boolean;
};

/**
 * The source of values under a chart or in a file: the providers, and which of the series are synthetic.
 * @example `USBR HydroMet, USGS. Synthetic demonstration values: Snake River near Heise`
 */
export function describeSource(all: readonly SeriesOrigin[]): string {
  const providers = [...new Set(all.map(({ provider }) => provider))].toSorted().join(', ');
  const synthetic = all.filter(({ isDemonstration }) => isDemonstration);
  if (synthetic.length === 0) return providers;
  const names = [...new Set(synthetic.map(({ name }) => name))].join(', ');
  const which = synthetic.length === all.length ? '' : `: ${names}`;
  return `${providers}. Synthetic demonstration values${which}`;
}
