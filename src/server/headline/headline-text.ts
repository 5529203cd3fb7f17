import type { Headline } from '#contract/headline.ts';
import { dayNumber, describeAge, formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';

type Sites = Pick<Headline, 'site_count' | 'current_count' | 'newest'> & {
  readonly isProvisional: boolean;
};

/**
 * `338 of 374 monitoring sites with values in the last 30 days. Latest day with values 11/23/2026, 1 day ago. Provisional
 * values.`
 */
export function describeSites(
  { site_count, current_count, newest, isProvisional }: Sites,
  today: string,
): string {
  const sites = `${site_count.toLocaleString('en-US')} monitoring sites`;
  if (newest === null) return `${sites}. No site has a value yet.`;
  const age = describeAge(Math.max(0, dayNumber(today) - dayNumber(newest)));
  return [
    `${current_count.toLocaleString('en-US')} of ${sites} with values in the last 30 days.`,
    `Latest day with values ${formatUsDate(newest)}, ${age}.`,
    ...(isProvisional ? ['Provisional values.'] : []),
  ].join(' ');
}

/**
 * `167 sites with a normal: 41 below normal, 85 normal, 41 above.`
 * @param step One of so many sites is drawn.
 */
export function describeConditions(conditions: Headline['conditions'], step = 1): string {
  const count = (isCounted: (name: string) => boolean) =>
    conditions.reduce((sum, each) => sum + (isCounted(each.class) ? each.places.length : 0), 0);
  const total = count(() => true);
  if (total === 0) return 'No site has a normal for the date.';
  const normal = count((name) => name === 'normal');
  const lower = count((name) => /lowest|below/.test(name));
  return `${countOf(total, 'site')} with a normal: ${lower} below normal, ${normal} normal, ${total - lower - normal} above.${step > 1 ? ` 1 of ${step} is drawn.` : ''}`;
}

/** Leaves about `max` places: one of each `step`, in every class that has any. */
export function thinPlaces(conditions: Headline['conditions'], max: number) {
  const total = conditions.reduce((sum, { places }) => sum + places.length, 0);
  const step = Math.max(1, Math.ceil(total / max));
  const thin = conditions.map((each) => ({
    ...each,
    places: each.places.filter((_, at) => at % step === 0),
  }));
  return { step, conditions: thin };
}
