/**
 * The stations that the quick flows have values of: what Today, the forecasts and the default selection of each tool
 * show, and one of each kind. All stations are on the map.
 */
const stations = [
  ...['JCK', 'PAL', 'ISL', 'GRS', 'RIR', 'AMF', 'MIN'],
  ...['13032500', '13037500', 'HEII-QU', '13056500', '13077000', '13095500', '13068500'],
  ...['837:WY:SNTL', '577:WY:SNTL', '546:ID:SNTL'],
  ...['432740113044501', '434657112282201'],
  ...['RG-HEII-LORI', 'RG-NBLK-NEEL', 'RG-NEEL-MINI'],
  ...['13038431', 'RCH-MP31', 'TWFI'],
];

/** Late enough to be quick, and early enough for normals of 1991–2020. */
const since = '2002-10-01';

export const flowSample = { valuesOf: new Set(stations), since } as const;
