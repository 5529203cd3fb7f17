import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';

const cfs = /^(ft\^3\/s|cfs)$/i;

/** How AquaInfo names the portal's parameters, and the spellings of the portal's units. */
export const datasetPatterns: Partial<Record<ParameterNdx, { name: RegExp; unit: RegExp }>> = {
  [parameterNdx.streamflow]: { name: /discharge/i, unit: cfs },
  [parameterNdx.diversion]: { name: /discharge|diversion/i, unit: cfs },
  [parameterNdx.returnFlow]: { name: /discharge/i, unit: cfs },
  [parameterNdx.recharge]: { name: /discharge|recharge/i, unit: cfs },
  [parameterNdx.storage]: { name: /storage|volume|contents/i, unit: /^(acre-ft|ac-ft|af)$/i },
  [parameterNdx.depthToWater]: { name: /depth to water|below (land|ground)|dtw/i, unit: /^ft$/i },
  [parameterNdx.groundwaterElevation]: { name: /elevation/i, unit: /^ft$/i },
  [parameterNdx.precipitation]: { name: /precip/i, unit: /^in$/i },
  [parameterNdx.airTemperature]: { name: /air temp/i, unit: /^degf$/i },
};
