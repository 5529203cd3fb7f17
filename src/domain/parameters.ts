import { dayNumber } from '#lib/calendar.ts';
import { usualStepOf } from './bridge-gaps.ts';
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

type NamedParameter = { readonly parameter_ndx: number; readonly parameter_name: string };
type SiteWithParameters = { readonly loc_ndx: number; readonly parameters: readonly NamedParameter[] };

/** A parameter that sites share: `sites` have it, `lacking` do not. */
type CommonParameter<S> = {
  readonly parameter: NamedParameter;
  readonly sites: readonly S[];
  readonly lacking: readonly S[];
};

/**
 * Finds the parameter that the largest number of sites have; of several, the one that sites are looked up for first.
 * Undefined without any.
 */
export function commonParameterOf<S extends SiteWithParameters>(
  sites: readonly S[],
): CommonParameter<S> | undefined {
  const all = new Map(
    sites.flatMap(({ parameters }) => parameters.map((each) => [each.parameter_ndx, each])),
  );
  const has = (site: S, ndx: number) => site.parameters.some((each) => each.parameter_ndx === ndx);
  const countOf = (ndx: number) => sites.filter((site) => has(site, ndx)).length;
  const [parameter] = [...all.values()].toSorted(
    (one, other) =>
      countOf(other.parameter_ndx) - countOf(one.parameter_ndx) ||
      rankOfParameter(one.parameter_ndx) - rankOfParameter(other.parameter_ndx) ||
      one.parameter_ndx - other.parameter_ndx,
  );
  if (!parameter) return undefined;
  const { parameter_ndx: ndx } = parameter;
  return {
    parameter,
    sites: sites.filter((site) => has(site, ndx)),
    lacking: sites.filter((site) => !has(site, ndx)),
  };
}

/** `Only 5 of 7 sites have Streamflow: Palisades and Ririe Reservoir do not.` Undefined where all sites have it. */
export function describeLacking<S extends { readonly loc_name: string }>({
  parameter,
  sites,
  lacking,
}: CommonParameter<S>): string | undefined {
  if (lacking.length === 0) return undefined;
  const names = new Intl.ListFormat('en-US').format(lacking.map(({ loc_name }) => loc_name));
  const [count, all] = [sites.length, sites.length + lacking.length];
  return `${count} of ${all} sites ${count === 1 ? 'has' : 'have'} ${parameter.parameter_name}; ${names} ${lacking.length === 1 ? 'does' : 'do'} not.`;
}

/**
 * How a chart draws the values of a parameter: sums of a day as bars, rates that are set as steps, sparse readings as
 * dots on a thin line, and everything else as a line.
 */
export type ParameterMark = 'line' | 'steps' | 'bars' | 'dots';

const markByParameter: ReadonlyMap<ParameterNdx, ParameterMark> = new Map([
  [parameterNdx.precipitation, 'bars'],
  [parameterNdx.hoursPumped, 'bars'],
  [parameterNdx.diversion, 'steps'],
  [parameterNdx.recharge, 'steps'],
]);

/** Readings are sparse if it usually takes more days than these until the next. */
const maxUsualDays = 7;

/** More series of bars than these would stand in one another's way, and are lines. */
const maxBarSeries = 3;

/** The mark of a record of a parameter. `days` are those with values, ascending; `count` records share the axis. */
export function markOf(
  parameter: ParameterNdx | undefined,
  days: ArrayLike<number>,
  count = 1,
): ParameterMark {
  const mark = (parameter !== undefined && markByParameter.get(parameter)) || 'line';
  if (mark === 'bars') return count > maxBarSeries ? 'line' : mark;
  return usualStepOf(days) > maxUsualDays ? 'dots' : mark;
}

/** Whether the values of a parameter span powers of ten, so that a logarithmic scale shows low ones too. */
export function suitsLogScale(parameter: ParameterNdx | undefined): boolean {
  return parameter === parameterNdx.streamflow;
}
