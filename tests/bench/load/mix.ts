import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { todayInBasin } from '#lib/basin-clock.ts';
import { formatDay } from '#lib/calendar.ts';
import type { Mix } from './people.ts';
import { pick } from './people.ts';
import type { LoadedPortal } from './portal.ts';

const Locations = z.array(z.object({ loc_ndx: z.int(), parameter_ndx_array: z.array(z.int()) }));

/** Reads which records the portal has, for the addresses that its screens ask for. */
export async function readMix({ port, tokens }: LoadedPortal): Promise<Mix> {
  const answer = await fetch(
    `http://localhost:${port}/api/timeseries-daily-data-dropdown-locations-assoc-param`,
    {
      headers: { authorization: `Bearer ${tokens[0]}` },
    },
  );
  const locations = Locations.parse(await answer.json());
  const byParameter = new Map<number, number[]>();
  for (const { loc_ndx, parameter_ndx_array } of locations) {
    for (const parameter of parameter_ndx_array) {
      byParameter.set(parameter, [...(byParameter.get(parameter) ?? []), loc_ndx]);
    }
  }
  const parameters = [...byParameter.keys()];
  const thisYear = Number(todayInBasin(new Date()).slice(0, 4));
  const years = Array.from({ length: 5 }, (_, back) => thisYear - back);
  const assets = path.resolve(import.meta.dirname, '../../../dist/_assets');
  return {
    map: [
      '/api/public-map/wells',
      '/api/public-map/sources',
      '/api/public-map/layers',
      '/api/public-map/filters',
      '/api/public-map/geo/huc8',
    ],
    lists: [
      '/api/timeseries-daily-data-dropdown-huc8',
      '/api/timeseries-daily-data-dropdown-parameters',
      '/api/timeseries-daily-data-dropdown-locations-assoc-param',
      '/api/summary-of-sites-tscompare',
    ],
    series: (random) => {
      const parameter = pick(parameters, random);
      const sites = byParameter.get(parameter) ?? [];
      const from = Math.floor(random() * Math.max(1, sites.length - 10));
      const list = sites.slice(from, from + 10).join(',');
      const end = formatDay(Math.floor(Date.now() / 86_400_000));
      return [`/api/timeseries-daily-data/${parameter}/${list}/${thisYear - 30}-01-01/${end}?format=columns`];
    },
    comparisons: (random) => {
      const parameter = pick(parameters, random);
      const location = pick(byParameter.get(parameter) ?? [], random);
      return [
        `/api/wy-analysis-comparison/${parameter}/${location}/Minimum,Median,Maximum,${years.join(',')}`,
        `/api/wy-analysis-standing/${parameter}/${location}`,
      ];
    },
    snow: [
      '/api/hydro-health-list-water-years',
      '/api/hydro-health-sites-table',
      '/api/hydro-health-huc-table',
    ],
    pages: ['/', '/about', '/documentation', '/changelog', '/data-analysis-tools/time-series-comparison'],
    assets: readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .slice(0, 20)
      .map((name) => `/_assets/${name}`),
  };
}
