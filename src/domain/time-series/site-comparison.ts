import { formatDay, parseDay } from '#lib/calendar.ts';
import { firstDayOfWaterYear, waterYear } from '../water-year.ts';

/** The maximum number of locations on one axis. */
export const maxLocationsPerAxis = 50;

/** The first and the last day of a record with a value, `YYYY-MM-DD`. */
type RecordPeriod = { readonly por_start: string | null; readonly por_end: string | null };

/**
 * Links to the drawn chart of a site, whatever filters are saved: submitted, with one axis and dates of its own.
 * Without a parameter, the page uses the site's first one. Without a record, the dates are the whole record.
 */
export function siteComparisonUrl(
  location: number,
  parameter: number | undefined,
  record?: RecordPeriod,
): string {
  return comparisonUrl([location], parameter, latestSeasons(record));
}

/**
 * Links to the drawn chart of one parameter at several sites: the last two water years up to `newest`, the last day with
 * a value.
 */
export function sitesComparisonUrl(
  locations: readonly number[],
  parameter: number,
  newest: string | undefined,
): string {
  const last = parseDay(newest ?? '');
  return comparisonUrl(
    locations,
    parameter,
    last === undefined
      ? {}
      : { start: formatDay(firstDayOfWaterYear(waterYear(last) - 1)), end: formatDay(last) },
  );
}

function comparisonUrl(
  locations: readonly number[],
  parameter: number | undefined,
  { start = '', end = '' }: { readonly start?: string; readonly end?: string },
): string {
  const query = new URLSearchParams({
    ...(parameter === undefined ? {} : { parameter_left: String(parameter) }),
    locations_left: locations.join(','),
    axes: 'one',
    start,
    end,
    submitted: 'yes',
  });
  return `/data-analysis-tools/time-series-comparison?${query.toString().replaceAll('%2C', ',')}`;
}

/** The last two water years of a record, up to its last value. Open without a value. */
function latestSeasons(record: RecordPeriod | undefined): { start?: string; end?: string } {
  const first = parseDay(record?.por_start ?? '');
  const last = parseDay(record?.por_end ?? '');
  if (first === undefined || last === undefined || first > last) return {};
  const start = Math.max(first, firstDayOfWaterYear(waterYear(last) - 1));
  return { start: formatDay(start), end: formatDay(last) };
}
