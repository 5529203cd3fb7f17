import { sql } from 'drizzle-orm/sql';
import { audit } from '#server/audit.ts';
import type { Queryable, Store } from '#server/db/store.ts';
import { HttpProblem, recordNotFound } from '#server/http/problems.ts';
import { describeFullList, describeTakenName, maxViews, TimeseriesView } from '../contract.ts';

const entity = 'timeseries_view';

const columns = sql`id::text as id, name, query,
  to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated_at`;

type ViewFields = { readonly name: string; readonly query: string };

/** Reads the views of one person, by name. */
export async function readViews(from: Queryable, owner: string): Promise<TimeseriesView[]> {
  return from.query(
    sql`select ${columns} from timeseries_view where user_uuid = ${owner} order by lower(name), id`,
    TimeseriesView,
  );
}

/** Saves a new view. @throws HttpProblem 409 for a name that is taken, and for one view too many */
export function createView(
  store: Store,
  owner: string,
  { name, query }: ViewFields,
): Promise<TimeseriesView> {
  return changeViews(store, owner, async (tx, views) => {
    if (views.length >= maxViews) throw new HttpProblem(409, describeFullList());
    requireFreeName(name, views);
    const [after] = await tx.query(
      sql`insert into timeseries_view (user_uuid, name, query) values (${owner}, ${name}, ${query})
        returning ${columns}`,
      TimeseriesView,
    );
    if (!after) throw recordNotFound();
    await audit(tx, { actor: owner, action: 'create', entity, entity_id: after.id, before: null, after });
    return after;
  });
}

/** Changes a view. @throws HttpProblem 404 if the person has no such view, 409 for a name that is taken */
export function saveView(
  store: Store,
  owner: string,
  id: string,
  { name, query }: ViewFields,
): Promise<TimeseriesView> {
  return changeViews(store, owner, async (tx, views) => {
    const before = findView(views, id);
    requireFreeName(
      name,
      views.filter((each) => each !== before),
    );
    const [after] = await tx.query(
      sql`update timeseries_view set name = ${name}, query = ${query}, updated_at = now()
        where id = ${id}::uuid and user_uuid = ${owner} returning ${columns}`,
      TimeseriesView,
    );
    if (!after) throw recordNotFound();
    await audit(tx, { actor: owner, action: 'update', entity, entity_id: id, before, after });
    return after;
  });
}

/** @throws HttpProblem 404 if the person has no such view */
export function deleteView(store: Store, owner: string, id: string): Promise<{ id: string }> {
  return changeViews(store, owner, async (tx, views) => {
    const before = findView(views, id);
    await tx.query(sql`delete from timeseries_view where id = ${id}::uuid and user_uuid = ${owner}`);
    await audit(tx, { actor: owner, action: 'delete', entity, entity_id: id, before, after: null });
    return { id };
  });
}

/** Runs the changes of one person one after the other, so that the limit and the names hold. */
function changeViews<T>(
  store: Store,
  owner: string,
  change: (tx: Queryable, views: readonly TimeseriesView[]) => Promise<T>,
): Promise<T> {
  return store.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`${entity} ${owner}`}))`);
    return change(tx, await readViews(tx, owner));
  });
}

function findView(views: readonly TimeseriesView[], id: string): TimeseriesView {
  const found = views.find((each) => each.id === id.toLowerCase());
  if (!found) throw recordNotFound();
  return found;
}

function requireFreeName(name: string, others: readonly TimeseriesView[]): void {
  if (!others.some((each) => each.name.toLowerCase() === name.toLowerCase())) return;
  const message = describeTakenName(name);
  throw new HttpProblem(409, message, { errors: [{ path: 'name', message }] });
}
