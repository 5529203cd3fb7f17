import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { type DayNumber, formatDay } from '#lib/calendar.ts';
import type { Queryable, QueryOptions } from '../../db/queryable.ts';
import { approvalSql } from '../../db/record-summary.ts';

/** Some 27 years, which the database reads in some 20 ms, so that nobody waits long for the embedded one. */
const daysPerBlock = 10_000;

const Series = z.object({
  parameter_ndx: z.int(),
  parameter_name: z.string(),
  units_name: z.string(),
  loc_ndx: z.int(),
  /** The agency's own id. */
  site_number: z.string(),
  provider: z.string(),
  is_demonstration: z.boolean(),
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
        d.data_provider_name as provider, lp.is_demonstration, lp.total_samples
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
 * Values as the API gives them in CSV, flagged ones included. `days` since 1970 and `values` are comma-separated and of
 * one length, `approval` has one letter each; `qualifiers` and `flags` are by day.
 */
export type ValueBlock = {
  readonly days: string;
  readonly values: string;
  readonly approval: string;
  readonly qualifiers: Readonly<Record<string, string>>;
  readonly flags: Readonly<Record<string, string>>;
};

const texts = z.record(z.string(), z.string());

const Block = z.object({
  count: z.int(),
  last: z.nullable(z.int()),
  days: z.nullable(z.string()),
  values: z.nullable(z.string()),
  approval: z.nullable(z.string()),
  qualifiers: z.nullable(texts),
  flags: z.nullable(texts),
});

/** Reads a record block by block along the primary key, so that its length takes no memory. */
export async function* readValueBlocks(
  from: Queryable,
  { loc_ndx, parameter_ndx }: Pick<BulkSeries, 'loc_ndx' | 'parameter_ndx'>,
  options?: QueryOptions,
): AsyncGenerator<ValueBlock> {
  let after: DayNumber | undefined;
  for (;;) {
    const [block] = await from.query(
      sql`select count(*)::int as count, max(v.day) as last,
          string_agg(v.day::text, ',' order by v.day) as days,
          string_agg(v.value::text, ',' order by v.day) as values,
          string_agg(${approvalSql(sql`v.approval`)}, '' order by v.day) as approval,
          json_object_agg(v.day::text, v.qualifier) filter (where v.qualifier <> '') as qualifiers,
          json_object_agg(v.day::text, v.flag) filter (where v.flag is not null) as flags
        from (
          select rdate - date '1970-01-01' as day, result_value_daily as value, approval, qualifier, flag
          from daily_value
          where loc_ndx = ${loc_ndx}::int and parameter_ndx = ${parameter_ndx}::int
            and rdate > ${after === undefined ? '-infinity' : formatDay(after)}::text::date
            and result_value_daily between -3e38 and 3e38
          order by rdate limit ${daysPerBlock}::int
        ) v`,
      Block,
      options,
    );
    const { count = 0, last, days, values, approval, qualifiers, flags } = block ?? {};
    if (days && values && approval) {
      yield { days, values, approval, qualifiers: qualifiers ?? {}, flags: flags ?? {} };
    }
    if (count < daysPerBlock) return;
    after = last ?? undefined;
  }
}
