import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import {
  createTimeseriesView,
  deleteTimeseriesView,
  listTimeseriesViews,
  maxViews,
  saveTimeseriesView,
} from '#features/saved-views/contract.ts';
import { describeEngines } from '../../support/engines.ts';
import { sharePortal } from '../../support/shared-store.ts';

const url = '/api/timeseries-views';
const query = 'huc8s=&parameter_left=1&locations_left=14,15&axes=one&start=2020-10-01&end=&submitted=yes';

describeEngines('named views', (open) => {
  const { store, portal } = sharePortal(open);

  beforeEach(async () => {
    await store.query('delete from timeseries_view');
    await store.query('delete from audit_log');
  });

  const create = (name: string, token = 'User') =>
    portal.request(createTimeseriesView, { body: { name, query } }, { token });
  const list = (token = 'User') => portal.request(listTimeseriesViews, {}, { token });
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, payload: unknown, token = 'User') =>
    portal.send(
      {
        method,
        url: `${url}${path}`,
        ...(payload !== undefined && {
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(payload),
        }),
      },
      token,
    );

  test('are listed by name, renamed, changed and deleted, and each change leaves a line', async () => {
    const reach = await create('Upper reach');
    const gages = await create('  Main-stem   gages ');
    expect(gages).toMatchObject({ name: 'Main-stem gages', query });
    expect((await list()).map(({ name }) => name)).toEqual(['Main-stem gages', 'Upper reach']);
    const body = { name: 'Lower reach', query: 'axes=one' };
    const renamed = await portal.request(
      saveTimeseriesView,
      { params: { id: reach.id }, body },
      { token: 'User' },
    );
    expect(renamed).toMatchObject({ id: reach.id, ...body });
    await portal.request(deleteTimeseriesView, { params: { id: gages.id } }, { token: 'User' });
    expect(await list()).toEqual([renamed]);
    const audit = await store.query(
      'select actor, action, entity_id, before, after from audit_log order by audit_ndx',
    );
    expect(audit).toMatchObject([
      { actor: 'test|User', action: 'create', entity_id: reach.id, before: null, after: reach },
      { action: 'create', entity_id: gages.id },
      { action: 'update', before: reach, after: renamed },
      { action: 'delete', before: gages, after: null },
    ]);
  });

  test('belong to one person: nobody else lists, renames or deletes them, whatever their role', async () => {
    const { id } = await create('Mine');
    for (const token of ['Developer', 'Administrator']) {
      expect(await list(token)).toEqual([]);
      expect((await send('PUT', `/${id}`, { name: 'Yours', query }, token)).statusCode).toBe(404);
      expect((await send('DELETE', `/${id}`, undefined, token)).statusCode).toBe(404);
      await create('Mine', token);
    }
    expect((await list()).map((each) => [each.id, each.name])).toEqual([[id, 'Mine']]);
  });

  test('have different names, whatever their letters’ case', async () => {
    const first = await create('Upper reach');
    const other = await create('Lower reach');
    const taken = await send('POST', '', { name: ' UPPER  reach', query });
    expect(taken.statusCode).toBe(409);
    expect(taken.json()).toMatchObject({
      detail: 'You already have a view named “UPPER reach”. Choose another name.',
      errors: [{ path: 'name' }],
    });
    expect((await send('PUT', `/${other.id}`, { name: 'upper reach', query })).statusCode).toBe(409);
    expect((await send('PUT', `/${first.id}`, { name: 'UPPER REACH', query })).statusCode).toBe(200);
    expect((await list()).map(({ name }) => name)).toEqual(['Lower reach', 'UPPER REACH']);
  });

  test.each([
    ['no name', { name: undefined }],
    ['an empty name', { name: '' }],
    ['a name of white space', { name: ' \t ' }],
    ['a name of 81 characters', { name: 'x'.repeat(81) }],
    ['a name with a control character', { name: 'a\u0007b' }],
    ['a name that is no text', { name: 7 }],
    ['no query', { query: undefined }],
    ['an empty query', { query: '' }],
    ['a query of 8,001 characters', { query: 'x'.repeat(8001) }],
    ['markup for a query', { query: 'start=<script>' }],
    ['a whole address for a query', { query: '?start=2020-01-01#top' }],
  ])('are refused with %s', async (_, wrong) => {
    const answer = await send('POST', '', { name: 'Reach', query, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(await list()).toEqual([]);
  });

  test('may have a name of 80 characters outside of Latin', async () => {
    const name = `${'水'.repeat(79)}✓`;
    expect((await create(name)).name).toBe(name);
  });

  test('are not found by an id that is none, or of nothing', async () => {
    expect((await send('PUT', '/1', { name: 'x', query })).statusCode).toBe(400);
    const unknown = '/00000000-0000-4000-8000-000000000009';
    expect((await send('PUT', unknown, { name: 'x', query })).statusCode).toBe(404);
    expect((await send('DELETE', unknown, undefined)).statusCode).toBe(404);
  });

  test(`end at ${maxViews} for each person, even if many are saved at once`, async () => {
    await store.query(`insert into timeseries_view (user_uuid, name, query)
      select 'test|User', 'View ' || i, 'axes=one' from generate_series(1, ${maxViews - 2}) i`);
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => send('POST', '', { name, query })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 409, 409]);
    expect(await list()).toHaveLength(maxViews);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().detail).toBe(
      'You already have 50 views. Delete one to save another.',
    );
    expect(await create('Of another person', 'Developer')).toMatchObject({ name: 'Of another person' });
  });

  test('are never a fault of the server, whatever is sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.constantFrom('name', 'query'), async (value, field) => {
        const answer = await send('POST', '', { name: 'Reach', query, [field]: value });
        expect(answer.statusCode).toBeLessThan(500);
      }),
      { numRuns: 15 },
    );
  });
});
