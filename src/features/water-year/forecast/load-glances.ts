import { readDailyColumns } from '#client/daily-columns.ts';
import type { Requester } from '#client/request.ts';
import type { ForecastChart } from '#config/forecast.ts';
import { readStanding } from '#contract/water-year.ts';
import { addDays } from '#lib/calendar.ts';
import { glanceOf, type SiteGlance } from './site-glance.ts';

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
