import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { Demonstration } from '#contract/demonstration.ts';
import { enteredByHand } from '#domain/qualifiers.ts';
import { audit } from '../../audit.ts';
import { demonstrationAuthor, readDemoState, writeDemoState } from '../../db/demo-state.ts';
import { summarizeSeries } from '../../db/record-summary.ts';
import { refreshStatistics } from '../../db/statistic-day.ts';
import type { Queryable, Store } from '../../db/store.ts';

const contentTables = ['dataset', 'public_document', 'announcement'].map((name) => sql.identifier(name));

/** The demonstration's records without a version by somebody else. */
const untouchedSql = (table: SQL) => sql`${table} r
  where r.parent_id is null and r.created_by = ${demonstrationAuthor} and r.updated_by = ${demonstrationAuthor}
    and not exists (select from ${table} v where v.parent_id = r.id)`;

/** Counts what is left of the demonstration. */
export async function countDemonstration(from: Queryable): Promise<Demonstration> {
  const records = contentTables.map((table) => sql`(select count(*) from ${untouchedSql(sql`${table}`)})`);
  const [counts] = await from.query(
    sql`select count(*) filter (where is_demonstration)::int as series, count(*)::int as all_series,
        (${sql.join(records, sql` + `)})::int as records
      from location_parameter`,
    Demonstration,
  );
  return counts ?? { series: 0, all_series: 0, records: 0 };
}

/**
 * Removes the values of synthetic series and the content records that nobody has edited, in one transaction. Stations
 * are real and stay; so do values entered by hand, and imported series. Returns what was removed.
 */
export async function removeDemonstrationData(store: Store, actor: string): Promise<Demonstration> {
  return store.transaction(async (transaction) => {
    const removed = await countDemonstration(transaction);
    const series = await transaction.query(
      sql`select loc_ndx, parameter_ndx from location_parameter where is_demonstration for update`,
      z.object({ loc_ndx: z.int(), parameter_ndx: z.int() }),
    );
    await transaction.query(
      sql`delete from daily_value v using location_parameter lp
        where lp.is_demonstration and v.loc_ndx = lp.loc_ndx and v.parameter_ndx = lp.parameter_ndx
          and v.qualifier is distinct from ${enteredByHand}`,
    );
    await summarizeSeries(transaction, series);
    await refreshStatistics(transaction, series);
    await transaction.query(
      sql`update location_parameter set is_demonstration = false where is_demonstration`,
    );
    await transaction.query(sql`update data_provider set note = null`);
    for (const table of contentTables) {
      await transaction.query(sql`delete from ${untouchedSql(sql`${table}`)}`);
    }
    const state = await readDemoState(transaction);
    await writeDemoState(transaction, { ...state, has_data: false, has_content: false });
    await audit(transaction, {
      actor,
      action: 'delete',
      entity: 'demonstration',
      entity_id: 'demonstration',
      before: removed,
      after: undefined,
    });
    return removed;
  });
}
