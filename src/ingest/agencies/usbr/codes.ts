/** qd is the daily discharge of a stream, qj that of a canal. A site has one of them, and either name finds it. */
export const twinPcodes: Readonly<Record<string, string>> = { qd: 'qj', qj: 'qd' };

/** The portal's qualifiers for flags of good values: edited, computed, estimated. Other flags mark suspect values. */
export const goodFlags: Readonly<Record<string, string>> = { e: 'Ed', C: 'C', E: 'e' };

/** Flags of cells without a value: missing, no value. */
export const missingFlags = new Set(['m', 'n']);

/** The number that HydroMet writes where there is no value. */
export const missingMarker = 998877;
