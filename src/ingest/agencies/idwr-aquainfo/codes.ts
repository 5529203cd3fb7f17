import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';

/** How AquaInfo names the portal's parameters. */
export const datasetPatterns: Partial<Record<ParameterNdx, RegExp>> = {
  [parameterNdx.streamflow]: /discharge/i,
  [parameterNdx.diversion]: /discharge|diversion/i,
  [parameterNdx.returnFlow]: /discharge/i,
  [parameterNdx.recharge]: /discharge|recharge/i,
  [parameterNdx.storage]: /storage|volume|contents/i,
  [parameterNdx.depthToWater]: /depth to water|below (land|ground)|dtw/i,
  [parameterNdx.groundwaterElevation]: /elevation/i,
  [parameterNdx.precipitation]: /precip/i,
  [parameterNdx.airTemperature]: /air temp/i,
};

/** Identifiers that begin with it are placeholders: the station is found in the service's list instead. */
export const placeholderPrefix = 'AQI-';
