import * as z from 'zod/mini';
import { TimeseriesFilter } from '#contract/time-series.ts';
import { audit } from '../../audit.ts';
import type { Store } from '../../db/store.ts';
import { HttpProblem } from '../../http/problems.ts';
import type { Caller } from '../../plugins/access.ts';

/** The row that stands in for whoever has saved nothing. */
const defaultUser = 'default';

type Row = { user_uuid: string; filter: unknown };

const columns = `user_uuid, json_build_object('user_uuid', user_uuid, 'huc8s', huc8s,
  'parameter_left', parameter_left, 'parameter_right', parameter_right, 'locations_left', locations_left,
  'locations_right', locations_right, 'start_date', start_date, 'end_date', end_date) as filter`;

/** The default row and the caller's own. A row that no longer parses comes empty and says so. */
export async function readUserFilters(store: Store, { subject }: Caller): Promise<TimeseriesFilter[]> {
  const rows = await store.query<Row>(
    `select ${columns} from timeseries_user_filter where user_uuid in ($1, $2) order by user_uuid = $1 desc`,
    [defaultUser, subject],
  );
  return rows.map(({ user_uuid, filter }) => {
    const read = z.safeParse(TimeseriesFilter, filter);
    return read.success && !isReversed(read.data) ? read.data : unreadableFilter(user_uuid);
  });
}

/**
 * Saves a row and leaves a line in the audit log, both or neither. @throws HttpProblem 403 for another user's
 * row, 400 for a start after its end
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
    const message = `The start, ${filter.start_date}, is after the end, ${filter.end_date}.`;
    throw new HttpProblem(400, message, { errors: [{ path: 'start_date', message }] });
  }
  const row: TimeseriesFilter = {
    ...filter,
    huc8s: unique(filter.huc8s),
    locations_left: unique(filter.locations_left),
    locations_right: unique(filter.locations_right),
  };
  await store.transaction(async (tx) => {
    // Two saves of one row come one after the other, so that each audit line has what was there before it.
    await tx.query('select pg_advisory_xact_lock(hashtext($1))', [`timeseries_user_filter ${user_uuid}`]);
    const [before] = await tx.query<Row>(
      `select ${columns} from timeseries_user_filter where user_uuid = $1`,
      [user_uuid],
    );
    await tx.query(upsert, [user_uuid, JSON.stringify(row)]);
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

const upsert = `
  insert into timeseries_user_filter (user_uuid, huc8s, parameter_left, parameter_right, locations_left,
    locations_right, start_date, end_date)
  select $1, f->'huc8s', (f->>'parameter_left')::smallint, (f->>'parameter_right')::smallint,
    f->'locations_left', f->'locations_right', (f->>'start_date')::date, (f->>'end_date')::date
  from (select $2::text::jsonb as f) f
  on conflict (user_uuid) do update set huc8s = excluded.huc8s, parameter_left = excluded.parameter_left,
    parameter_right = excluded.parameter_right, locations_left = excluded.locations_left,
    locations_right = excluded.locations_right, start_date = excluded.start_date,
    end_date = excluded.end_date, updated_at = now()`;

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
