import { firstOwnId, type ParameterNdx, parameterNdx, type sourceNames } from '#domain/vocabulary.ts';

const {
  streamflow,
  swe,
  storage,
  precipitation,
  airTemperature,
  diversion,
  depthToWater,
  groundwaterElevation,
  reachGain,
  recharge,
  returnFlow,
} = parameterNdx;

const flows = [streamflow, diversion, returnFlow, recharge];

/** The parameters that the importer of each source can read. */
export const deliveredParameters: Readonly<Record<(typeof sourceNames)[number], readonly ParameterNdx[]>> = {
  usgs: [...flows, storage, depthToWater, groundwaterElevation],
  nrcs: [streamflow, diversion, storage, swe, precipitation, airTemperature],
  usbr: [...flows, storage, reachGain, swe, precipitation, airTemperature],
  idwr: [...flows, storage, reachGain],
  aquainfo: [...flows, storage, depthToWater, groundwaterElevation, precipitation, airTemperature],
};

/** Whether an importer can read a parameter; those of the basin file itself come from HydroMet only, by their pcode. */
export function delivers(source: string, parameter: number): boolean {
  if (parameter >= firstOwnId) return source === 'usbr';
  const delivered = Object.entries(deliveredParameters).find(([name]) => name === source)?.[1];
  return delivered?.some((ndx) => ndx === parameter) ?? true;
}
