import type { DailySeries } from '#contract/daily-data.ts';
import type { Computable, Derived } from './rules/derive.ts';

/** Stands in the columns Parameter Name and Location Type Name. */
export const derivedLabel = 'Derived series';

/** A derived series as a series of the table, of the graph and of files. Its `loc_ndx` is −1 for the first one, and so on. */
export function toDerivedDaily(at: number, { name, unit, values }: Computable): DailySeries {
  return {
    ...values,
    loc_ndx: -1 - at,
    loc_id: `derived-${at + 1}`,
    loc_name: name,
    units_name: unit,
    data_provider_name: 'Calculation',
    loc_type_name: derivedLabel,
    huc8: null,
    huc10: null,
    changes: {},
    source: null,
  };
}

/**
 * What a derived series is, for notes of graphs and files.
 * @example 'Gain (cfs): Snake River at Lorenzo − Snake River near Heise'
 */
export function describeDerived({ definition: { name }, formula, ...derived }: Derived): string {
  return derived.fault === undefined
    ? `${name} (${derived.unit}): ${formula}`
    : `${name}, ${formula}, is left out. ${derived.fault}`;
}

export const derivedNote =
  'Derived series are computed from the daily values: a day has a value where all that it is computed from have one, is flagged where one of them is flagged, and provisional where one of them is.';
