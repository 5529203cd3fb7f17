import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { parameters } from '#domain/vocabulary.ts';
import type { SeriesKey } from '#server/db/records.ts';
import type { Queryable } from '#server/db/store.ts';
import { SourceRefused, type SourceSeries, targetId } from '../source.ts';
import type { HistoryEntry } from './value-history.ts';

const SeriesSource = z.object({
  source: z.nullable(z.string()),
  source_series: z.nullable(z.string()),
  /** How many values are stored that pass the quality rules. */
  values: z.int(),
});
type SeriesSource = z.output<typeof SeriesSource>;

/** Reads which source a stored series belongs to. A series that is not stored belongs to none. */
export async function readSeriesSource(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
): Promise<SeriesSource> {
  const [found] = await from.query(
    sql`SELECT source, source_series, total_samples - flagged AS values FROM location_parameter
      WHERE loc_ndx = ${loc_ndx} AND parameter_ndx = ${parameter_ndx}`,
    SeriesSource,
  );
  return found ?? { source: null, source_series: null, values: 0 };
}

/** Notes that a series with a summary was imported; a new source is added to the history. */
export async function writeSeriesSource(
  to: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
  { source, source_series }: { source: string; source_series: string },
  { run, knownFrom }: HistoryEntry,
): Promise<void> {
  await to.query(
    sql`WITH changed AS (
      UPDATE location_parameter
      SET source = ${source}, source_series = ${source_series}
      WHERE loc_ndx = ${loc_ndx} AND parameter_ndx = ${parameter_ndx}
        AND (source, source_series) IS DISTINCT FROM (${source}, ${source_series})
      RETURNING loc_ndx, parameter_ndx)
    INSERT INTO series_source (loc_ndx, parameter_ndx, known_from, source, source_series, run)
    SELECT loc_ndx, parameter_ndx, ${knownFrom}::text::timestamptz, ${source}, ${source_series}, ${run}::int FROM changed`,
  );
}

/** Says that values come from another record of the agency than the stored ones, such as a second sensor. */
export function describeOtherRecord(
  { seriesId }: Extract<SourceSeries, { kind: 'read' }>,
  { source_series: stored }: SeriesSource,
): string[] {
  if (seriesId === undefined || stored === null || stored === seriesId) return [];
  return [`The values are of the series ${seriesId}, and those stored before of ${stored}.`];
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

const ImportedSeries = z.object({
  loc_id: z.string(),
  loc_ndx: z.int(),
  parameter_ndx: z.int(),
  source: z.string(),
});
export type ImportedSeries = z.output<typeof ImportedSeries>;

/** Reads the series that were imported and whose they are, by `targetId`. */
export async function readImportedSeries(from: Queryable): Promise<ReadonlyMap<string, ImportedSeries>> {
  const rows = await from.query(
    sql`select l.loc_id, lp.loc_ndx, lp.parameter_ndx, lp.source
      from location_parameter lp join location l using (loc_ndx) where lp.source is not null`,
    ImportedSeries,
  );
  return new Map(rows.map((row) => [targetId(row.loc_id, row.parameter_ndx), row]));
}
