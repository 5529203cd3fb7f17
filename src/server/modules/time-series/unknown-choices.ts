import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { TimeseriesFilter } from '#contract/time-series.ts';
import { intArraySql } from '../../db/queryable.ts';
import type { Queryable } from '../../db/store.ts';

export type UnknownChoice = { readonly path: string; readonly message: string };

const Known = z.object({
  huc8s: z.array(z.object({ ndx: z.int(), name: z.string() })),
  parameters: z.array(z.object({ ndx: z.int(), name: z.string() })),
  locations: z.array(z.int()),
});

/** Finds what filters choose that does not exist. Each message names what can be chosen. */
export async function findUnknownChoices(
  from: Queryable,
  filter: TimeseriesFilter,
): Promise<readonly UnknownChoice[]> {
  const { locations_left, locations_right } = filter;
  const [known] = await from.query(
    sql`select
      coalesce((select json_agg(json_build_object('ndx', huc8_ndx, 'name', huc8_name) order by huc8_ndx) from huc8), '[]')
        as huc8s,
      coalesce((select json_agg(json_build_object('ndx', parameter_ndx, 'name', parameter_name) order by parameter_ndx)
        from parameter), '[]') as parameters,
      coalesce((select json_agg(loc_ndx) from location
        where is_shown and loc_ndx = any(${intArraySql([...locations_left, ...locations_right])})), '[]') as locations`,
    Known,
  );
  if (!known) return [];
  const choices: [path: keyof TimeseriesFilter, noun: string, known: readonly number[], allowed: string][] = [
    ['huc8s', 'HUC8', ndxs(known.huc8s), listChoices(known.huc8s)],
    ['parameter_left', 'parameter', ndxs(known.parameters), listChoices(known.parameters)],
    ['parameter_right', 'parameter', ndxs(known.parameters), listChoices(known.parameters)],
    ['locations_left', 'location', known.locations, locationsText],
    ['locations_right', 'location', known.locations, locationsText],
  ];
  return choices.flatMap(([path, noun, ids, allowed]) => {
    const unknown = [filter[path] ?? []].flat().filter((id) => !ids.includes(Number(id)));
    if (unknown.length === 0) return [];
    return [
      { path: `body.${path}`, message: `There is no ${noun} ${unknown.join(', ')}. Expected ${allowed}.` },
    ];
  });
}

const locationsText = 'a loc_ndx of /api/timeseries-daily-data-dropdown-locations-assoc-param';

function ndxs(entries: readonly { ndx: number }[]): readonly number[] {
  return entries.map(({ ndx }) => ndx);
}

function listChoices(entries: readonly { ndx: number; name: string }[]): string {
  return entries.length === 0 ? 'none' : entries.map(({ ndx, name }) => `${ndx} (${name})`).join(', ');
}
