import { dayNumber } from '#lib/calendar.ts';
import { type ParameterNdx, parameterNdx } from './vocabulary.ts';

/** What a site is looked up for, first of all; other parameters follow by their number. */
const preference: readonly ParameterNdx[] = [
  parameterNdx.storage,
  parameterNdx.streamflow,
  parameterNdx.swe,
  parameterNdx.depthToWater,
  parameterNdx.groundwaterElevation,
  parameterNdx.reachGain,
  parameterNdx.diversion,
  parameterNdx.recharge,
  parameterNdx.returnFlow,
  parameterNdx.hoursPumped,
];

/** A parameter that ended so much before another one of the site is not the main one any more, in days. */
const maxDaysBehind = 2 * 365;

type LatestRecord = { readonly parameter_ndx: ParameterNdx; readonly rdate: string };

/** Finds the record that stands for a site, by the last days (`rdate`) of all its records. Undefined without one. */
export function mainRecordOf<R extends LatestRecord>(records: readonly R[]): R | undefined {
  const newest = Math.max(...records.map(({ rdate }) => dayNumber(rdate)));
  return records
    .filter(({ rdate }) => newest - dayNumber(rdate) <= maxDaysBehind)
    .toSorted(
      (one, other) =>
        rankOfParameter(one.parameter_ndx) - rankOfParameter(other.parameter_ndx) ||
        one.parameter_ndx - other.parameter_ndx,
    )[0];
}

/** The place of a parameter among those that sites are looked up for, from 0; the same for all others. */
export function rankOfParameter(parameter: ParameterNdx): number {
  const at = preference.indexOf(parameter);
  return at < 0 ? preference.length : at;
}
