import { type ParameterNdx, parameter } from '#domain/vocabulary.ts';

type Element = {
  readonly ndx: ParameterNdx;
  /** AWDB's word for the portal's unit. */
  readonly unit: string;
  /** How a report's column begins. */
  readonly head: RegExp;
  /** Some stations have only what stood at the end of each month. */
  readonly isMonthEnd?: boolean;
};

/** What the portal keeps of AWDB, by element: snow sites, reservoirs and gages of other agencies in its database. */
export const elements: Readonly<Record<string, Element>> = {
  WTEQ: { ndx: parameter.swe, unit: 'in', head: /^snow water equivalent \(in\)/i },
  PRCP: { ndx: parameter.precipitation, unit: 'in', head: /^precipitation increment \(in\)/i },
  TAVG: { ndx: parameter.airTemperature, unit: 'degF', head: /^air temperature average \(degf\)/i },
  RESC: {
    ndx: parameter.storage,
    unit: 'ac_ft',
    head: /^reservoir storage volume \(ac_ft\)/i,
    isMonthEnd: true,
  },
  SRDOO: { ndx: parameter.streamflow, unit: 'cfs', head: /^river discharge observed mean \(cfs\)/i },
  DIVD: { ndx: parameter.diversion, unit: 'cfs', head: /^diversion discharge observed mean \(cfs\)/i },
};

/** The element that a report's column is of. */
export function elementOf(head: string): string | undefined {
  return Object.entries(elements).find(([, { head: pattern }]) => pattern.test(head))?.[0];
}

/** The element of a parameter. */
export function elementFor(ndx: ParameterNdx): string | undefined {
  return Object.entries(elements).find(([, element]) => element.ndx === ndx)?.[0];
}
