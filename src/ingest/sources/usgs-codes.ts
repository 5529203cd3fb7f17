import { type ParameterNdx, parameter } from '#domain/vocabulary.ts';

const { streamflow, diversion, recharge, returnFlow, storage, depthToWater, groundwaterElevation } =
  parameter;

/** What a parameter code may be: discharge is kept as what the site is for. */
export const parametersOf: Readonly<Record<string, readonly ParameterNdx[]>> = {
  '00060': [streamflow, returnFlow, diversion, recharge],
  '00054': [storage],
  '72019': [depthToWater],
  '62611': [groundwaterElevation],
  '62610': [groundwaterElevation],
};

/** What people measure at a well, besides what its recorder keeps. */
const measured = new Set<ParameterNdx>([depthToWater, groundwaterElevation]);

export function isMeasured(ndx: ParameterNdx): boolean {
  return measured.has(ndx);
}

/** The codes by which some parameters are asked for. */
export function codesOf(wanted: readonly ParameterNdx[]): string[] {
  return Object.entries(parametersOf)
    .filter(([, parameters]) => parameters.some((ndx) => wanted.includes(ndx)))
    .map(([code]) => code);
}
