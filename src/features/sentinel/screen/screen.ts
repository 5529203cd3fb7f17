import { computed } from 'nanostores';
import type { DailySeries } from '#contract/daily-data.ts';
import { readDailyColumns } from '#contract/request-daily-columns.ts';
import { listSeriesLocations, type SeriesLocation } from '#contract/time-series.ts';
import { maxGapOf } from '#domain/bridge-gaps.ts';
import { type DescribedFreshness, freshnessOf, toDescribedFreshness } from '#domain/freshness.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type WellState, wellState } from '#domain/well-change.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { addDays, dayNumber } from '#lib/calendar.ts';
import { request } from '#stores/api.ts';
import { createScreen } from '#stores/create-screen.ts';
import { createQuery, dataOf } from '#stores/queries.ts';
import { pictureOf } from './picture.ts';
import { createScreenshot } from './screenshot.ts';

export type SentinelScreen = ReturnType<typeof createSentinel>;

/** A sentinel well with its last two years of depth to water. `state` is undefined without a value. */
export type Well = {
  readonly location: SeriesLocation;
  readonly state: WellState | undefined;
  readonly days: readonly number[];
  readonly depths: readonly number[];
  readonly maxGap: number;
  /** The number of readings that fail a quality rule. `depths` does not have them. */
  readonly flagged: number;
  readonly freshness: DescribedFreshness;
  /** Leads to the drawn chart of this well. */
  readonly chartUrl: string;
};

const windowDays = 2 * 365 + 30;
/** The limit of one call. */
const maxWells = 50;

/** The state of the Sentinel Well Dashboard. */
export function createSentinel() {
  const wells = createQuery<readonly Well[]>({
    fetch: async (signal) => {
      const all = await request(listSeriesLocations, {}, { signal });
      const sentinels = all
        .filter(
          (each) =>
            each.loc_type_name === 'Sentinel Well' &&
            each.parameter_ndx_array.includes(parameterNdx.depthToWater),
        )
        .slice(0, maxWells);
      if (sentinels.length === 0) return [];
      const end = todayInBasin(new Date());
      const params = {
        parameter: String(parameterNdx.depthToWater),
        locations: sentinels.map((each) => each.loc_ndx).join(','),
        start: addDays(end, -windowDays),
        end,
      };
      const response = await readDailyColumns(request, params, { signal });
      const byLocation = new Map(response.series.map((each) => [each.loc_ndx, each]));
      return sentinels.map((location) => wellOf(location, byLocation.get(location.loc_ndx), end));
    },
  });
  const screenshot = createScreenshot({ today: todayInBasin(new Date()) });
  const { start } = createScreen({ queries: [wells, screenshot.query] });
  const $wells = computed(wells.$state, dataOf);
  return { wells, $wells, $picture: computed($wells, (all) => all && pictureOf(all)), screenshot, start };
}

function wellOf(location: SeriesLocation, series: DailySeries | undefined, today: string): Well {
  const record = location.records.find(({ parameter_ndx }) => parameter_ndx === parameterNdx.depthToWater);
  const known = record ?? { por_start: null, por_end: null, num_days: 0, total_samples: 0 };
  const freshness = toDescribedFreshness(freshnessOf(known, today), known.por_end);
  const chartUrl = siteComparisonUrl(location.loc_ndx, parameterNdx.depthToWater, known);
  if (!series) {
    const empty = { state: undefined, days: [], depths: [], maxGap: 1, flagged: 0 };
    return { ...empty, location, freshness, chartUrl };
  }
  const start = dayNumber(series.start);
  const days = series.dates.map((offset) => start + offset);
  return {
    location,
    state: wellState(days, series.values),
    days,
    depths: series.values,
    maxGap: maxGapOf(days),
    flagged: series.flagged.length,
    freshness,
    chartUrl,
  };
}
