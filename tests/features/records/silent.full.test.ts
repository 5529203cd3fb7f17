import { sql } from 'drizzle-orm/sql';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { RequestFailed } from '#contract/request.ts';
import { openEmbeddedStore } from '../../support/engines.ts';
import { announcement, findModelCalls } from '../../support/records.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';

const { calls } = findModelCalls('announcements');
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const absent = uuid(999);

const { store, portal } = sharePortal(openEmbeddedStore);
const asEditor = requesterAs(portal, 'Administrator');

beforeEach(async () => {
  await store.query('delete from announcement');
});

const create = (n: number, status_id?: 1 | 2) =>
  asEditor(calls.create, { body: { ...announcement(`No. ${n}`), id: uuid(n), status_id } });
const save = (id: string, publish: boolean) =>
  asEditor(calls.save, { params: { id }, body: { ...announcement('Saved'), publish } });
const silent = (id: string, body: object) => asEditor(calls.silent, { params: { id }, body });
const read = (id: string) => asEditor(calls.read, { params: { id } });

/** What the API says of a refused call: `[status, path of the field, …]`. */
async function refusal(work: Promise<unknown>) {
  const error = await work.then(() => undefined).catch((cause: unknown) => cause);
  if (!(error instanceof RequestFailed)) return error;
  return [error.status, ...(error.problem?.errors ?? []).map(({ path }) => path)];
}

describe('a silent change is refused', () => {
  test.each([
    ['a parent that does not exist', { parent_id: absent, status_id: 1 }, 'body.parent_id'],
    ['itself as parent', { parent_id: uuid(1), status_id: 1 }, 'body.parent_id'],
    ['its former id as parent', { id: absent, parent_id: uuid(1), status_id: 1 }, 'body.parent_id'],
    ['a version as parent', { parent_id: 'version of 2', status_id: 1 }, 'body.parent_id'],
    ['its own version as parent', { parent_id: 'version of 1', status_id: 1 }, 'body.parent_id'],
    ['a former parent that does not exist', { former_parent_id: absent }, 'body.former_parent_id'],
    ['itself as former parent', { former_parent_id: uuid(1) }, 'body.former_parent_id'],
    ['a former parent that it has replaced', { former_parent_id: uuid(3) }, 'body.former_parent_id'],
    ['the id of another record', { id: uuid(2) }, 'body.id'],
    ['the id of a version', { id: 'version of 2' }, 'body.id'],
    ['the status of a record for a version', { parent_id: uuid(2), status_id: 2 }, 'body.status_id'],
  ])('with %s', async (_, body, path) => {
    for (const n of [1, 2, 3]) await create(n, 2);
    const versions = new Map<string, string>();
    for (const n of [1, 2]) versions.set(`version of ${n}`, (await save(uuid(n), false)).version_id);
    await silent(uuid(3), { former_parent_id: uuid(1) });
    const given = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, versions.get(String(value)) ?? value]),
    );
    const before = await store.query('select * from announcement order by id');
    expect(await refusal(silent(uuid(1), given))).toEqual([400, path]);
    expect(await store.query('select * from announcement order by id')).toEqual(before);
  });
});

test('the versions of a record follow it to its new id', async () => {
  await create(1, 2);
  await save(uuid(1), true);
  const { former_parent_id } = await save(uuid(1), false);
  const moved = await silent(uuid(1), { id: uuid(7) });
  expect(moved).toMatchObject({ id: uuid(7), total_versions: 3, former_parent_id });
  expect(await refusal(read(uuid(1)))).toEqual([404]);
});

test('the versions of a record follow it below another record', async () => {
  await create(1, 2);
  await save(uuid(1), false);
  await create(2, 2);
  await silent(uuid(1), { parent_id: uuid(2), status_id: 1 });
  expect(await read(uuid(2))).toMatchObject({ total_versions: 3, title: 'No. 2' });
});

test('what replaced a row refers to its new id', async () => {
  await create(1);
  await create(2);
  await silent(uuid(2), { former_parent_id: uuid(1) });
  await silent(uuid(1), { id: uuid(5) });
  expect(await read(uuid(2))).toMatchObject({ former_parent_id: uuid(5) });
});

const Count = z.object({ n: z.int() });
const Row = z.object({ id: z.string(), parent_id: z.nullable(z.string()) });

test('whatever is asked, every row is in exactly one list, and none vanishes', {
  tags: ['full'],
}, async () => {
  const id = fc.integer({ min: 1, max: 6 }).map(uuid);
  const reference = fc.option(fc.oneof(id, fc.constant(absent), fc.constant('version')), { nil: null });
  const optional = { requiredKeys: [] };
  const request = fc.oneof(
    fc.record({ kind: fc.constant('save' as const), id, publish: fc.boolean() }),
    fc.record({ kind: fc.constant('unpublish' as const), id }),
    fc.record({
      kind: fc.constant('silent' as const),
      id: fc.oneof(id, fc.constant('version')),
      body: fc.record(
        {
          id: fc.oneof(id, fc.integer({ min: 10, max: 12 }).map(uuid)),
          parent_id: reference,
          former_parent_id: reference,
          status_id: fc.constantFrom(1, 2, 3),
        },
        optional,
      ),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 4, maxLength: 14 }), async (requests) => {
      await store.query('delete from announcement');
      for (const n of [1, 2, 3, 4]) await create(n, n % 2 === 0 ? 2 : 1);
      for (const each of requests) {
        const rows = await store.query(sql`select id, parent_id from announcement order by id`, Row);
        const version = rows.find(({ parent_id }) => parent_id !== null)?.id ?? absent;
        const named = (value: unknown) => (value === 'version' ? version : value);
        const call =
          each.kind === 'save'
            ? save(each.id, each.publish)
            : each.kind === 'unpublish'
              ? asEditor(calls.unpublish.post, { params: { id: each.id } })
              : silent(
                  String(named(each.id)),
                  Object.fromEntries(Object.entries(each.body).map(([name, value]) => [name, named(value)])),
                );
        const failed = await call.then(() => undefined).catch((cause: unknown) => cause);
        if (each.kind === 'silent') {
          const [count] = await store.query(sql`select count(*)::int as n from announcement`, Count);
          expect(count?.n).toBe(rows.length);
        }
        if (failed) expect(failed).toMatchObject({ problem: { status: expect.toBeOneOf([400, 404]) } });
      }
      const after = await store.query(sql`select id, parent_id from announcement`, Row);
      const listed = (await asEditor(calls.list, {})).map((record) => record.id);
      expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted());
      for (const row of after) expect(listed).toContain(row.parent_id ?? row.id);
    }),
    { numRuns: 12, seed: 22 },
  );
});
