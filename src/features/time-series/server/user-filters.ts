import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Caller } from '#server/access/access-control.ts';
import { audit } from '#server/audit.ts';
import { intArraySql, type Queryable } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import { badInput, HttpProblem } from '#server/http/problems.ts';
import { TimeseriesFilter } from '../contract.ts';

type UnknownChoice = { readonly path: string; readonly message: string };

const Known = z.object({
  huc8s: z.array(z.object({ ndx: z.int(), name: z.string() })),
  parameters: z.array(z.object({ ndx: z.int(), name: z.string() })),
  locations: z.array(z.int()),
});

/** Finds what filters choose that does not exist. Each message names what can be chosen. */
async function findUnknownChoices(
  from: Queryable,
  filter: TimeseriesFilter,
): Promise<readonly UnknownChoice[]> {
  const { locations_left, locations_right } = filter;
  const [known] = await from.query(
    sql`select
      coalesce((select json_agg(json_build_object('ndx', huc8_ndx, 'name', huc8_name) order by huc8_ndx) from huc8), '[]')
        as huc8s,
      coalesce((select json_agg(json_build_object('ndx', parameter_ndx, 'name', parameter_name) order by parameter_ndx)
        from parameter), '[]') as parameters,
      coalesce((select json_agg(loc_ndx) from location
        where is_shown and loc_ndx = any(${intArraySql([...locations_left, ...locations_right])})), '[]') as locations`,
    Known,
  );
  if (!known) return [];
  const choices: [path: keyof TimeseriesFilter, noun: string, known: readonly number[], allowed: string][] = [
    ['huc8s', 'HUC8', ndxs(known.huc8s), listChoices(known.huc8s)],
    ['parameter_left', 'parameter', ndxs(known.parameters), listChoices(known.parameters)],
    ['parameter_right', 'parameter', ndxs(known.parameters), listChoices(known.parameters)],
    ['locations_left', 'location', known.locations, locationsText],
    ['locations_right', 'location', known.locations, locationsText],
  ];
  return choices.flatMap(([path, noun, ids, allowed]) => {
    const unknown = [filter[path] ?? []].flat().filter((id) => !ids.includes(Number(id)));
    if (unknown.length === 0) return [];
    return [
      { path: `body.${path}`, message: `There is no ${noun} ${unknown.join(', ')}. Expected ${allowed}.` },
    ];
  });
}

const locationsText = 'a loc_ndx of /api/timeseries-daily-data-dropdown-locations-assoc-param';

function ndxs(entries: readonly { ndx: number }[]): readonly number[] {
  return entries.map(({ ndx }) => ndx);
}

function listChoices(entries: readonly { ndx: number; name: string }[]): string {
  return entries.length === 0 ? 'none' : entries.map(({ ndx, name }) => `${ndx} (${name})`).join(', ');
}

/** The row used for callers who have saved nothing. */
const defaultUser = 'default';

const Row = z.object({ user_uuid: z.string(), filter: z.unknown() });

const columns = sql`user_uuid, json_build_object('user_uuid', user_uuid, 'huc8s', huc8s,
  'parameter_left', parameter_left, 'parameter_right', parameter_right, 'locations_left', locations_left,
  'locations_right', locations_right, 'start_date', start_date, 'end_date', end_date) as filter`;

/** Reads the default row and that of a caller with a token. A row that no longer parses is returned empty and `unreadable`. */
export async function readUserFilters(store: Store, caller: Caller | undefined): Promise<TimeseriesFilter[]> {
  const rows = await store.query(
    sql`select ${columns} from timeseries_user_filter where user_uuid in (${defaultUser}, ${caller?.subject ?? defaultUser})
      order by user_uuid = ${defaultUser} desc`,
    Row,
  );
  return rows.map(({ user_uuid, filter }) => {
    const read = z.safeParse(TimeseriesFilter, filter);
    return read.success && !isReversed(read.data) ? read.data : unreadableFilter(user_uuid);
  });
}

/**
 * Saves a row and adds it to the audit log, both or neither.
 * @throws HttpProblem 403 for another user's row, 400 for a start after its end and for what does not exist
 */
export async function saveUserFilter(
  store: Store,
  { subject, roles }: Caller,
  filter: TimeseriesFilter,
): Promise<TimeseriesFilter> {
  const { user_uuid } = filter;
  if (user_uuid === defaultUser ? !roles.has('Administrator') : user_uuid !== subject) {
    throw new HttpProblem(403, 'These filters belong to someone else.');
  }
  if (isReversed(filter)) {
    throw badInput('start_date', `The start, ${filter.start_date}, is after the end, ${filter.end_date}.`);
  }
  const row: TimeseriesFilter = {
    ...filter,
    huc8s: unique(filter.huc8s),
    locations_left: unique(filter.locations_left),
    locations_right: unique(filter.locations_right),
  };
  await store.transaction(async (tx) => {
    const errors = await findUnknownChoices(tx, row);
    if (errors.length > 0) {
      throw new HttpProblem(400, errors.map(({ message }) => message).join(' '), { errors: [...errors] });
    }
    // Saves of one row run one after the other, so that each audit entry has the row as it was before.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`timeseries_user_filter ${user_uuid}`}))`);
    const [before] = await tx.query(
      sql`select ${columns} from timeseries_user_filter where user_uuid = ${user_uuid}`,
      Row,
    );
    await tx.query(upsertSql(row));
    await audit(tx, {
      actor: subject,
      action: before ? 'update' : 'create',
      entity: 'timeseries_user_filter',
      entity_id: user_uuid,
      before: before?.filter,
      after: row,
    });
  });
  return row;
}

function upsertSql(row: TimeseriesFilter) {
  return sql`
    insert into timeseries_user_filter (user_uuid, huc8s, parameter_left, parameter_right, locations_left,
      locations_right, start_date, end_date)
    values (${row.user_uuid}, ${intArraySql(row.huc8s)}, ${row.parameter_left}, ${row.parameter_right},
      ${intArraySql(row.locations_left)}, ${intArraySql(row.locations_right)}, ${row.start_date}::text::date,
      ${row.end_date}::text::date)
    on conflict (user_uuid) do update set huc8s = excluded.huc8s, parameter_left = excluded.parameter_left,
      parameter_right = excluded.parameter_right, locations_left = excluded.locations_left,
      locations_right = excluded.locations_right, start_date = excluded.start_date,
      end_date = excluded.end_date, updated_at = now()`;
}

function unreadableFilter(user_uuid: string): TimeseriesFilter {
  return {
    user_uuid,
    huc8s: [],
    parameter_left: null,
    parameter_right: null,
    locations_left: [],
    locations_right: [],
    start_date: null,
    end_date: null,
    unreadable: true,
  };
}

function isReversed({ start_date, end_date }: TimeseriesFilter): boolean {
  return start_date !== null && end_date !== null && start_date > end_date;
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
