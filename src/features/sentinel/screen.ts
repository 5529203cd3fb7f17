import { computed } from 'nanostores';
import { readDailyColumns } from '#client/daily-columns.ts';
import type { Requester } from '#client/request.ts';
import { type DailySeries, listSeriesLocations, type SeriesLocation } from '#contract/time-series.ts';
import { addDays, dayNumber, todayInDenver } from '#domain/calendar.ts';
import { freshnessOf, type ToldFreshness, tellFreshness } from '#domain/freshness.ts';
import { mostGapOf } from '#domain/time-series/gaps.ts';
import { parameter } from '#domain/vocabulary.ts';
import { type WellState, wellState } from '#domain/well-change.ts';
import { createQuery, dataOf } from '#stores/queries.ts';

export type SentinelSettings = { request: Requester; now: () => Date };

/** A sentinel well with its last two years of depth to water; without `state` it has none. */
export type Well = {
  readonly location: SeriesLocation;
  readonly state: WellState | undefined;
  readonly days: readonly number[];
  readonly depths: readonly number[];
  readonly mostGap: number;
  /** Readings that fail a quality rule, and are not among the others. */
  readonly flagged: number;
  readonly freshness: ToldFreshness;
};

const twoYears = 2 * 365 + 30;
/** The most that one call takes. */
const mostWells = 50;

/** The sentinel wells without their looks. */
export function createSentinel({ request, now }: SentinelSettings) {
  const wells = createQuery<readonly Well[]>({
    fetch: async (signal) => {
      const all = await request(listSeriesLocations, {}, { signal });
      const sentinels = all
        .filter(
          (each) =>
            each.loc_type_name === 'Sentinel Well' &&
            each.parameter_ndx_array.includes(parameter.depthToWater),
        )
        .slice(0, mostWells);
      if (sentinels.length === 0) return [];
      const end = todayInDenver(now());
      const params = {
        parameter: String(parameter.depthToWater),
        locations: sentinels.map((each) => each.loc_ndx).join(','),
        start: addDays(end, -twoYears),
        end,
      };
      const answer = await readDailyColumns(request, params, { signal });
      const byLocation = new Map(answer.series.map((each) => [each.loc_ndx, each]));
      return sentinels.map((location) => wellOf(location, byLocation.get(location.loc_ndx), end));
    },
  });
  return { wells, $wells: computed(wells.$state, dataOf), load: () => void wells.load(), stop: wells.stop };
}

function wellOf(location: SeriesLocation, series: DailySeries | undefined, today: string): Well {
  const freshness = freshnessOfWell(location, today);
  if (!series) return { location, state: undefined, days: [], depths: [], mostGap: 1, flagged: 0, freshness };
  const start = dayNumber(series.start);
  const days = series.dates.map((offset) => start + offset);
  return {
    location,
    state: wellState(days, series.values),
    days,
    depths: series.values,
    mostGap: mostGapOf(days),
    flagged: series.flagged.length,
    freshness,
  };
}

function freshnessOfWell({ records }: SeriesLocation, today: string): Well['freshness'] {
  const record = records.find(({ parameter_ndx }) => parameter_ndx === parameter.depthToWater);
  const known = record ?? { por_end: null, num_days: 0, total_samples: 0 };
  return tellFreshness(freshnessOf(known, today), known.por_end);
}
