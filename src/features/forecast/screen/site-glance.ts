import type { ForecastChart } from '#config/forecast.ts';
import { hasReversedAxis } from '#config/parameters.ts';
import type { DailySeries } from '#contract/daily-data.ts';
import type { Requester } from '#contract/request.ts';
import { readDailyColumns } from '#contract/request-daily-columns.ts';
import { readStanding, type StandingRecord } from '#contract/season/water-year.ts';
import { maxGapOf } from '#domain/bridge-gaps.ts';
import { describeChange } from '#domain/quantity.ts';
import { cumulativeVolume } from '#domain/season/cumulative-volume.ts';
import { firstDayOf, yearOf } from '#domain/season/season.ts';
import { addDays, type DayNumber, dayNumber } from '#lib/calendar.ts';
import { describeLatest, type LatestText } from '#season/years/record-text.ts';

/** Values of a record by day, ascending, of about the last twelve months. */
type RecentValues = { readonly days: readonly DayNumber[]; readonly values: readonly number[] };

/** What one line about a site says. */
export type SiteGlance = RecentValues & {
  /** Undefined for a record without values. */
  readonly described: LatestText | undefined;
  /** `+120 cfs in 1 day`, then the same of seven days. */
  readonly changes: readonly string[];
  readonly maxGap: number;
  readonly isReversed: boolean;
};

/** The days over which changes of a volume are described. */
const changeSpans = [1, 7] as const;

type GlanceSources = {
  readonly standing: StandingRecord;
  /** The record's daily values of the last year. Undefined if they could not be loaded. */
  readonly series: Pick<DailySeries, 'start' | 'dates' | 'values' | 'approval'> | undefined;
  readonly today: string;
};

/** Builds the line of a site from where its latest value stands and its values of the last year. */
export function glanceOf(
  { measure, parameter }: Pick<ForecastChart, 'measure' | 'parameter'>,
  { standing, series, today }: GlanceSources,
): SiteGlance {
  const recent = recentValues(series, measure);
  const described = describeLatest(standing, { measure, year: 'water', today }, 'row');
  return {
    ...recent,
    described,
    changes: described?.changes ?? changesOfVolume(standing, recent),
    maxGap: maxGapOf(recent.days),
    isReversed: hasReversedAxis(parameter),
  };
}

function changesOfVolume({ latest, units_name: unit }: StandingRecord, recent: RecentValues): string[] {
  if (latest === null || recent.days.length === 0) return [];
  const last = dayNumber(latest.rdate);
  return changeSpans.map((span) =>
    describeChange(changeOver(recent, last, span), span, { unit, isDepth: false }),
  );
}

/** The values of a series, or the volumes since the first day of its last water year. */
function recentValues(series: GlanceSources['series'], measure: ForecastChart['measure']): RecentValues {
  const start = series ? dayNumber(series.start) : 0;
  const days = (series?.dates ?? []).map((offset) => start + offset);
  const values = series?.values ?? [];
  const last = days.at(-1);
  if (measure === 'value' || last === undefined) return { days, values };
  const firstDay = firstDayOf(yearOf(last, 'water'), 'water');
  const from = days.findIndex((day) => day >= firstDay);
  return cumulativeVolume(
    { days: days.slice(from), values: values.slice(from), approval: series?.approval.slice(from) ?? '' },
    'water',
  );
}

/** Computes the change to a day's value from the value `span` days before. Undefined without one of the two. */
export function changeOver({ days, values }: RecentValues, day: DayNumber, span: number): number | undefined {
  const valueAt = (wanted: DayNumber) => values[days.lastIndexOf(wanted)];
  const [now, before] = [valueAt(day), valueAt(day - span)];
  return now === undefined || before === undefined ? undefined : now - before;
}

/** A year, and the days by which agencies report late. */
const recentDays = 380;

type GlanceSite = { readonly chart: ForecastChart; readonly location: number };

/** The lines by the id of their chart. A site whose standing could not be loaded is absent. */
export type Glances = ReadonlyMap<string, SiteGlance>;

/**
 * Loads the line of each site: its standing, and its values of the last year, which all sites of a parameter share in one
 * call. @throws RequestFailed if not one site could be loaded
 */
export async function loadGlances(
  request: Requester,
  sites: readonly GlanceSite[],
  today: string,
  signal: AbortSignal,
): Promise<Glances> {
  const byParameter = Map.groupBy(sites, ({ chart }) => chart.parameter);
  const columns = new Map(
    [...byParameter].map(([parameter, all]) => [
      parameter,
      readDailyColumns(
        request,
        {
          parameter: String(parameter),
          locations: [...new Set(all.map((each) => each.location))].join(','),
          start: addDays(today, -recentDays),
          end: today,
        },
        { signal },
      ).catch(() => undefined),
    ]),
  );
  const lines = await Promise.allSettled(
    sites.map(async ({ chart, location }) => {
      const { parameter, measure } = chart;
      const params = { parameter: String(parameter), location: String(location) };
      const standing = await request(readStanding, { params, query: { measure } }, { signal });
      const values = await columns.get(parameter);
      const series = values?.series.find((each) => each.loc_ndx === location);
      return [chart.id, glanceOf(chart, { standing, series, today })] as const;
    }),
  );
  signal.throwIfAborted();
  const loaded = lines.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = lines.find((each) => each.status === 'rejected');
  if (loaded.length === 0 && failed) throw failed.reason;
  return new Map(loaded);
}
