import type { BriefSnow } from '#contract/group-findings.ts';
import type { Delivery } from '#domain/deliverer.ts';

/** Where the values of groups of snow sites are from. */
export function deliveriesOfSnow(groups: readonly BriefSnow[]): readonly Delivery[] {
  return groups.flatMap(({ delivered_by }) => delivered_by.map((provider) => ({ provider, source: null })));
}
