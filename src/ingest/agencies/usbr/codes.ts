import { type ParameterNdx, parameterNdx } from '#domain/vocabulary.ts';

/** qd is the daily discharge of a stream, qj that of a canal. A site has one of them, and either name finds it. */
export const twinPcodes: Readonly<Record<string, string>> = { qd: 'qj', qj: 'qd' };

const dischargePcodes = ['qd', 'qj', 'qt', 'qu', 'id'];

/**
 * The daily pcodes that hold a parameter. Others of the same unit are something else: pc is precipitation since
 * October, mx the highest temperature of a day.
 */
export const pcodesByParameter: Readonly<Partial<Record<ParameterNdx, readonly string[]>>> = {
  [parameterNdx.streamflow]: dischargePcodes,
  [parameterNdx.diversion]: dischargePcodes,
  [parameterNdx.returnFlow]: dischargePcodes,
  [parameterNdx.recharge]: dischargePcodes,
  [parameterNdx.storage]: ['af'],
  [parameterNdx.reachGain]: ['gain'],
  [parameterNdx.precipitation]: ['pp', 'px'],
  [parameterNdx.airTemperature]: ['mm'],
  [parameterNdx.swe]: ['se', 'sp'],
};

/** The portal's qualifiers for flags of good values: edited, computed, estimated. Other flags mark suspect values. */
export const goodFlags: Readonly<Record<string, string>> = { e: 'Ed', C: 'C', E: 'e' };

/** Flags of cells without a value: missing, no value. */
export const missingFlags = new Set(['m', 'n']);

/** The number that HydroMet writes where there is no value. */
export const missingMarker = 998877;
