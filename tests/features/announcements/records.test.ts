import { beforeEach, expect, test } from 'vitest';
import type { ContentRecord } from '#contract/records/records.ts';
import { describeEngines } from '../../support/engines.ts';
import { announcement, findModelCalls } from '../../support/records.ts';
import { sharePortal } from '../../support/shared-store.ts';
import { requesterAs } from '../../support/test-app.ts';

const { calls } = findModelCalls('announcements');
const editor = { token: 'Administrator' };
const nobody = '00000000-0000-4000-8000-000000000000';

describeEngines('content records', (open) => {
  const { store, portal } = sharePortal(open);
  const asEditor = requesterAs(portal, 'Administrator');

  beforeEach(async () => {
    await store.query('delete from announcement');
    await store.query('delete from audit_log');
  });

  const create = (title: string, status_id?: 1 | 2) =>
    asEditor(calls.create, { body: { ...announcement(title), status_id } });
  const createVersion = (parent_id: string, title: string, id?: string) =>
    asEditor(calls.create, { body: { ...announcement(title), id, parent_id } });
  const save = (id: string, title: string, publish = false, ifMatch?: string) =>
    portal.request(
      calls.save,
      { params: { id }, body: { ...announcement(title), publish } },
      { ...editor, ifMatch },
    );
  const read = (id: string, token?: string) => portal.request(calls.read, { params: { id } }, { token });
  const list = (token?: string) => portal.request(calls.list, {}, { token });
  const act = (id: string, action: 'publish' | 'unpublish' | 'enable' | 'disable') =>
    asEditor(calls[action].get, { params: { id } });
  const titles = (records: readonly ContentRecord[]) => records.map(({ title }) => title);
  const versions = (record: ContentRecord) => record.versions.map(({ content }) => content.title);
  const problem = async (work: Promise<unknown>) => {
    const error = (await work.then(
      () => undefined,
      (cause: unknown) => cause,
    )) as { problem?: { status: number; detail: string } } | undefined;
    return error?.problem;
  };

  test('a record is created as a draft, or published', async () => {
    const draft = await create('Draft');
    expect(draft).toMatchObject({
      status_id: 1,
      content_node_statuses: { id: 1, name: 'Draft' },
      created_by: 'test|Administrator',
      is_latest: true,
      is_published: false,
      version_id: draft.id,
      parent_id: null,
      parentRecord: null,
    });
    const published = await create('Published', 2);
    expect(published).toMatchObject({ status_id: 2, is_published: true, total_versions: 1 });
    expect(titles(await list())).toEqual(['Published']);
    expect(titles(await list('User'))).toEqual(['Published']);
    expect(titles(await list('Administrator')).toSorted()).toEqual(['Draft', 'Published']);
  });

  test('a record created with parent_id is a version of that record, of a draft and of a published one', async () => {
    const draft = await create('Draft');
    const version = await createVersion(draft.id, 'Draft, second');
    expect(version).toMatchObject({ parent_id: draft.id, status_id: 1, title: 'Draft, second' });
    expect(await read(draft.id, 'Administrator')).toMatchObject({
      status_id: 1,
      title: 'Draft, second',
      version_id: version.id,
      total_versions: 2,
    });

    const published = await create('Published', 2);
    await createVersion(published.id, 'Published, second', nobody);
    await createVersion(published.id, 'Published, second', nobody);
    const shown = await read(published.id, 'Administrator');
    expect(shown).toMatchObject({ status_id: 3, title: 'Published, second', total_versions: 2 });
    expect(versions(shown)).toEqual(['Published, second', 'Published']);
    expect(titles(await list())).toEqual(['Published']);
    expect(titles(await list('Administrator')).toSorted()).toEqual(['Draft, second', 'Published, second']);
    expect(await act(published.id, 'publish')).toMatchObject({ status_id: 2, title: 'Published, second' });
  });

  test('a parent that is no record, a published version and an id in use are refused', async () => {
    const { id } = await create('One');
    const version = await createVersion(id, 'Two');
    expect(await problem(createVersion(nobody, 'Three'))).toMatchObject({ status: 400 });
    expect(await problem(createVersion(version.id, 'Three'))).toMatchObject({ status: 400 });
    expect(await problem(createVersion(id, 'Three', version.id))).toMatchObject({ status: 409 });
    const body = { ...announcement('Three'), parent_id: id, status_id: 2 as const };
    expect(await problem(asEditor(calls.create, { body }))).toMatchObject({ status: 400 });
    expect(await read(id, 'Administrator')).toMatchObject({ title: 'Two', total_versions: 2 });
  });

  test('a creation and a deletion answer 200, the deletion with a JSON content type and no body, too', async () => {
    const payload = announcement('One');
    const created = await portal.send(
      { method: 'POST', url: '/api/announcements', payload },
      'Administrator',
    );
    expect(created.statusCode).toBe(200);
    const headers = { 'content-type': 'application/json' };
    const url = `/api/announcements/${created.json().id}`;
    const deleted = await portal.send({ method: 'DELETE', url, headers }, 'Administrator');
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { id: created.json().id }]);
    const empty = await portal.send({ method: 'POST', url: '/api/announcements', headers }, 'Administrator');
    expect(empty.statusCode).toBe(400);
  });

  test('visitors and Users see neither drafts nor authors, in the list or in a record', async () => {
    const { id } = await create('Hidden');
    for (const token of [undefined, 'User', 'Developer']) {
      expect(await problem(read(id, token))).toMatchObject({ status: 404, detail: 'Record not found.' });
    }
    await act(id, 'publish');
    await save(id, 'Secret draft');
    for (const token of [undefined, 'User', 'Developer']) {
      const seen = await read(id, token);
      expect(seen).toMatchObject({ title: 'Hidden', created_by: null, updated_by: null, versions: [] });
      expect(JSON.stringify([seen, await list(token)])).not.toContain('Secret draft');
    }
  });

  test('an unpublished save changes nothing that visitors see, until it is published', async () => {
    const { id } = await create('One', 2);
    const before = await portal.send(`/api/announcements/${id}`);
    expect(before.json()).toMatchObject({
      status_id: 2,
      content_node_statuses: { id: 2, name: 'Published' },
    });
    const updated = await save(id, 'Two');
    const after = await portal.send(`/api/announcements/${id}`);
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag]);
    expect((await list())[0]).toEqual(before.json());
    // Editors see the change, and their entity tag has it.
    expect(updated.updated_at > before.json().updated_at).toBe(true);
    expect(await problem(save(id, 'Three', false, before.json().updated_at))).toMatchObject({ status: 409 });
    await save(id, 'Three', true, updated.updated_at);
    expect((await read(id)).updated_at > updated.updated_at).toBe(true);
  });

  test('the id of a version is a record to nobody but editors', async () => {
    const { id } = await create('One', 2);
    const { version_id } = await save(id, 'Two');
    expect(await problem(read(version_id))).toMatchObject({ status: 404 });
    expect(await read(version_id, 'Administrator')).toMatchObject({
      title: 'Two',
      parent_id: id,
      status_id: 1,
    });
  });

  test('a save without publishing makes an updated record of a published one, and shows the latest', async () => {
    const { id } = await create('One', 2);
    const updated = await save(id, 'Two');
    expect(updated).toMatchObject({ id, status_id: 3, title: 'Two', is_latest: true, is_published: false });
    expect(updated.version_id).not.toBe(id);
    expect(updated.parentRecord).toMatchObject({ title: 'One' });
    expect(versions(updated)).toEqual(['Two', 'One']);
    expect(updated.versions.map(({ is_published }) => is_published)).toEqual([false, true]);
    expect((await read(id)).title).toBe('One');
  });

  test('a draft stays a draft', async () => {
    const { id } = await create('One');
    expect(await save(id, 'Two')).toMatchObject({ status_id: 1, title: 'Two', id });
    expect(await list()).toEqual([]);
  });

  test('a save with publishing puts a copy in the place of the record, which becomes a draft below it', async () => {
    const { id } = await create('One', 2);
    await save(id, 'Two');
    const published = await save(id, 'Three', true);
    expect(published).toMatchObject({
      id,
      status_id: 2,
      title: 'Three',
      is_latest: true,
      is_published: true,
    });
    expect(published.parentRecord).toBeNull();
    expect(versions(published)).toEqual(['Three', 'Two', 'One']);
    const former = await read(published.former_parent_id ?? '', 'Administrator');
    expect(former).toMatchObject({ title: 'One', status_id: 1, parent_id: id, future_parent_id: id });
    const future = await asEditor(calls.future, { params: { id: former.id } });
    expect(future.id).toBe(id);
    expect((await read(id)).title).toBe('Three');
  });

  test('publish puts the latest version before visitors', async () => {
    const { id } = await create('One');
    await save(id, 'Two');
    expect(await act(id, 'publish')).toMatchObject({ id, status_id: 2, title: 'Two' });
    expect((await read(id)).title).toBe('Two');
    expect(versions(await read(id, 'Administrator'))).toEqual(['Two', 'One']);
  });

  test('unpublish, disable and enable take and give back; what changes nothing leaves no trace', async () => {
    const { id } = await create('One', 2);
    expect(await act(id, 'unpublish')).toMatchObject({ status_id: 1, title: 'One' });
    expect(await list()).toEqual([]);
    await act(id, 'publish');
    expect(await act(id, 'disable')).toMatchObject({ status_id: 2, is_enabled: false });
    expect(await list()).toEqual([]);
    expect(await problem(read(id))).toMatchObject({ status: 404 });
    const disabled = await act(id, 'disable');
    expect(await act(id, 'disable')).toEqual(disabled);
    await act(id, 'enable');
    expect(titles(await list())).toEqual(['One']);
  });

  test('publishing a draft as it is adds no version, by either call, now or after it was unpublished', async () => {
    const first = await create('One');
    const published = await save(first.id, 'One', true);
    expect(published).toMatchObject({
      status_id: 2,
      title: 'One',
      total_versions: 1,
      former_parent_id: null,
    });
    expect(versions(published)).toEqual(['One']);
    await act(first.id, 'unpublish');
    expect(versions(await act(first.id, 'publish'))).toEqual(['One']);
    expect((await read(first.id)).title).toBe('One');

    const second = await create('One');
    await save(second.id, 'Two');
    const saved = await save(second.id, 'Two', true);
    expect(versions(saved)).toEqual(['Two', 'One']);
    expect(saved.versions.map(({ is_published, is_latest }) => [is_published, is_latest])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  test('only the five newest versions and the published one stay; the audit log has the others', async () => {
    const { id } = await create('0', 2);
    for (const title of ['1', '2', '3', '4', '5', '6']) await save(id, title);
    const titlesOfRows = async () =>
      (
        await store.query<{ title: string }>(
          "select content->>'title' as title from announcement order by created_at desc",
        )
      ).map(({ title }) => title);
    expect(await titlesOfRows()).toEqual(['6', '5', '4', '3', '2', '0']);
    const published = await save(id, '7', true);
    expect(versions(published)).toEqual(['7', '6', '5', '4', '3']);
    // The row that was published before stays as long as the record names it.
    expect(await titlesOfRows()).toEqual(['7', '6', '5', '4', '3', '0']);
    expect((await read(published.former_parent_id ?? '', 'Administrator')).title).toBe('0');
    await save(id, '8', true);
    expect(await titlesOfRows()).toEqual(['8', '7', '6', '5', '4']);
    const log = await store.query<{ after: unknown }>('select after from audit_log order by audit_ndx');
    for (const title of ['0', '1', '2', '3']) {
      expect(JSON.stringify(log)).toContain(`"title":"${title}"`);
    }
  });

  test('an old version is restored as a new one; nothing else changes', async () => {
    const { id } = await create('One', 2);
    await save(id, 'Two', true);
    const restored = await save(id, 'One');
    expect(restored).toMatchObject({ status_id: 3, title: 'One' });
    expect((await read(id)).title).toBe('Two');
    expect(versions(restored)).toEqual(['One', 'Two', 'One']);
  });

  test('a stale save is refused, and loses nothing', async () => {
    const first = await create('One');
    const second = await save(first.id, 'Two', false, first.updated_at);
    expect(await problem(save(first.id, 'Mine', true, first.updated_at))).toMatchObject({
      status: 409,
      detail: 'Someone has changed this record since you opened it. Nothing was overwritten.',
    });
    expect(await read(first.id, 'Administrator')).toEqual(second);
    const stale = { ...editor, ifMatch: first.updated_at };
    for (const call of [calls.publish.post, calls.disable.get, calls.remove]) {
      expect(await problem(portal.request(call, { params: { id: first.id } }, stale))).toMatchObject({
        status: 409,
      });
    }
    expect(await read(first.id, 'Administrator')).toEqual(second);
  });

  test('the ETag of a record is its updated_at', async () => {
    const record = await create('One');
    const answer = await portal.send(`/api/announcements/${record.id}`, 'Administrator');
    expect(answer.headers.etag).toBe(`"${record.updated_at}"`);
    expect(answer.headers['cache-control']).toContain('private');
    expect(answer.headers.vary).toContain('Authorization');
  });

  test('the same create sent twice is one record; another one with its id is refused', async () => {
    const id = '11111111-1111-4111-8111-111111111111';
    const send = (title: string) => asEditor(calls.create, { body: { ...announcement(title), id } });
    const first = await send('One');
    expect(await send('One')).toEqual(first);
    expect(await problem(send('Two'))).toMatchObject({ status: 409 });
    expect(await list('Administrator')).toHaveLength(1);
  });

  test('delete takes the versions along, and the audit table keeps them', async () => {
    const { id } = await create('One', 2);
    await save(id, 'Two');
    await asEditor(calls.remove, { params: { id } });
    expect(await list('Administrator')).toEqual([]);
    expect(await store.query('select from announcement')).toEqual([]);
    const log = await store.query<{ actor: string; action: string; before: unknown; after: unknown }>(
      'select actor, action, before, after from audit_log order by audit_ndx',
    );
    expect(log.map(({ action }) => action)).toEqual(['create-and-publish', 'update', 'delete']);
    expect(log.every(({ actor }) => actor === 'test|Administrator')).toBe(true);
    expect(JSON.stringify(log.at(-1)?.before)).toContain('Two');
    expect(log.at(-1)?.after).toBeNull();
  });

  test('the specified steps of publishing can be followed one by one', async () => {
    const { id } = await create('One', 2);
    const silent = (from: string, body: Record<string, unknown>) =>
      asEditor(calls.silent, { params: { id: from }, body });
    const copy = await create('Two', 2);
    const fresh = '22222222-2222-4222-8222-222222222222';
    await silent(id, { id: fresh, parent_id: copy.id, status_id: 1 });
    await silent(copy.id, { id, former_parent_id: fresh });
    const record = await read(id, 'Administrator');
    expect(record).toMatchObject({ title: 'Two', status_id: 2, former_parent_id: fresh });
    expect(versions(record)).toEqual(['Two', 'One']);
    expect(titles(await list())).toEqual(['Two']);
    expect(await problem(silent(fresh, { status_id: 2 }))).toMatchObject({ status: 400 });
    expect(await problem(silent(fresh, { id }))).toMatchObject({ status: 400 });
  });

  test('missing, unknown and wrong values are reported by field', async () => {
    const payload = { title: '  ', message: 'M', severity: 'loud', starts_at: '2026-02-30T10:00' };
    const answer = await portal.send({ method: 'POST', url: '/api/announcements', payload }, 'Administrator');
    expect(answer.statusCode).toBe(400);
    const paths = answer.json().errors.map(({ path }: { path: string }) => path);
    expect(paths.toSorted()).toEqual(['body.severity', 'body.starts_at', 'body.title']);
    const reversed = await problem(
      asEditor(calls.create, {
        body: { ...announcement('A'), starts_at: '2026-05-02T08:00', ends_at: '2026-05-01T08:00' },
      }),
    );
    expect(reversed).toMatchObject({
      status: 400,
      errors: [{ path: 'body.ends_at', message: 'The end is before the start.' }],
    });
  });

  test('texts are trimmed and empty ones are nothing; what the server keeps is left out', async () => {
    const body = { ...announcement(' Title '), created_by: 'me' };
    const record = await asEditor(calls.create, { body });
    expect(record).toMatchObject({ title: 'Title', created_by: 'test|Administrator' });
  });

  test('names that are no fields are refused', async () => {
    const body = { ...announcement('Title'), other: 1 };
    expect(await problem(asEditor(calls.create, { body }))).toMatchObject({
      status: 400,
      errors: [{ path: 'body.other', message: 'is not known' }],
    });
  });

  test('of a record that is not there, every call says so', async () => {
    const params = { id: nobody };
    const body = { ...announcement('A'), publish: false };
    const all = [
      read(nobody, 'Administrator'),
      asEditor(calls.future, { params }),
      asEditor(calls.save, { params, body }),
      asEditor(calls.silent, { params, body: {} }),
      asEditor(calls.remove, { params }),
      act(nobody, 'publish'),
      act(nobody, 'unpublish'),
      act(nobody, 'enable'),
      act(nobody, 'disable'),
    ];
    const found = await Promise.all(all.map(problem));
    for (const each of found) expect(each).toMatchObject({ status: 404, detail: 'Record not found.' });
  });
});
