import { parametersOf } from '#contract/basin/basin-vocabulary.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { basin } from './basin/basin.ts';

/** The portal's parameters: those that every portal has, and those of its basin file. */
export const portalParameters = parametersOf(basin);

const reversed = new Set(portalParameters.filter(({ isReversed }) => isReversed).map(({ ndx }) => ndx));

/** Whether charts of a parameter have 0 at the top, as for a depth. */
export function hasReversedAxis(ndx: number | undefined): boolean {
  return ndx !== undefined && reversed.has(ndx);
}

/**
 * What a reservoir holds, in AF, by the id of its site in the basin file. Undefined for other parameters, and where the
 * file has no capacity.
 */
export function capacityOf(parameter: number | undefined, locId: string | undefined): number | undefined {
  return parameter === parameterNdx.storage && locId !== undefined ? basin.capacities[locId] : undefined;
}
