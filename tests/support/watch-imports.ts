import { createRequester } from '#client/request.ts';
import { readCurrentImport } from '#contract/imports.ts';
import type { Store } from '#server/db/store.ts';
import { createFakeAgencies } from './fake-agencies.ts';
import type { PortalProcess } from './portal-processes.ts';

/** The agency that the portals of `portal-process.ts` import in tests that kill them. */
const agency = createFakeAgencies().find(({ source }) => source === 'usgs');
const expectedRows = agency?.expectedRows ?? [];

/** One line per daily value that an import ends with, sorted. */
export const expectedLines = expectedRows
  .map(({ site, parameter, day, value, approval, qualifier }) =>
    [site, parameter, day, value, approval, ...(qualifier === null ? [] : [qualifier])].join(' '),
  )
  .toSorted();
export const expectedSeries = new Set(expectedRows.map(({ site, parameter }) => `${site} ${parameter}`)).size;

/** The same lines of what is stored. */
export async function readStoredLines(store: Store): Promise<string[]> {
  const rows = await store.query<{ line: string }>(
    `select concat_ws(' ', loc_id, parameter_ndx, rdate, result_value_daily::float8, approval, qualifier) as line
     from daily_value join location using (loc_ndx)`,
  );
  return rows.map(({ line }) => line).toSorted();
}

/** Deletes the values, so that the next import has something to write. */
export async function deleteStored(store: Store): Promise<void> {
  await store.query(
    'truncate daily_value, daily_value_addition, series_source, statistic_day, location_parameter',
  );
}

/** The number of the last import that has succeeded; 0 if none has. */
export async function readLastSuccess(store: Store): Promise<number> {
  const [row] = await store.query<{ last: number }>(
    `select coalesce(max(ingest_run_ndx), 0)::int as last from ingest_run where status = 'succeeded'`,
  );
  return row?.last ?? 0;
}

/** Where the imports of `portal-process.ts` write when they began and when they were last active. */
export async function createWitnesses(store: Store): Promise<void> {
  await store.query(`create table import_witness (id serial, pid int,
    started timestamptz not null default clock_timestamp(), last_activity timestamptz not null default clock_timestamp())`);
}

/** Pairs of imports that were active at the same time. */
export function findOverlaps(store: Store): Promise<unknown[]> {
  return store.query(
    'select a.id, b.id from import_witness a join import_witness b on b.id > a.id and b.started < a.last_activity',
  );
}

/** Finds the portal that is importing. */
export async function findImporter(
  portals: readonly PortalProcess[],
  developer: { token: string },
): Promise<PortalProcess | undefined> {
  for (const portal of portals) {
    const port = portal.port();
    if (port === undefined) continue;
    const request = createRequester({ origin: `http://127.0.0.1:${port}` });
    const current = await request(readCurrentImport, {}, developer).catch(() => undefined);
    if (current?.import?.status === 'running' && !current.import.is_elsewhere) return portal;
  }
  return undefined;
}
