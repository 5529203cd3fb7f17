import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { enteredByHand } from '#domain/qualifiers.ts';
import { parameters } from '#domain/vocabulary.ts';
import type { Queryable } from '#server/db/store.ts';
import { SourceRefused, type SourceSeries } from './source.ts';

export type SeriesKey = { readonly ndx: number; readonly parameter: number };

const SeriesSource = z.object({
  source: z.nullable(z.string()),
  source_series: z.nullable(z.string()),
  is_demonstration: z.boolean(),
});
type SeriesSource = z.output<typeof SeriesSource>;

/** Reads which source a stored series belongs to. A series that is not stored belongs to none. */
export async function readSeriesSource(
  from: Queryable,
  { ndx, parameter }: SeriesKey,
): Promise<SeriesSource> {
  const [found] = await from.query(
    sql`SELECT source, source_series, is_demonstration FROM location_parameter
      WHERE loc_ndx = ${ndx} AND parameter_ndx = ${parameter}`,
    SeriesSource,
  );
  return found ?? { source: null, source_series: null, is_demonstration: false };
}

/** Notes that a series with a summary was imported, and is not synthetic. */
export async function writeSeriesSource(
  to: Queryable,
  { ndx, parameter }: SeriesKey,
  { source, source_series }: { source: string; source_series: string },
): Promise<void> {
  await to.query(
    sql`UPDATE location_parameter
      SET source = ${source}, source_series = ${source_series}, is_demonstration = false
      WHERE loc_ndx = ${ndx} AND parameter_ndx = ${parameter}
        AND (source, source_series, is_demonstration) IS DISTINCT FROM (${source}, ${source_series}, false)`,
  );
}

/** Values entered by hand are not demo data; they stay until the agency sends that day. */
export async function removeDemoValues(from: Queryable, { ndx, parameter }: SeriesKey): Promise<number> {
  const [row] = await from.query(
    sql`WITH deleted AS (DELETE FROM daily_value WHERE loc_ndx = ${ndx} AND parameter_ndx = ${parameter}
       AND qualifier IS DISTINCT FROM ${enteredByHand} RETURNING 1)
     SELECT count(*)::int AS n FROM deleted`,
    z.object({ n: z.int() }),
  );
  return row?.n ?? 0;
}

/** The refusal of a second source of a series. */
export function otherSource(
  { name, target }: Extract<SourceSeries, { kind: 'read' }>,
  owner: SeriesSource,
  source: string,
): SourceRefused {
  const parameter = parameters.find(({ ndx }) => ndx === target.parameter)?.name ?? 'This parameter';
  return new SourceRefused(
    `${parameter} at ${target.site.name} comes from ${owner.source} (${owner.source_series ?? 'unnamed'}), and this is ${source} (${name}). To change the source, add --replace-source; the former values stay in the history.`,
  );
}
