/**
 * Reads a pcode as its twin: qd and qj are the daily discharge of a stream and of a canal, and the basin file names
 * either of them.
 */
export const twinPcodes: Readonly<Record<string, string>> = { qd: 'qj', qj: 'qd' };

/** HydroMet's flags of good values with the portal's qualifiers: edited, computed, estimated. Any other is a doubt. */
export const goodFlags: Readonly<Record<string, string>> = { e: 'Ed', C: 'C', E: 'e' };

/** Flags of cells without a value: missing, no value. */
export const missingFlags = new Set(['m', 'n']);

/** The number that HydroMet writes where there is no value. */
export const missingMarker = 998877;
