import { parameterNdx } from '#domain/vocabulary.ts';
import { formatWhole } from '#lib/format-number.ts';
import { basin } from './basin.ts';

/**
 * What a reservoir holds, in AF, by the id of its site in the basin file. Undefined for other parameters, and where the
 * file has no capacity.
 */
export function capacityOf(parameter: number | undefined, locId: string | undefined): number | undefined {
  return parameter === parameterNdx.storage && locId !== undefined ? basin.capacities[locId] : undefined;
}

/** The label of the line at a capacity: `Capacity 847,000 AF`, with the name of the reservoir if there are others. */
export function capacityLabel(capacity: number, name?: string): string {
  return `Capacity${name === undefined ? '' : ` of ${name}`} ${formatWhole(capacity)} AF`;
}
