import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { splitUnit } from '../../parse-csv.ts';
import type { Target } from '../../source.ts';
import type { UnitCheck, UnitConversion } from '../../units.ts';

type Element = {
  readonly ndx: ParameterNdx;
  /** The column's header in a report, before its unit. */
  readonly header: string;
  /** Some stations count what lies below a reservoir's outlet, others do not, and the answer does not say. */
  readonly mayIncludeDeadStorage?: boolean;
};

/** The AWDB elements that the portal imports. AWDB also has reservoirs and gages of other agencies. */
export const elements: Readonly<Record<string, Element>> = {
  WTEQ: { ndx: parameterNdx.swe, header: 'snow water equivalent' },
  PRCP: { ndx: parameterNdx.precipitation, header: 'precipitation increment' },
  TAVG: { ndx: parameterNdx.airTemperature, header: 'air temperature average' },
  RESC: { ndx: parameterNdx.storage, header: 'reservoir storage volume', mayIncludeDeadStorage: true },
  SRDOO: { ndx: parameterNdx.streamflow, header: 'river discharge observed mean' },
  DIVD: { ndx: parameterNdx.diversion, header: 'diversion discharge observed mean' },
};

/** A value column of a report. */
export type ReportColumn = {
  readonly element: string;
  readonly unit: string | undefined;
  /** The number of the station, where the header names one, as in reports of several stations. */
  readonly station: string | undefined;
};

const stationPattern = /^.*\((\d{2,}[\w:]*)\)\s+/;
/** Medians of 30 years stand beside values, under the same name and unit. */
const statisticPattern = /\d{4}\s*[-–]\s*\d{4}|\b(?:median|normal|change|percent|peak)\b|%/i;

/**
 * Finds the element of a report's column; undefined for one that the portal does not import, such as a median.
 * @example columnOfHeader('Snow Water Equivalent (in) Start of Day Values') // { element: 'WTEQ', unit: 'in', … }
 */
export function columnOfHeader(head: string): ReportColumn | undefined {
  if (statisticPattern.test(head)) return undefined;
  const station = stationPattern.exec(head);
  const { name, unit } = splitUnit(station ? head.slice(station[0].length) : head);
  const found = Object.entries(elements).find(([, { header }]) => header === name.toLowerCase());
  return found && { element: found[0], unit, station: station?.[1] };
}

/** Finds the element for a parameter. */
export function elementOfParameter(ndx: ParameterNdx): string | undefined {
  return Object.entries(elements).find(([, element]) => element.ndx === ndx)?.[0];
}

/**
 * Adds the dead storage of a reservoir, which is subtracted from AWDB's storage, to the conversion of its unit. Other
 * elements keep their conversion. The portal stores active storage, and AWDB does not say what its storage includes.
 */
export function toActiveStorage(
  element: string,
  target: Target | undefined,
  conversion: UnitConversion | undefined,
): UnitCheck {
  const { dead_storage_af: dead } = target?.site ?? {};
  if (!target || !elements[element]?.mayIncludeDeadStorage || dead === 0)
    return { conversion, notes: [], refusal: undefined };
  if (dead === undefined) {
    return {
      conversion: undefined,
      notes: [],
      refusal:
        'AWDB does not say whether this storage includes dead storage, and the portal stores active storage. Write dead_storage_af, the acre-feet to subtract, into the basin file; 0 if it includes none.',
    };
  }
  const { factor, offset } = conversion ?? { factor: 1, offset: 0 };
  return {
    conversion: { factor, offset: offset - dead },
    notes: [`Dead storage of ${dead} AF was subtracted from each value.`],
    refusal: undefined,
  };
}
