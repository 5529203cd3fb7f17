import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { withheldFinding } from '#domain/finding/finding.ts';
import type { FindingScope } from '#server/db/findings.ts';
import { isoInstantSql, type Queryable } from '#server/db/queryable.ts';
import { FiringFacts, firingKinds } from '../../contract.ts';

const FiringRow = z.object({
  id: z.uuid(),
  kind: z.enum(firingKinds),
  facts: FiringFacts,
  observed_at: z.string(),
  fired_at: z.string(),
});
export type SentFiring = z.output<typeof FiringRow>;

/**
 * Reads firings, as far as they are still there and their sites shown, for a reader without an account: the values of sites that
 * need one are left out. `which` is what follows `where`, of the firing `f` and its rule `r`.
 */
export async function readFirings(
  from: Queryable,
  { isReadable }: Pick<FindingScope, 'isReadable'>,
  which: SQL,
): Promise<SentFiring[]> {
  const rows = await from.query(
    sql`select f.id, f.kind, f.facts, ${isoInstantSql(sql`f.observed_at`)} as observed_at,
        ${isoInstantSql(sql`f.fired_at`)} as fired_at
      from alert_firing f join alert_rule r on r.id = f.rule_id join location l on l.loc_ndx = r.loc_ndx
      where l.is_shown and ${which}`,
    FiringRow,
  );
  return rows.map((row) => (isReadable(row.facts.loc_ndx) ? row : withhold(row)));
}

function withhold({ facts, ...row }: SentFiring): SentFiring {
  const { sentence } = withheldFinding;
  return { ...row, facts: { ...facts, value: null, measured: null, approval: null, sentence } };
}
