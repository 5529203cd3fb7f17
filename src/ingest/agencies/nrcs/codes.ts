import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';

type Element = {
  readonly ndx: ParameterNdx;
  /** The portal's unit as AWDB spells it. */
  readonly unit: string;
  /** Matches the column's header in a report. */
  readonly header: RegExp;
  /** Some stations report only end-of-month values. */
  readonly isMonthEnd?: boolean;
};

/** The AWDB elements that the portal imports. AWDB also has reservoirs and gages of other agencies. */
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

/** Finds the element of a report's column. */
export function elementOfHeader(head: string): string | undefined {
  return Object.entries(elements).find(([, { header: pattern }]) => pattern.test(head))?.[0];
}

/** Finds the element for a parameter. */
export function elementOfParameter(ndx: ParameterNdx): string | undefined {
  return Object.entries(elements).find(([, element]) => element.ndx === ndx)?.[0];
}
