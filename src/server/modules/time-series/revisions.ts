import { sql } from 'drizzle-orm/sql';
import type * as z from 'zod/mini';
import { Revision, type Revisions } from '#contract/daily-data.ts';
import type { Queryable } from '../../db/store.ts';
import { recordNotFound } from '../../http/problems.ts';
import { revisionsSql } from './queries.ts';

const maxRevisions = 10_000;

type RevisionQuery = {
  readonly location: number;
  readonly parameter: number;
  /** The first day, `YYYY-MM-DD`. */
  readonly since: string | undefined;
};

/** Reads what imports changed in a series. @throws HttpProblem 404 if the series does not exist or is not shown */
export async function readRevisionsOf(
  from: Queryable,
  query: RevisionQuery,
): Promise<z.output<typeof Revisions>> {
  const found = await from.query(
    sql`select from location_parameter lp join location l using (loc_ndx)
      where lp.loc_ndx = ${query.location}::int and lp.parameter_ndx = ${query.parameter}::int and l.is_shown`,
  );
  if (found.length === 0) throw recordNotFound();
  const revisions = await from.query(revisionsSql(query, maxRevisions + 1), Revision);
  return {
    revisions: revisions.slice(0, maxRevisions),
    is_complete: revisions.length <= maxRevisions,
  };
}
