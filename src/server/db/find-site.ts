import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { siteFields } from '#contract/record-fields.ts';
import { siteIdPattern } from '#domain/page-paths.ts';
import type { Queryable } from './queryable.ts';

const FoundSite = z.object({
  ...siteFields,
  loc_type_name: z.string(),
  data_provider: z.string(),
});
export type FoundSite = z.output<typeof FoundSite>;

/**
 * Finds a site that is shown: by its `loc_ndx`, by its agency's id, with or without the agency (`USGS-13037500`), or by
 * another id of its series. Undefined if there is none.
 * @param otherIds the agencies' ids of sites by other ids, both in upper case
 */
export async function findSite(
  from: Queryable,
  id: string,
  otherIds: ReadonlyMap<string, string>,
): Promise<FoundSite | undefined> {
  if (!siteIdPattern.test(id)) return undefined;
  const text = id.toUpperCase();
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0;
  const [, agency, ofAgency] = /^([A-Z]+)-(.+)$/.exec(text) ?? [];
  const other = otherIds.get(text);
  const ids = [text, ofAgency, other].filter((each) => each !== undefined);
  const rows = await from.query(
    sql`select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name, d.data_provider_name as data_provider
      from location l join location_type t using (loc_type_ndx) join data_provider d using (data_provider_ndx)
      where l.is_shown and (l.loc_ndx = ${number}::int or l.loc_id in ${ids})`,
    FoundSite,
  );
  return (
    rows.find(({ loc_ndx }) => loc_ndx === number) ??
    rows.find(({ loc_id }) => loc_id === text) ??
    rows.find(
      (row) => row.loc_id === ofAgency && row.data_provider.split(' ')[0]?.toUpperCase() === agency,
    ) ??
    rows.find(({ loc_id }) => loc_id === other)
  );
}
