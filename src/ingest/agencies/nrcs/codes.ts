import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';

type Element = {
  readonly ndx: ParameterNdx;
  /** AWDB's word for the portal's unit. */
  readonly unit: string;
  /** How a report's column begins. */
  readonly header: RegExp;
  /** Some stations have only what stood at the end of each month. */
  readonly isMonthEnd?: boolean;
};

/** What the portal keeps of AWDB, by element: snow sites, reservoirs and gages of other agencies in its database. */
export const elements: Readonly<Record<string, Element>> = {
  WTEQ: { ndx: parameterNdx.swe, unit: 'in', header: /^snow water equivalent \(in\)/i },
  PRCP: { ndx: parameterNdx.precipitation, unit: 'in', header: /^precipitation increment \(in\)/i },
  TAVG: { ndx: parameterNdx.airTemperature, unit: 'degF', header: /^air temperature average \(degf\)/i },
  RESC: {
    ndx: parameterNdx.storage,
    unit: 'ac_ft',
    header: /^reservoir storage volume \(ac_ft\)/i,
    isMonthEnd: true,
  },
  SRDOO: { ndx: parameterNdx.streamflow, unit: 'cfs', header: /^river discharge observed mean \(cfs\)/i },
  DIVD: { ndx: parameterNdx.diversion, unit: 'cfs', header: /^diversion discharge observed mean \(cfs\)/i },
};

/** The element that a report's column is of. */
export function elementOfHeader(head: string): string | undefined {
  return Object.entries(elements).find(([, { header: pattern }]) => pattern.test(head))?.[0];
}

/** The element of a parameter. */
export function elementOfParameter(ndx: ParameterNdx): string | undefined {
  return Object.entries(elements).find(([, element]) => element.ndx === ndx)?.[0];
}
