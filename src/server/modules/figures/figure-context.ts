import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { BriefRequest } from '#contract/basin-brief-request.ts';
import type { DayNumber } from '#lib/calendar.ts';
import type { Queryable } from '../../db/queryable.ts';
import { HttpProblem } from '../../http/problems.ts';

/** What figures are read from. */
export type FigureContext = {
  readonly from: Queryable;
  readonly brief: BriefRequest;
  /** In AF, by the agencies' ids. */
  readonly capacities: ReadonlyMap<string, number>;
  /** Parameters whose charts have 0 at the top. */
  readonly reversedParameters: ReadonlySet<number>;
  /** Whether everyone may read the values of a provider. */
  readonly isOpenProvider: (provider: string) => boolean;
  readonly on: DayNumber;
};

const Provider = z.object({ loc_id: z.string(), data_provider: z.string() });

/** Reads the providers of sites, by the agencies' ids in upper case. */
export async function readProviders(
  { from }: FigureContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await from.query(
    sql`select l.loc_id, d.data_provider_name as data_provider
      from location l join data_provider d using (data_provider_ndx)
      where l.loc_id in (select json_array_elements_text(${JSON.stringify(ids)}::text::json))`,
    Provider,
  );
  return new Map(rows.map((row) => [row.loc_id, row.data_provider]));
}

/** @throws HttpProblem 403 for values that only people with an account may read */
export function requireOpen({ isOpenProvider }: FigureContext, providers: Iterable<string>): void {
  const closed = [...new Set(providers)].filter((each) => !isOpenProvider(each));
  if (closed.length === 0) return;
  throw new HttpProblem(
    403,
    `Values of ${closed.join(', ')} need an account, so this figure is in the portal only.`,
  );
}
