import { agencyOf } from './agencies.ts';
import { enteredByHand } from './qualifiers.ts';

/** Where the values of a series are from. */
export type Delivery = {
  /** The source that the values were imported from, as the command line names it; null if they were not imported. */
  readonly source: string | null;
  /** The data provider of the site. */
  readonly provider: string;
};

/**
 * Names who delivered the values of a series, which may be another agency than that of the site. Values that were not
 * imported count as the provider's.
 * @example delivererOf({ source: 'usbr', provider: 'USGS' }) // 'USBR HydroMet'
 * @example delivererOf({ source: 'usbr', provider: 'USBR AgriMet' }) // 'USBR AgriMet'
 */
export function delivererOf({ source, provider }: Delivery): string {
  if (source === null) return provider;
  if (source === enteredByHand) return 'Entered by hand';
  const [name = source, ...others] = agencyOf(source)?.providers.map((each) => each.name) ?? [];
  return others.find((each) => each === provider) ?? name;
}

type ValueOrigin = { readonly source: string | null; readonly is_demonstration: boolean };

/** The origin of one value of a series: those entered by hand are neither imported nor synthetic. */
export function valueOrigin(series: ValueOrigin, qualifier: string | null | undefined): ValueOrigin {
  if (qualifier !== enteredByHand) return series;
  return { source: enteredByHand, is_demonstration: false };
}

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

type DeliveredRecord = {
  readonly loc_name: string;
  readonly is_demonstration: boolean;
  readonly delivered_by: string;
};

/** Where the values of records are from. */
export function originsOfRecords(records: readonly DeliveredRecord[]): readonly SeriesOrigin[] {
  return records.map(({ loc_name: name, delivered_by: provider, is_demonstration: isDemonstration }) => ({
    name,
    provider,
    source: null,
    isDemonstration,
  }));
}
