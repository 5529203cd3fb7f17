import type { Basin, BasinSite, QualityFields } from '#contract/basin.ts';

/** Which values of a series are plausible, in the units of its parameter. A rule that is left out is not applied. */
export type QualityRules = {
  low?: number;
  high?: number;
  capacityAf?: number;
  /** The share of `capacityAf` by which a flood may exceed it. */
  overCapacityShare?: number;
  /** The largest jump that may be undone within three days. */
  spike?: number;
  /** The largest change in a day. */
  rate?: number;
  /** The same value, other than 0, on this many days in a row means that the instrument is stuck. */
  flatDays?: number;
};

/**
 * Finds the rules of a site's series, in its units. Each field of the site's own rules takes precedence over the
 * basin's for the parameter. A share of the capacity is ignored if the capacity is unknown.
 */
export function qualityRulesOf(basin: Basin, site: BasinSite, parameter: string): QualityRules {
  const own = site.quality?.[parameter];
  if (own === 'none') return {};
  const fields = mergeFields(basin.quality[parameter] ?? {}, own ?? {});
  const capacity = site.capacity_af;
  const units = (share: number | undefined) =>
    share === undefined || capacity === undefined ? undefined : share * capacity;
  const rules: QualityRules = {};
  if (fields.low !== undefined) rules.low = fields.low;
  if (fields.high !== undefined) rules.high = fields.high;
  if (capacity !== undefined && fields.over_capacity_share !== undefined) {
    rules.capacityAf = capacity;
    rules.overCapacityShare = fields.over_capacity_share;
  }
  const spike = fields.spike ?? units(fields.spike_share);
  if (spike !== undefined) rules.spike = spike;
  const rate = fields.rate ?? units(fields.rate_share);
  if (rate !== undefined) rules.rate = rate;
  if (fields.flat_days !== undefined) rules.flatDays = fields.flat_days;
  return rules;
}

/** A site's limit in units replaces the basin's share of capacity, and the other way round. */
function mergeFields(basins: QualityFields, own: QualityFields): QualityFields {
  const fields = { ...basins, ...own };
  if (own.spike !== undefined) delete fields.spike_share;
  if (own.spike_share !== undefined) delete fields.spike;
  if (own.rate !== undefined) delete fields.rate_share;
  if (own.rate_share !== undefined) delete fields.rate;
  return fields;
}
