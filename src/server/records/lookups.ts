import { type SQL, sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import { LookupEntry, type LookupName, readLookup } from '#contract/records/lookups.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import type { Queryable } from '../db/store.ts';
import { registerEndpoint } from '../http/register-endpoint.ts';

export function registerLookupRoutes(app: FastifyInstance, from: Queryable) {
  registerEndpoint(app, readLookup, ({ params }) => readLookupEntries(from, params.name));
}

function namesSql(column: string, table: string): SQL {
  const name = sql.identifier(column);
  return sql`select distinct ${name} as value, ${name} as label, 0 as rank from ${sql.identifier(table)}`;
}

const isPumpedSql = sql`exists (select from location_parameter lp where lp.loc_ndx = l.loc_ndx
  and lp.parameter_ndx = ${parameterNdx.hoursPumped})`;

/** A well is recognized by its location type, or by having a pumping record. Those with a record come first. */
const wellsSql = sql`
  select l.loc_id as value, l.loc_name || ' (' || l.loc_id || ')' as label,
    case when ${isPumpedSql} then 0 else 1 end as rank
  from location l join location_type t using (loc_type_ndx)
  where l.is_shown and (t.loc_type_name like '%Well' or ${isPumpedSql})`;

const queries: Record<LookupName, SQL> = {
  'location-types': namesSql('loc_type_name', 'location_type'),
  'data-providers': namesSql('data_provider_name', 'data_provider'),
  parameters: namesSql('parameter_name', 'parameter'),
  huc8s: namesSql('huc8_name', 'huc8'),
  huc10s: namesSql('huc10_name', 'huc10'),
  'gw-districts': namesSql('gw_district_name', 'gw_district'),
  wells: wellsSql,
};

/** The entries of a lookup table, by label; wells that have been pumped first. */
export function readLookupEntries(from: Queryable, name: LookupName): Promise<LookupEntry[]> {
  return from.query(
    sql`select value, label from (${queries[name]}) entries order by rank, label collate "C", value`,
    LookupEntry,
  );
}
