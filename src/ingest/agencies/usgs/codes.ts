import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';

const { streamflow, diversion, recharge, returnFlow, storage, depthToWater, groundwaterElevation } =
  parameterNdx;

/** The parameters that a USGS code may mean. Which kind of discharge follows from the site in the basin file. */
export const parametersByCode: Readonly<Record<string, readonly ParameterNdx[]>> = {
  '00060': [streamflow, returnFlow, diversion, recharge],
  '00054': [storage],
  '72019': [depthToWater],
  '62611': [groundwaterElevation],
  '62610': [groundwaterElevation],
};

/** Parameters that people also measure by hand at wells. */
const fieldMeasuredParameters = new Set<ParameterNdx>([depthToWater, groundwaterElevation]);

export function hasFieldMeasurements(ndx: ParameterNdx): boolean {
  return fieldMeasuredParameters.has(ndx);
}

/** Finds the codes to request for parameters. */
export function codesOf(wanted: readonly ParameterNdx[]): string[] {
  return Object.entries(parametersByCode)
    .filter(([, parameters]) => parameters.some((ndx) => wanted.includes(ndx)))
    .map(([code]) => code);
}
