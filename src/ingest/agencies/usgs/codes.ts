import { type ParameterNdx, parameterNdx, wellParameters } from '#domain/vocabulary.ts';

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

/** The unit that belongs to a code. Text tables of the legacy service state no other. */
export const unitsByCode: Readonly<Record<string, string>> = {
  '00060': 'ft3/s',
  '00054': 'acre-ft',
  '72019': 'ft',
  '62611': 'ft',
  '62610': 'ft',
};

/** The datum above which a code's elevations are. Elevations above two datums differ by several feet. */
export const datumsByCode: Readonly<Record<string, string>> = { '62610': 'NGVD29', '62611': 'NAVD88' };

/** The statistic of a daily mean. */
export const dailyMean = '00003';

/** Storage is read at midnight or in the morning; few reservoirs have a mean. */
const storageStatistics = ['32400', '30800', dailyMean];

/** The statistics of a day that the portal stores for a code, the best one first. */
export function statisticsOf(code: string): readonly string[] {
  return parametersByCode[code]?.includes(storage) ? storageStatistics : [dailyMean];
}

/** The statistics of readings within the day, which a recorder has beside those of a day. */
export const readingStatistics: readonly (string | undefined)[] = [undefined, '00000', '00011'];

const statisticNames: Readonly<Record<string, string>> = {
  '00000': 'readings within the day',
  '00001': 'daily maximum',
  '00002': 'daily minimum',
  '00003': 'daily mean',
  '00006': 'daily sum',
  '00008': 'daily median',
  '00011': 'readings within the day',
};

/** Describes a statistic: `statistic 00001 (daily maximum)`. */
export function describeStatistic(id: string): string {
  // 3HHMM is the reading at a time of day.
  const [, hour, minute] = /^3(\d{2})(\d{2})$/.exec(id) ?? [];
  const name = hour === undefined ? statisticNames[id] : `reading at ${hour}:${minute}`;
  return `statistic ${id}${name === undefined ? '' : ` (${name})`}`;
}

/** Whether people also measure a parameter by hand, as at wells. */
export function hasFieldMeasurements(ndx: ParameterNdx): boolean {
  return wellParameters.has(ndx);
}

/** Finds the codes to request for parameters. */
export function codesOf(wanted: readonly ParameterNdx[]): string[] {
  return Object.entries(parametersByCode)
    .filter(([, parameters]) => parameters.some((ndx) => wanted.includes(ndx)))
    .map(([code]) => code);
}
