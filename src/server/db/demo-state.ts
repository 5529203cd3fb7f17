import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Queryable } from './queryable.ts';

/** Who the demonstration's content records are by. */
export const demonstrationAuthor = 'demonstration';

const DemoState = z.object({
  has_data: z.boolean(),
  /** The last day of the demo data, `YYYY-MM-DD`. */
  seeded_through: z.nullable(z.string()),
  has_content: z.boolean(),
});
/** Which demonstration data the database holds. */
export type DemoState = z.output<typeof DemoState>;

export async function readDemoState(from: Queryable): Promise<DemoState> {
  const [state] = await from.query(
    sql`select has_data, seeded_through::text as seeded_through, has_content from demo_state`,
    DemoState,
  );
  return state ?? { has_data: false, seeded_through: null, has_content: false };
}

const DemoShare = z.enum(['all', 'some', 'none']);

/** Reads how many of the series are synthetic. */
export async function readDemoShare(from: Queryable): Promise<z.output<typeof DemoShare>> {
  const [row] = await from.query(
    sql`select case when not coalesce(bool_or(is_demonstration), false) then 'none'
      when bool_and(is_demonstration) then 'all' else 'some' end as share from location_parameter`,
    z.object({ share: DemoShare }),
  );
  return row?.share ?? 'none';
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
