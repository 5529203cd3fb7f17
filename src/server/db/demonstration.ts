import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Demonstration } from '#contract/demonstration.ts';
import { enteredByHand } from '#domain/qualifiers.ts';
import { audit } from '../audit.ts';
import type { Queryable } from './queryable.ts';
import { summarizeSeries } from './records.ts';
import { refreshStatistics } from './statistic-day.ts';
import type { Store, StoreTransaction } from './store.ts';

/** Who the demonstration's content records are by. */
export const demonstrationAuthor = 'demonstration';

const DemoState = z.object({
  /** The portal is a demonstration: all values are synthetic, except those that somebody has entered. */
  has_data: z.boolean(),
  /** The last day of the demo data, `YYYY-MM-DD`. */
  seeded_through: z.nullable(z.string()),
  has_content: z.boolean(),
});
/** Whether the portal is a demonstration, and what was written of it. */
export type DemoState = z.output<typeof DemoState>;

const stateSql = sql`select has_data, seeded_through::text as seeded_through, has_content from demo_state`;
const noState: DemoState = { has_data: false, seeded_through: null, has_content: false };

export async function readDemoState(from: Queryable): Promise<DemoState> {
  const [state] = await from.query(stateSql, DemoState);
  return state ?? noState;
}

/** Reads the state so that no import ends the demonstration before the transaction has ended. */
export async function holdDemoState(transaction: Queryable): Promise<DemoState> {
  const [state] = await transaction.query(sql`${stateSql} for update`, DemoState);
  return state ?? noState;
}

export async function writeDemoState(
  to: Queryable,
  { has_data, seeded_through, has_content }: DemoState,
): Promise<void> {
  await to.query(
    sql`insert into demo_state (has_data, seeded_through, has_content)
      values (${has_data}, ${seeded_through}::text::date, ${has_content})
      on conflict (id) do update set has_data = excluded.has_data, seeded_through = excluded.seeded_through,
        has_content = excluded.has_content`,
  );
}

const contentTables = ['dataset', 'public_document', 'announcement'].map((name) => sql.identifier(name));

/** The demonstration's records without a version by somebody else. */
const untouchedSql = (table: SQL) => sql`${table} r
  where r.parent_id is null and r.created_by = ${demonstrationAuthor} and r.updated_by = ${demonstrationAuthor}
    and not exists (select from ${table} v where v.parent_id = r.id)`;

const Counts = z.object({ series: z.int(), records: z.int() });

/** Counts what the first import removes, or what is left of the content records. */
export async function countDemonstration(from: Queryable): Promise<Demonstration> {
  const records = contentTables.map((table) => sql`(select count(*) from ${untouchedSql(sql`${table}`)})`);
  const [counts] = await from.query(
    sql`select count(*)::int as series, (${sql.join(records, sql` + `)})::int as records
      from location_parameter where source is null and (select has_data from demo_state)`,
    Counts,
  );
  return counts ?? { series: 0, records: 0 };
}

/**
 * Makes a demonstration a real portal. It belongs into the transaction that stores the first real values, before that reads
 * any value, so that what a killed process leaves is a whole demonstration or a portal that has begun to be real.
 * @returns what was removed; undefined if the portal is no demonstration
 */
export async function endDemonstration(
  transaction: StoreTransaction,
  actor: string,
  engine: Store['engine'],
): Promise<Demonstration | undefined> {
  // Two series may be written at the same time: the second one waits here, and finds no demonstration.
  const found = await transaction.query(sql`select from demo_state where has_data for update`);
  return found.length > 0 ? removeDemonstration(transaction, actor, engine) : undefined;
}

/**
 * Removes synthetic values, and the content records that nobody has edited. Stations are real and stay, and so do values
 * that somebody has entered. Returns what was removed.
 */
export async function removeDemonstration(
  transaction: StoreTransaction,
  actor: string,
  engine: Store['engine'],
): Promise<Demonstration> {
  const state = await holdDemoState(transaction);
  const before = await countDemonstration(transaction);
  if (state.has_data) await removeValues(transaction, engine);
  for (const table of contentTables) await transaction.query(sql`delete from ${untouchedSql(sql`${table}`)}`);
  await writeDemoState(transaction, { ...state, has_data: false, has_content: false });
  await audit(transaction, { actor, action: 'delete', entity: 'demonstration', entity_id: '1', before });
  return before;
}

async function removeValues(transaction: StoreTransaction, engine: Store['engine']): Promise<void> {
  // Versions until 0.14 replaced series one by one, so that some of their portals have imported ones, too.
  const isSynthetic = sql`not exists (select from location_parameter lp where lp.loc_ndx = v.loc_ndx
    and lp.parameter_ndx = v.parameter_ndx and lp.source is not null)`;
  const isDelivered = sql`v.qualifier is distinct from ${enteredByHand} and ${isSynthetic}`;
  for (const [name, isRemoved] of [
    ['daily_value', isDelivered],
    ['statistic_day', isSynthetic],
  ] as const) {
    const table = sql.identifier(name);
    if (engine === 'postgresql') {
      // Whoever reads meanwhile goes on.
      await transaction.query(sql`delete from ${table} v where ${isRemoved}`);
      continue;
    }
    // Nobody else reads the embedded database, and deleted rows would fill its log and stay in its files.
    await transaction.query(
      sql`create temp table remaining on commit drop as select * from ${table} v where not (${isRemoved})`,
    );
    await transaction.query(sql`truncate ${table}`);
    await transaction.query(sql`insert into ${table} select * from remaining`);
    await transaction.query(sql`drop table remaining`);
  }
  await transaction.query(sql`delete from latest_reading v where ${isSynthetic}`);
  await transaction.query(
    sql`delete from location_parameter v where source is null and not exists (
      select from daily_value d where d.loc_ndx = v.loc_ndx and d.parameter_ndx = v.parameter_ndx)`,
  );
  const entered = await transaction.query(
    sql`select loc_ndx, parameter_ndx from location_parameter where source is null`,
    z.object({ loc_ndx: z.int(), parameter_ndx: z.int() }),
  );
  await summarizeSeries(transaction, entered);
  await refreshStatistics(transaction, entered);
  await transaction.query(sql`update data_provider set note = null`);
}
