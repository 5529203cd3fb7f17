// The numbers and positions in these lists are ids in the database: append to a list, never reorder it.

/** Parameters with their units. Axes of parameter 7 are drawn reversed: 0 is at the top. */
export const parameters = [
  { ndx: 1, name: 'Streamflow', units: 'cfs' },
  { ndx: 2, name: 'Snow Water Equivalent', units: 'in' },
  { ndx: 3, name: 'Reservoir Storage', units: 'AF' },
  { ndx: 4, name: 'Precipitation', units: 'in' },
  { ndx: 5, name: 'Air Temperature', units: '°F' },
  { ndx: 6, name: 'Diversion', units: 'cfs' },
  { ndx: 7, name: 'Depth to Water', units: 'ft' },
  { ndx: 8, name: 'Groundwater Elevation', units: 'ft' },
  { ndx: 9, name: 'Reach Gain', units: 'cfs' },
  { ndx: 10, name: 'Hours Pumped', units: 'hours' },
  { ndx: 11, name: 'Recharge', units: 'cfs' },
  { ndx: 12, name: 'Return Flow', units: 'cfs' },
] as const;

/** The id of a parameter: one of this list, or one that the basin file adds. */
export type ParameterNdx = number;

/** A parameter of this list or of the basin file. */
export type Parameter = {
  readonly ndx: ParameterNdx;
  readonly name: string;
  readonly units: string;
  /** Its axis has 0 at the top. */
  readonly isReversed: boolean;
};

/** Parameters and location types of the basin file have ids from here on, so that these lists can grow. */
export const firstOwnId = 101;

export const parameterNdx = {
  streamflow: 1,
  swe: 2,
  storage: 3,
  precipitation: 4,
  airTemperature: 5,
  diversion: 6,
  depthToWater: 7,
  groundwaterElevation: 8,
  reachGain: 9,
  hoursPumped: 10,
  recharge: 11,
  returnFlow: 12,
} as const satisfies Record<string, ParameterNdx>;

/** The id of a location type is its position in the list, from 1. */
export const locationTypes = [
  'Diversion',
  'Diversion Pump',
  'Non-Sentinel Well',
  'Recharge',
  'Reservoir',
  'Return Flow',
  'SNOTEL',
  'Sentinel Well',
  'Spring',
  'Stream Gage',
  'Stream Reach',
  'Weather Station',
] as const;

/** Parameters whose zero is no absence, so that a percentage of them means nothing. */
export const parametersWithoutRatio: ReadonlySet<ParameterNdx> = new Set<ParameterNdx>([
  parameterNdx.airTemperature,
  parameterNdx.depthToWater,
  parameterNdx.groundwaterElevation,
]);

/** Parameters of wells, which are often read a few times a year. */
export const wellParameters: ReadonlySet<ParameterNdx> = new Set<ParameterNdx>([
  parameterNdx.depthToWater,
  parameterNdx.groundwaterElevation,
]);

/** Parameters that change slowly, so that the statistics of their days bridge short gaps. */
export const bridgedParameters: ReadonlySet<ParameterNdx> = new Set<ParameterNdx>([
  parameterNdx.swe,
  parameterNdx.storage,
  ...wellParameters,
]);

/** What is compared: the values of days, or the volume of a discharge in cfs since the first day of the year. */
export const measures = ['value', 'volume'] as const;
export type Measure = (typeof measures)[number];
