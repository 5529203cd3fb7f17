import { usualStepOf } from './time-series/gaps.ts';
import { type ParameterNdx, parameterNdx } from './vocabulary.ts';

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
