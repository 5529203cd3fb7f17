import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { type DayNumber, dayFromParts } from '#lib/calendar.ts';
import { daySql, isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import { IssuedOutlook } from '../contract.ts';

/** Where what was issued is written. A fault there is reported; readers still get their outlook. */
export type IssueArchive = { readonly store: Queryable; readonly onFault: (error: unknown) => void };

type Issue = Pick<IssuedOutlook, 'volumes_af' | 'reasons'> & {
  readonly point: string;
  readonly issued: DayNumber;
  /** A hash of what it was computed from. */
  readonly input: string;
};

/** Notes an outlook of the running day, if none of the same input is noted. */
export async function writeIssue(
  { store, onFault }: IssueArchive,
  { point, issued, input, volumes_af, reasons }: Issue,
): Promise<void> {
  try {
    await store.query(
      sql`insert into outlook_issue (point, issued, input, computed_at, volumes_af, reasons)
        values (${point}, ${daySql(issued)}, ${input}, clock_timestamp(),
          ${volumes_af && JSON.stringify(volumes_af)}::text::jsonb, ${JSON.stringify(reasons)}::text::jsonb)
        on conflict do nothing`,
    );
  } catch (error) {
    onFault(error);
  }
}

/** Reads what was issued of a point in the year of an issue day, up to that day, oldest first. */
export async function readIssues(
  from: Queryable,
  point: string,
  { issued, year }: { readonly issued: DayNumber; readonly year: number },
): Promise<IssuedOutlook[]> {
  const [row] = await from.query(
    sql`
      select coalesce(json_agg(json_build_object('issued', o.issued::text,
          'computed_at', ${isoInstantSql(sql`o.computed_at`)}, 'volumes_af', o.volumes_af, 'reasons', o.reasons)
        order by o.issued, o.computed_at), '[]') as issues
      from outlook_issue o
      where o.point = ${point} and o.issued between ${daySql(dayFromParts(year, 1, 1))} and ${daySql(issued)}`,
    z.object({ issues: z.array(IssuedOutlook) }),
  );
  return row?.issues ?? [];
}
