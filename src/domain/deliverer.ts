import { enteredByHand } from './qualifiers.ts';
import type { DataProvider } from './vocabulary.ts';

/** The data providers whose values a source delivers, as the command line names it; the first one is its name. */
const providersOf: ReadonlyMap<string, readonly DataProvider[]> = new Map([
  ['usgs', ['USGS']],
  ['nrcs', ['NRCS Snotel']],
  ['usbr', ['USBR HydroMet', 'USBR AgriMet']],
  ['idwr', ['IDWR Accounting']],
  ['aquainfo', ['IDWR AquaInfo']],
]);

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
  const [name = source, ...others] = providersOf.get(source) ?? [];
  return others.find((each) => each === provider) ?? name;
}

type ValueOrigin = { readonly source: string | null; readonly is_demonstration: boolean };

/** The origin of one value of a series: those entered by hand are neither imported nor synthetic. */
export function valueOrigin(series: ValueOrigin, qualifier: string | null | undefined): ValueOrigin {
  if (qualifier !== enteredByHand) return series;
  return { source: enteredByHand, is_demonstration: false };
}
