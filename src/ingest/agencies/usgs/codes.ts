import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';

const { streamflow, diversion, recharge, returnFlow, storage, depthToWater, groundwaterElevation } =
  parameterNdx;

/** What a parameter code may be: discharge is kept as what the site is for. */
export const parametersByCode: Readonly<Record<string, readonly ParameterNdx[]>> = {
  '00060': [streamflow, returnFlow, diversion, recharge],
  '00054': [storage],
  '72019': [depthToWater],
  '62611': [groundwaterElevation],
  '62610': [groundwaterElevation],
};

/** What people measure at a well, besides what its recorder keeps. */
const fieldMeasuredParameters = new Set<ParameterNdx>([depthToWater, groundwaterElevation]);

export function hasFieldMeasurements(ndx: ParameterNdx): boolean {
  return fieldMeasuredParameters.has(ndx);
}

/** The codes by which some parameters are asked for. */
export function codesOf(wanted: readonly ParameterNdx[]): string[] {
  return Object.entries(parametersByCode)
    .filter(([, parameters]) => parameters.some((ndx) => wanted.includes(ndx)))
    .map(([code]) => code);
}
