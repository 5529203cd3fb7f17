import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Basin, BasinSite } from '#contract/basin/basin.ts';
import { parametersOf } from '#contract/basin/basin-vocabulary.ts';
import { siteFields } from '#contract/record-fields.ts';
import { findOrAddLocation } from '#ingest/basin/locations.ts';
import { writeLookupTables } from '#ingest/basin/write-lookup-tables.ts';
import { unitsOf } from '#ingest/reading/units.ts';
import type { Caller } from '#server/access/access-control.ts';
import { intArraySql, type Queryable } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { type OwnSite, stage } from '../contract.ts';
import { noteAllDays } from './days-to-compute.ts';

const flowUnit = 'cfs';

const SiteRow = z.object({
  ...siteFields,
  limit_minutes: z.int(),
  parameters: z.array(z.int()),
  type: z.string(),
  provider: z.string(),
  lat: z.number(),
  lon: z.number(),
  huc8: z.nullable(z.string()),
});
type SiteRow = z.output<typeof SiteRow>;

/** An own site with what an import needs of it. */
export type OwnPlace = OwnSite & { readonly site: BasinSite };

export const unitsAt = ({ parameters }: OwnPlace, parameter: number): string | undefined =>
  parameters.find(({ parameter_ndx }) => parameter_ndx === parameter)?.units_name;

/** Reads the own sites, by name, or those that a condition on their location `l` finds. */
export async function readOwnPlaces(
  from: Queryable,
  basin: Basin,
  isWanted: SQL = sql`true`,
): Promise<readonly OwnPlace[]> {
  const rows = await from.query(
    sql`select l.loc_ndx, l.loc_id, l.loc_name, o.limit_minutes, o.parameters, t.loc_type_name as type,
        d.data_provider_name as provider, l.latitude_dd as lat, l.longitude_dd as lon, h.huc8_code as huc8
      from own_site o join location l using (loc_ndx) join location_type t using (loc_type_ndx)
      join data_provider d using (data_provider_ndx) left join huc8 h using (huc8_ndx)
      where ${isWanted} order by l.loc_name collate "C"`,
    SiteRow,
  );
  return rows.map((row) => toPlace(row, basin));
}

function toPlace({ loc_ndx, loc_id, loc_name, limit_minutes, ...row }: SiteRow, basin: Basin): OwnPlace {
  const all = parametersOf(basin);
  const found = row.parameters.flatMap((ndx) => all.find((each) => each.ndx === ndx) ?? []);
  const parameters = found.map(({ ndx, name, units }) => ({
    parameter_ndx: ndx,
    parameter_name: name,
    units_name: units,
    units: [...unitsOf(units, basin.miners_inches_per_cfs)],
  }));
  const hasFlow = found.some(({ units }) => units === flowUnit);
  const { type, provider, lat, lon, huc8 } = row;
  const listed = basin.sites.find(({ id }) => id.toUpperCase() === loc_id);
  return {
    ...{ loc_ndx, loc_id, loc_name, limit_minutes, can_write: false },
    parameters: hasFlow ? [...parameters, { ...stage, units: [...unitsOf(stage.units_name)] }] : parameters,
    site: listed ?? { id: loc_id, name: loc_name, type, provider, lat, lon, huc8: huc8 ?? '', series: {} },
  };
}

/** Without what only the server needs. */
export const toOwnSite = ({ site: _, ...own }: OwnPlace, can_write: boolean): OwnSite => ({
  ...own,
  can_write,
});

/** @throws HttpProblem 404 */
export async function readOwnPlace(from: Queryable, basin: Basin, location: number): Promise<OwnPlace> {
  const [place] = await readOwnPlaces(from, basin, sql`l.loc_ndx = ${location}::int`);
  if (!place) throw new HttpProblem(404, 'This is no own site.');
  return place;
}

/** Finds which own sites a person may write: Administrators all, others those that an Administrator has named them for. */
export async function createMayWrite(
  from: Queryable,
  caller: Caller,
): Promise<(location: number | null) => boolean> {
  if (caller.roles.has('Administrator')) return () => true;
  const rows = await from.query(
    sql`select loc_ndx from own_writer where subject = ${caller.subject}`,
    z.object({ loc_ndx: z.nullable(z.int()) }),
  );
  const named = new Set(rows.map(({ loc_ndx }) => loc_ndx));
  return (location) => named.has(null) || (location !== null && named.has(location));
}

/** @throws HttpProblem 403, 404 */
export async function readWritablePlace(
  from: Queryable,
  basin: Basin,
  location: number,
  caller: Caller,
): Promise<OwnPlace> {
  const place = await readOwnPlace(from, basin, location);
  const mayWrite = await createMayWrite(from, caller);
  if (!mayWrite(location))
    throw new HttpProblem(403, `You may not write the readings of ${place.loc_name}. Ask an Administrator.`);
  return place;
}

/** Adds the own sites of the basin file, and brings them up to date with it. */
export async function syncOwnSites(store: Pick<Store, 'transaction'>, basin: Basin): Promise<void> {
  const listed = basin.sites.filter(({ own }) => own !== undefined);
  if (listed.length === 0) return;
  const parameters = parametersOf(basin);
  await store.transaction(async (tx) => {
    const places = await writeLookupTables(tx, basin);
    for (const site of listed) {
      const location = await findOrAddLocation(tx, places, site);
      const own = parameters.filter(({ name }) => site.series[name] !== undefined).map(({ ndx }) => ndx);
      await writeOwnSite(
        tx,
        location,
        { parameters: own, limit_minutes: site.own?.limit_minutes ?? 0 },
        'basin file',
      );
    }
  });
}

/** Adds or changes an own site. Days of readings that may be farther apart now, or no longer, are noted to be computed. */
export async function writeOwnSite(
  to: Queryable,
  location: number,
  { parameters, limit_minutes }: Pick<SiteRow, 'parameters' | 'limit_minutes'>,
  by: string,
): Promise<void> {
  const [before] = await to.query(
    sql`select limit_minutes from own_site where loc_ndx = ${location}::int`,
    z.object({ limit_minutes: z.int() }),
  );
  if (before && before.limit_minutes !== limit_minutes)
    await noteAllDays(to, location, Math.max(before.limit_minutes, limit_minutes));
  await to.query(
    sql`insert into own_site as o (loc_ndx, parameters, limit_minutes, changed_by)
      values (${location}::int, ${intArraySql(parameters)}::smallint[], ${limit_minutes}::int, ${by})
      on conflict (loc_ndx) do update set parameters = excluded.parameters, limit_minutes = excluded.limit_minutes,
        changed_at = now(), changed_by = excluded.changed_by
      where (o.parameters, o.limit_minutes) is distinct from (excluded.parameters, excluded.limit_minutes)`,
  );
}
