import { judgeFreshness, usualInterval } from '#domain/freshness.ts';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import type { LatestOfRecord } from '#server/db/records.ts';
import { newestOf } from '#server/findings/latest-days.ts';

/** Counts the sites that are late as the map draws them: by the newest record, of equally new ones the most frequent. */
export function countLateSites(rows: readonly LatestOfRecord[], on: DayNumber): number {
  const bySite = Map.groupBy(rows, ({ loc_ndx }) => loc_ndx);
  return [...bySite.values()].filter((records) => {
    const newest = newestOf(records);
    if (newest === undefined) return false;
    const intervals = records.filter(({ last }) => last === newest).map(usualInterval);
    return judgeFreshness(formatDay(newest), Math.min(...intervals), formatDay(on)).state === 'late';
  }).length;
}
