/** The fixed lists of the portal. The numbers are database ids and never change meaning. */

/** Parameters with their units; parameter 7 reverses its axis wherever it is drawn. */
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
export type ParameterNdx = (typeof parameters)[number]['ndx'];

export const parameter = {
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

/** A location type's id is its place in the list, from 1. */
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
export type LocationTypeName = (typeof locationTypes)[number];

/** A data provider's id is its place in the list, from 1. */
export const dataProviders = [
  'Calculation',
  'IDWR',
  'IDWR Accounting',
  'IDWR AquaInfo',
  'IDWR IWRB and IGWA',
  'NRCS Snotel',
  'USBR AgriMet',
  'USBR HydroMet',
  'USGS',
] as const;
export type DataProviderName = (typeof dataProviders)[number];

/**
 * Ground water districts as the state lists them, without the two of the upper Big Wood valley (Galena,
 * South Valley), which leaves the eleven the portal colours by. An id is a place in the list, from 1.
 */
export const gwDistricts = [
  'Aberdeen-American Falls Ground Water District',
  'Big Lost River Ground Water District',
  'Bingham Ground Water District',
  'Bonneville-Jefferson Ground Water District',
  'Carey Valley Ground Water District',
  'Henrys Fork Ground Water District',
  'Jefferson Clark Ground Water District',
  'Madison Ground Water District',
  'Magic Valley Ground Water District',
  'North Snake Ground Water District',
  'Raft River Ground Water District',
] as const;
export type GwDistrictName = (typeof gwDistricts)[number];

/** The 8-digit hydrologic units of the Upper Snake (1704). An id is a place in the list, from 1. */
export const huc8s = [
  { code: '17040101', name: 'Snake Headwaters' },
  { code: '17040102', name: 'Gros Ventre' },
  { code: '17040103', name: 'Greys-Hoback' },
  { code: '17040104', name: 'Palisades' },
  { code: '17040105', name: 'Salt' },
  { code: '17040201', name: 'Idaho Falls' },
  { code: '17040202', name: 'Upper Henrys' },
  { code: '17040203', name: 'Lower Henrys' },
  { code: '17040204', name: 'Teton' },
  { code: '17040205', name: 'Willow' },
  { code: '17040206', name: 'American Falls' },
  { code: '17040207', name: 'Blackfoot' },
  { code: '17040208', name: 'Portneuf' },
  { code: '17040209', name: 'Lake Walcott' },
  { code: '17040210', name: 'Raft' },
  { code: '17040211', name: 'Goose' },
  { code: '17040212', name: 'Upper Snake-Rock' },
  { code: '17040213', name: 'Salmon Falls' },
  { code: '17040214', name: 'Beaver-Camas' },
  { code: '17040215', name: 'Medicine Lodge' },
  { code: '17040216', name: 'Birch' },
  { code: '17040217', name: 'Little Lost' },
  { code: '17040218', name: 'Big Lost' },
  { code: '17040219', name: 'Big Wood' },
  { code: '17040220', name: 'Camas' },
  { code: '17040221', name: 'Little Wood' },
] as const;
