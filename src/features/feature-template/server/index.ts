import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { formatDay } from '#lib/calendar.ts';
import { dayZero, type Queryable } from '#server/db/queryable.ts';
import { noValues, readRecords } from '#server/db/records.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { type FeatureTemplateRow, listFeatureTemplate } from '../contract.ts';

export const registerRoutes: RegisterFeature = (app, { reads }) => {
  registerEndpoint(app, listFeatureTemplate, ({ params }) => readRows(reads, Number(params.parameter)));
};

const Site = z.object({ loc_ndx: z.int(), loc_name: z.string(), units_name: z.string(), last: z.int() });

/** Days before the end of a record within which its latest value that passes, and the one before that, are looked for. */
const searchedDays = 14;

/** Reads the sites that have values of a parameter, by name. */
async function readRows(from: Queryable, parameter: number): Promise<FeatureTemplateRow[]> {
  const sites = await from.query(
    sql`select l.loc_ndx, l.loc_name, p.units_name, lp.por_end - ${dayZero} as last
      from location_parameter lp
      join location l using (loc_ndx)
      join parameter p using (parameter_ndx)
      where l.is_shown and lp.parameter_ndx = ${parameter}::int and lp.por_end is not null
      order by l.loc_name collate "C", l.loc_ndx`,
    Site,
  );
  // The reader of daily values leaves out those that fail a quality rule.
  const records = await readRecords(
    from,
    sites.map(({ loc_ndx, last }) => ({
      loc_ndx,
      parameter_ndx: parameter,
      ranges: [[last - searchedDays, last]],
    })),
  );
  return sites.flatMap(({ last: _, ...site }, at) => {
    const { days, values } = records[at] ?? noValues;
    const [day, value] = [days.at(-1), values.at(-1)];
    if (day === undefined || value === undefined) return [];
    return [{ ...site, day: formatDay(day), value, value_before: values[days.indexOf(day - 7)] ?? null }];
  });
}
