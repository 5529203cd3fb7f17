import type { Basin, BasinSite, QualityFields } from '#contract/basin/basin.ts';

/** The fields of a rule without those that are `none`. */
type Limits = { readonly [name in keyof QualityFields]: Exclude<QualityFields[name], 'none'> };

/** Which values of a series are plausible, in the units of its parameter. A rule that is left out is not applied. */
export type QualityRules = {
  low?: number | undefined;
  high?: number | undefined;
  capacityAf?: number | undefined;
  /** The share of `capacityAf` by which a flood may exceed it. */
  overCapacityShare?: number | undefined;
  /** The largest jump that may be undone within three days. */
  spike?: number | undefined;
  /** The largest change in a day. */
  rate?: number | undefined;
  /** The same value, other than 0, on this many days in a row means that the instrument is stuck. */
  flatDays?: number | undefined;
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
  const overCapacityShare = capacity === undefined ? undefined : fields.over_capacity_share;
  return {
    low: fields.low,
    high: fields.high,
    capacityAf: overCapacityShare === undefined ? undefined : capacity,
    overCapacityShare,
    spike: fields.spike ?? units(fields.spike_share),
    rate: fields.rate ?? units(fields.rate_share),
    flatDays: fields.flat_days,
  };
}

/** A site's limit in units replaces the basin's share of capacity, and the other way round. `none` is no limit. */
function mergeFields(basins: QualityFields, own: QualityFields): Limits {
  const fields = { ...basins, ...own };
  if (own.spike !== undefined) delete fields.spike_share;
  if (own.spike_share !== undefined) delete fields.spike;
  if (own.rate !== undefined) delete fields.rate_share;
  if (own.rate_share !== undefined) delete fields.rate;
  return Object.fromEntries(Object.entries(fields).filter(([, each]) => each !== 'none'));
}
