import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { FileReference } from '#contract/records/fields.ts';
import { intArraySql, isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import { type OwnReading, type RatingTable, stage, ways } from '../contract.ts';
import { type Rating, rateStage, ratingAt } from '../rules/rating.ts';
import { toRating } from './rating-tables.ts';

const VersionRow = z.object({
  parameter_ndx: z.int(),
  at: z.string(),
  version: z.int(),
  value: z.nullable(z.number()),
  way: z.enum(ways),
  by: z.string(),
  known_from: z.string(),
  entered_value: z.nullable(z.number()),
  entered_unit: z.nullable(z.string()),
  note: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  photo: z.nullable(FileReference),
});
type VersionRow = z.output<typeof VersionRow>;

export type ReadingQuery = {
  readonly location: number;
  readonly parameters: readonly number[];
  /** A condition on a reading `r`. */
  readonly isWanted?: SQL;
  /** As they were known then, as ISO 8601. */
  readonly asOf?: string | undefined;
  readonly limit: number;
};

/** Reads readings with their versions, the latest reading first, and what its rating table makes of each stage. */
export async function readReadings(
  from: Queryable,
  { location, parameters, isWanted = sql`true`, asOf, limit }: ReadingQuery,
  tables: readonly RatingTable[],
): Promise<OwnReading[]> {
  const isKnown =
    asOf === undefined
      ? sql`true`
      : sql`exists (select from own_origin k where k.origin_ndx = r.origin_ndx
          and k.made_at <= ${asOf}::text::timestamptz)`;
  const rows = await from.query(
    // Of each parameter apart, by the first versions, so that the primary key is read from its end.
    sql`with wanted as (
        select p.ndx::smallint as parameter_ndx, l.at from unnest(${intArraySql(parameters)}) p(ndx)
        cross join lateral (select r.at from own_reading r
          where r.loc_ndx = ${location}::int and r.parameter_ndx = p.ndx and r.version = 1
            and ${isWanted} and ${isKnown}
          order by r.at desc limit ${limit}::int) l
        order by l.at desc, p.ndx limit ${limit}::int)
      select r.parameter_ndx, ${isoInstantSql(sql`r.at`, '.MS')} as at, r.version, r.value, o.way, o.made_by as by,
        ${isoInstantSql(sql`o.made_at`, '.MS')} as known_from, o.entered_value, o.entered_unit, o.note, o.reason,
        case when f.id is not null then jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size)
          end as photo
      from wanted w join own_reading r on r.loc_ndx = ${location}::int and r.parameter_ndx = w.parameter_ndx and r.at = w.at
      join own_origin o using (origin_ndx) left join stored_file f on f.id::text = o.photo::text
      where ${isKnown} order by r.at desc, r.parameter_ndx, r.version desc`,
    VersionRow,
  );
  const known =
    asOf === undefined
      ? tables
      : tables.filter(({ known_from }) => Date.parse(known_from) <= Date.parse(asOf));
  const byReading = Map.groupBy(rows, ({ parameter_ndx, at }) => `${parameter_ndx} ${at}`);
  return [...byReading.values()].map((versions) => toReading(versions, known));
}

function toReading(rows: readonly VersionRow[], tables: readonly RatingTable[]): OwnReading {
  const [{ parameter_ndx, at } = { parameter_ndx: 0, at: '' }] = rows;
  const versions = rows.map(({ parameter_ndx: _, at: __, entered_value, entered_unit, ...version }) => ({
    ...version,
    entered:
      entered_value === null || entered_unit === null ? null : { value: entered_value, unit: entered_unit },
  }));
  const flow = parameter_ndx === stage.parameter_ndx ? flowOf(at, rows[0]?.value ?? null, tables) : undefined;
  return { parameter_ndx, at, versions, ...(flow && { flow }) };
}

/** What the table of its time makes of a stage; of the first flow that has tables. */
function flowOf(at: string, value: number | null, tables: readonly RatingTable[]): OwnReading['flow'] {
  const parameter = tables.at(-1)?.parameter_ndx;
  if (parameter === undefined || value === null) return undefined;
  const ratings: readonly Rating[] = tables.filter((each) => each.parameter_ndx === parameter).map(toRating);
  const rating = ratingAt(ratings, Date.parse(at));
  return (
    rating && {
      parameter_ndx: parameter,
      value: rateStage(rating, value) ?? null,
      table_version: rating.version,
    }
  );
}

/** The flows of a site whose days a reading changes: the parameter itself, or those with rating tables for a stage. */
export function parametersToRecompute(parameter: number, tables: readonly RatingTable[]): readonly number[] {
  if (parameter !== stage.parameter_ndx) return [parameter];
  return [...new Set(tables.map(({ parameter_ndx }) => parameter_ndx))];
}
