import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { readBasket, saveBasket } from '#features/basket/contract.ts';
import { maxBasketSites } from '#features/basket/rules.ts';
import { describeEngines } from '../../support/engines.ts';
import { insertFixture } from '../../support/fixture-data.ts';
import { sharePortal } from '../../support/shared-store.ts';

const url = '/api/basket';

describeEngines('the basket of an account', (open) => {
  const { store, portal } = sharePortal(open, { insert: insertFixture });

  beforeEach(async () => {
    await store.query('update location set is_shown = true');
    await store.query('delete from user_basket');
    await store.query('delete from audit_log');
  });

  const read = (token = 'User') => portal.request(readBasket, {}, { token });
  const save = (version: number, sites: number[], token = 'User') =>
    portal.request(saveBasket, { body: { version, sites } }, { token });
  const send = (payload: unknown, token = 'User') =>
    portal.send(
      {
        method: 'PUT',
        url,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      },
      token,
    );

  test('is empty at first, keeps its order, and each change leaves a line', async () => {
    expect(await read()).toEqual({ version: 0, sites: [] });
    expect(await save(0, [3, 1])).toEqual({ version: 1, sites: [3, 1], unknown: [] });
    expect(await save(1, [1, 3, 2])).toEqual({ version: 2, sites: [1, 3, 2], unknown: [] });
    expect(await read()).toEqual({ version: 2, sites: [1, 3, 2] });
    expect(await save(2, [])).toEqual({ version: 3, sites: [], unknown: [] });
    const audit = await store.query(
      'select actor, action, entity, entity_id, before, after from audit_log order by audit_ndx',
    );
    expect(audit).toMatchObject([
      { actor: 'test|User', action: 'create', entity: 'user_basket', before: null, after: [3, 1] },
      { action: 'update', entity_id: 'test|User', before: [3, 1], after: [1, 3, 2] },
      { action: 'update', before: [1, 3, 2], after: [] },
    ]);
  });

  test('belongs to one person: nobody else reads or changes it, whatever their role', async () => {
    await save(0, [1, 2]);
    for (const token of ['Developer', 'Administrator']) {
      expect(await read(token)).toEqual({ version: 0, sites: [] });
      await save(0, [3], token);
    }
    expect(await read()).toEqual({ version: 1, sites: [1, 2] });
  });

  test('is not overwritten by a window that has an older version', async () => {
    await save(0, [1]);
    const refused = await send({ version: 0, sites: [2] });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().detail).toBe('Your basket was changed in another window.');
    expect((await send({ version: 7, sites: [2] })).statusCode).toBe(409);
    expect(await read()).toEqual({ version: 1, sites: [1] });
  });

  test('is saved by one of several windows that save at once', async () => {
    const answers = await Promise.all([1, 2, 3].map((site) => send({ version: 0, sites: [site] })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect((await read()).version).toBe(1);
  });

  test('answers the sites that are not in the portal, and saves the others', async () => {
    await store.query('update location set is_shown = false where loc_ndx = 3');
    expect(await save(0, [99, 1, 3])).toEqual({ version: 1, sites: [1], unknown: [99, 3] });
  });

  test('has a site that was hidden later, until the person removes it', async () => {
    await save(0, [1, 3]);
    await store.query('update location set is_shown = false where loc_ndx = 3');
    expect(await save(1, [3, 1, 2])).toEqual({ version: 2, sites: [3, 1, 2], unknown: [] });
    expect(await save(2, [1])).toEqual({ version: 3, sites: [1], unknown: [] });
    expect(await save(3, [1, 3])).toEqual({ version: 4, sites: [1], unknown: [3] });
  });

  test.each([
    ['no version', { sites: [1] }],
    ['no sites', { version: 0 }],
    ['a negative version', { version: -1, sites: [1] }],
    ['a fraction of a version', { version: 0.5, sites: [1] }],
    ['a version that no column holds', { version: 2_147_483_647, sites: [1] }],
    ['sites that are texts', { version: 0, sites: ['1'] }],
    ['sites that are no list', { version: 0, sites: '1,2' }],
    ['site 0', { version: 0, sites: [0] }],
    ['a site that no column holds', { version: 0, sites: [9_999_999_999] }],
    ['a site listed twice', { version: 0, sites: [1, 2, 1] }],
    ['too many sites', { version: 0, sites: Array.from({ length: maxBasketSites + 1 }, (_, at) => at + 1) }],
    ['a list', [1, 2]],
    ['null', null],
  ])('is refused with %s', async (_, body) => {
    expect((await send(body)).statusCode).toBe(400);
    expect(await read()).toEqual({ version: 0, sites: [] });
  });

  test('is never a fault of the server, whatever is sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.constantFrom('version', 'sites'), async (value, field) => {
        const answer = await send({ version: 0, sites: [1], [field]: value });
        expect(answer.statusCode).toBeLessThan(500);
      }),
      { numRuns: 15 },
    );
  });
});
