import { parameterNdx } from '#domain/vocabulary.ts';
import { basin } from './basin.ts';

/**
 * What a reservoir holds, in AF, by the id of its site in the basin file. Undefined for other parameters, and where the
 * file has no capacity.
 */
export function capacityOf(parameter: number | undefined, locId: string | undefined): number | undefined {
  return parameter === parameterNdx.storage && locId !== undefined ? basin.capacities[locId] : undefined;
}
