import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';
import { splitUnit } from '../../parse-header.ts';

type Element = {
  readonly ndx: ParameterNdx;
  /** The column's header in a report, before its unit. */
  readonly header: string;
  /** Some stations report only end-of-month values. */
  readonly isMonthEnd?: boolean;
};

/** The AWDB elements that the portal imports. AWDB also has reservoirs and gages of other agencies. */
export const elements: Readonly<Record<string, Element>> = {
  WTEQ: { ndx: parameterNdx.swe, header: 'snow water equivalent' },
  PRCP: { ndx: parameterNdx.precipitation, header: 'precipitation increment' },
  TAVG: { ndx: parameterNdx.airTemperature, header: 'air temperature average' },
  RESC: { ndx: parameterNdx.storage, header: 'reservoir storage volume', isMonthEnd: true },
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
