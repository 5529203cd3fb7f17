import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { originFields, parameterFields } from '#contract/record-fields.ts';
import type { Queryable } from '../../db/queryable.ts';
import { allDays, type RecordColumns, readRecord } from '../../db/records.ts';

/** Some 27 years, which the database reads in some 20 ms, so that nobody waits long for the embedded one. */
const valuesPerBlock = 10_000;

const Series = z.object({
  ...parameterFields,
  loc_ndx: z.int(),
  /** The agency's own id. */
  site_number: z.string(),
  provider: z.string(),
  ...originFields,
  /** How many values the record has, from which the size of the files is estimated. */
  total_samples: z.int(),
});
export type BulkSeries = z.output<typeof Series>;

/** The records of these providers' sites that are shown, by parameter and then by site number. */
export async function readSeriesOf(
  from: Queryable,
  providers: readonly string[],
): Promise<readonly BulkSeries[]> {
  return from.query(
    sql`select m.parameter_ndx, m.parameter_name, m.units_name, l.loc_ndx, l.loc_id as site_number,
        d.data_provider_name as provider, lp.source, lp.is_demonstration, lp.total_samples
      from location_parameter lp
      join parameter m using (parameter_ndx)
      join location l using (loc_ndx)
      join data_provider d using (data_provider_ndx)
      where l.is_shown and d.data_provider_name in
        (select value from jsonb_array_elements_text(${JSON.stringify(providers)}::text::jsonb))
      order by m.parameter_name collate "C", m.parameter_ndx, l.loc_id collate "C"`,
    Series,
  );
}

/**
 * Reads a record block by block, so that its length takes no memory. Flagged values are included, except those that are no
 * number.
 */
export async function* readValueBlocks(
  from: Queryable,
  key: Pick<BulkSeries, 'loc_ndx' | 'parameter_ndx'>,
): AsyncGenerator<RecordColumns> {
  const options = { withFlagged: true, withQualifiers: true, limit: valuesPerBlock };
  let [next, end] = allDays;
  let block: RecordColumns;
  do {
    block = await readRecord(from, key, [[next, end]], options);
    if (block.days.length > 0) yield block;
    next = (block.days.at(-1) ?? end) + 1;
  } while (block.days.length === valuesPerBlock);
}
