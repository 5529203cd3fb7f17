import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Store } from '#server/db/store.ts';

/** A file as the folder storage has it. */
export const uploadedFile = {
  content: Buffer.from('Minutes of the meeting\n'),
  get sha256() {
    return createHash('sha256').update(this.content).digest('hex');
  },
  get key() {
    return `${this.sha256.slice(0, 2)}/${this.sha256.slice(2)}`;
  },
};

/** Stores the bytes of `uploadedFile`, as the folder storage does. */
export function writeUploadedFile(filesFolder: string): void {
  const file = path.join(filesFolder, uploadedFile.key);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, uploadedFile.content);
}

/** Records, a file and a session, in every version. */
export const recordsSql: readonly string[] = [
  `insert into announcement (id, status_id, content, created_at, created_by, updated_at, updated_by)
    values ('00000000-0000-4000-8000-000000000001', 2, '{"title": "Low water ✓"}', '2026-01-02Z', 'a', '2026-01-03Z', 'b')`,
  `insert into announcement (id, status_id, parent_id, content, created_at, created_by, updated_at, updated_by)
    values ('00000000-0000-4000-8000-000000000002', 1, '00000000-0000-4000-8000-000000000001', '{"title": "Draft"}',
      '2026-01-02Z', 'a', '2026-01-03Z', 'b')`,
  `insert into stored_file (id, storage_key, name, type, size, sha256, created_by)
    values ('00000000-0000-4000-8000-000000000003', '${uploadedFile.key}', 'minutes.txt', 'text/plain',
      ${uploadedFile.content.length}, '${uploadedFile.sha256}', 'a')`,
  `insert into identity_record (kind, id_hash, payload, expires_at)
    values ('Session', 'hash', '{"accountId": "a"}', '2027-01-01Z')`,
];

/**
 * Rows of every kind that a portal writes, with texts that a careless export breaks. The statements fit the schema of
 * version 0.7.0 and later ones.
 */
export const portalContentSql: readonly string[] = [
  `insert into location_type values (1, 'Stream Gage'), (2, E'Well, "deep"\\nand old')`,
  `insert into data_provider values (1, 'USGS', ''), (2, 'IDWR', null)`,
  `insert into parameter values (1, 'Streamflow', 'cfs'), (2, 'Water Level', 'ft')`,
  `insert into huc8 (huc8_ndx, huc8_code, huc8_name, boundary)
    values (1, '17040201', 'Idaho Falls', '{"type": "Polygon", "coordinates": [[[-112.1, 43.5], [-112, 43.5]]]}')`,
  `insert into location (loc_id, loc_name, loc_type_ndx, data_provider_ndx, huc8_ndx, latitude_dd, longitude_dd)
    values ('13037500', 'Heise – “upper” \\.', 1, 1, 1, 43.6125, -111.66), ('W1', '\\.', 2, 2, null, 43.1, -112.123456789)`,
  `insert into location_parameter (loc_ndx, parameter_ndx, por_start, por_end, num_days, source)
    values (1, 1, '1991-10-01', '1993-09-30', 731, 'usgs'), (2, 2, null, null, 0, null)`,
  `insert into daily_value (loc_ndx, parameter_ndx, rdate, result_value_daily, approval, qualifier)
    select 1, 1, date '1991-10-01' + i, 0.1 + i / 3.0, case i % 2 when 0 then 'A' else 'P' end,
      case i % 5 when 0 then '' when 1 then 'Ice, "est"' end
    from generate_series(0, 730) i`,
  `insert into daily_value_revision values (1, 1, '1991-10-01', 'NaN', 'P', null, null, '2026-01-02 03:04:05.678901+00', 1)`,
  `insert into statistic_day (loc_ndx, parameter_ndx, year_kind, measure, years, period, counts, median)
    values (1, 1, 'water', 'value', '{1992,1993}', 'day', '{1,null,2}', '{0.1,null,1e-7}')`,
  `insert into ingest_run (source, started_at, status, report)
    values ('usgs', '2026-01-02 03:04:05Z', 'succeeded', '{"rows": 731, "text": "a\\\\nb"}')`,
  ...recordsSql,
  `insert into audit_log (actor, action, entity, entity_id, after)
    select 'a', 'publish', 'announcement', i::text, '{"title": "Low water"}' from generate_series(1, 5) i`,
  'delete from audit_log where audit_ndx = 5',
  `insert into timeseries_user_filter (user_uuid, huc8s, locations_left, locations_right)
    values ('auth|1', '{1}', '{1,2}', '{}')`,
  'insert into demo_state (has_data) values (false) on conflict do nothing',
];

/** Rows of the tables that later versions added. */
const laterContentSql: readonly string[] = [
  `insert into access_token (id, subject, name, token_hash, starts_with, ends_on)
    values ('00000000-0000-4000-8000-000000000006', 'auth|1', 'Script of the “upper” \\.', repeat('0', 64), 'usrb_abcdef', '2026-12-31')`,
  `insert into document_edition (document_id, file_id, document_date, published_at)
    values ('00000000-0000-4000-8000-000000000005', '00000000-0000-4000-8000-000000000003', null, '2026-01-02Z')`,
  `insert into swept_file (storage_key, swept_at) values ('aa/bb', '2026-01-02Z')`,
  `insert into timeseries_view (id, user_uuid, name, query)
    values ('00000000-0000-4000-8000-000000000004', 'auth|1', 'Reach “upper” \\.', 'locations_left=1,2')`,
  `insert into user_basket (user_uuid, version, sites) values ('auth|1', 3, '{2,1}')`,
];

export async function writePortalContent(store: Store): Promise<void> {
  await store.transaction(async (transaction) => {
    for (const statement of [...portalContentSql, ...laterContentSql]) await transaction.query(statement);
  });
}

/** All rows of all tables as text, in order; `data_version`, which a restore raises, excepted. */
export async function readAllRows(store: Store): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await store.query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public'
      and tablename not in ('data_version', 'data_change', 'lease', 'rate_counter') order by 1`,
  );
  const all: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const rows = await store.query<{ row: string }>(
      `select to_jsonb(t)::text as row from "${name}" t order by 1`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}
