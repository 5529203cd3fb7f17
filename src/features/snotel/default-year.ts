import type { SnowMeasure } from '#domain/snowpack.ts';
import type { HealthRow } from '#downloads/snow-rows.ts';

/** A year with percentages at fewer sites says little of the basin. */
const minShareOfSites = 1 / 3;

/**
 * Chooses the year to begin with: the wanted one or, while too few of its sites have a percentage, the newest year before
 * it that has enough; the wanted one if none has.
 */
export function defaultYear(
  rows: readonly HealthRow[],
  years: readonly number[],
  wanted: number,
  measureOf: (year: number) => SnowMeasure,
): number {
  const isMeaningful = (year: number) => {
    const measure = measureOf(year);
    const count = rows.filter((row) => typeof row.byYear.get(year)?.[measure].percent === 'number').length;
    return count > 0 && count >= rows.length * minShareOfSites;
  };
  const candidates = years.filter((year) => year <= wanted).toSorted((one, other) => other - one);
  return candidates.find(isMeaningful) ?? wanted;
}
