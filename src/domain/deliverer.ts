import { agencyOf } from './agencies.ts';
import { enteredByHand } from './qualifiers.ts';

/** The source of records that people, loggers and files of the portal's own write. */
export const ownSource = 'own';

/** Where the values of a series are from. */
export type Delivery = {
  /** The source that the values were imported from, as the command line names it; null if they were not imported. */
  readonly source: string | null;
  /** The data provider of the site. */
  readonly provider: string;
};

/**
 * Names who delivered the values of a series, which may be another agency than that of the site. Values that were not
 * imported count as the provider's, and so do own records.
 * @example delivererOf({ source: 'usbr', provider: 'USGS' }) // 'USBR HydroMet'
 * @example delivererOf({ source: 'usbr', provider: 'USBR AgriMet' }) // 'USBR AgriMet'
 */
export function delivererOf({ source, provider }: Delivery): string {
  if (source === null || source === ownSource) return provider;
  if (source === enteredByHand) return 'Entered by hand';
  const [name = source, ...others] = agencyOf(source)?.providers.map((each) => each.name) ?? [];
  return others.find((each) => each === provider) ?? name;
}

/** The source of one value of a series: some are entered by hand, whoever delivers the others. */
export function sourceOfValue(source: string | null, qualifier: string | null | undefined): string | null {
  return qualifier === enteredByHand ? enteredByHand : source;
}

/** Who delivered the values under a chart or in a file: `USBR HydroMet, USGS`. */
export function describeDeliverers(all: readonly Delivery[]): string {
  return [...new Set(all.map(delivererOf))].toSorted().join(', ');
}

/** Where the values of records, or of groups of them, are from. */
export function deliveriesOfRecords(
  all: readonly { readonly delivered_by: string | readonly string[] }[],
): readonly Delivery[] {
  const providers = all.flatMap(({ delivered_by }) => delivered_by);
  return providers.map((provider) => ({ provider, source: null }));
}
