import { describeFailedRule, hasEnoughYears } from '#domain/failed-rule.ts';
import { normalPeriod } from '#domain/statistics.ts';
import { wellParameters } from '#domain/vocabulary.ts';
import type { SiteRow } from './site-rows.ts';

/** Says why the latest value of a record has no class, in short and in a sentence. Undefined where it has one, or no value. */
export function describeNoClass({
  latest,
  parameter_ndx,
}: Pick<SiteRow, 'latest' | 'parameter_ndx'>): { readonly text: string; readonly note: string } | undefined {
  if (!latest || latest.class !== null) return undefined;
  const { normal_years, later_normal_years } = latest;
  if (normal_years === null || later_normal_years === null) {
    return { text: 'not yet', note: 'No class yet: the statistics of this record are being computed.' };
  }
  const years = { normal_years, later_normal_years, parameter_ndx };
  const reason = 'No class, because it compares with statistics:';
  if (!hasEnoughYears(years)) {
    return { text: 'too few years', note: `${reason} ${describeFailedRule(years)}` };
  }
  const unit = wellParameters.has(parameter_ndx) ? 'month' : 'day';
  return {
    text: `too few that ${unit}`,
    note: `${reason} of the ${normal_years} years from ${normalPeriod.from} to ${normalPeriod.to} in which this record has values, too few have one ${unit === 'day' ? 'on' : 'in'} the same ${unit} as the latest.`,
  };
}
