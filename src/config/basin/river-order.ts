import type { Basin } from '#contract/basin/basin.ts';

/**
 * The order in which tools offer the sites of a basin, by their agency's ids: those of the rivers downstream, then the others.
 * `first` is the index gage, the first river of the brief.
 */
export type RiverOrder = { readonly sites: readonly string[]; readonly first: string | undefined };

export function riverOrder({ rivers = [], brief }: Pick<Basin, 'rivers' | 'brief'>): RiverOrder {
  return { sites: rivers.flatMap(({ sites }) => sites), first: brief?.rivers?.[0]?.site };
}
