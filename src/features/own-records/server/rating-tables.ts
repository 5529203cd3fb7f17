import { sql } from 'drizzle-orm/sql';
import { isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import type { SeriesKey } from '#server/db/records.ts';
import { RatingTable } from '../contract.ts';
import type { Rating } from '../rules/rating.ts';

/** Reads the rating tables of a site, the latest version first. */
export function readRatingTables(from: Queryable, location: number): Promise<RatingTable[]> {
  return from.query(
    sql`select parameter_ndx, version, ${isoInstantSql(sql`valid_from`, '.MS')} as valid_from, offset_ft, points, note,
        made_by as by, ${isoInstantSql(sql`made_at`, '.MS')} as known_from
      from own_rating where loc_ndx = ${location}::int order by parameter_ndx, version desc`,
    RatingTable,
  );
}

export const toRating = ({ version, valid_from, offset_ft, points }: RatingTable): Rating => ({
  version,
  validFrom: Date.parse(valid_from),
  offsetFt: offset_ft,
  points,
});

export async function readRatings(
  from: Queryable,
  { loc_ndx, parameter_ndx }: SeriesKey,
): Promise<readonly Rating[]> {
  const tables = await readRatingTables(from, loc_ndx);
  return tables.filter((table) => table.parameter_ndx === parameter_ndx).map(toRating);
}
