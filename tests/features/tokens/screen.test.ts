import { cleanStores } from 'nanostores';
import { afterEach, expect, test, vi } from 'vitest';
import type { AccessToken } from '#contract/account/access-tokens.ts';
import { RequestFailed } from '#contract/request.ts';
import { describeTokenEndFault, maxTokenNameLength } from '#domain/access-token.ts';
import type { NewAccessToken } from '#features/tokens/contract.ts';
import { createAccessTokens } from '#features/tokens/screen/access-tokens.ts';
import { describeBadName } from '#lib/clean-line.ts';
import { deferred, type FakeResponses, fakeServer, setClock } from '../../support/fake-server.ts';

const token: AccessToken = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Nightly report',
  starts_with: 'usrb_abcdef',
  created_at: '2026-11-21T18:00:00.000Z',
  ends_on: '2026-12-21',
  has_ended: false,
  last_used_at: null,
};
const created: NewAccessToken = { ...token, secret: `usrb_${'a'.repeat(43)}` };
let stop = () => {};

async function open(responses: FakeResponses = {}) {
  const server = fakeServer({
    listAccessTokens: () => [token],
    createAccessToken: () => created,
    ...responses,
  });
  // It is still Nov 21 in the basin.
  setClock('2026-11-22T05:00Z');
  const tokens = createAccessTokens();
  const end = tokens.start();
  const ends = [tokens.$faults, tokens.$isFull].map((store) => store.listen(() => {}));
  stop = () => {
    end();
    for (const each of ends) each();
  };
  await vi.waitFor(() => expect(tokens.$state.get().status).not.toBe('loading'));
  return { tokens, server, notify: server.notify };
}

afterEach(() => {
  stop();
  cleanStores();
});

test.each([
  ['', false],
  ['a', true],
  ['é'.repeat(60), true],
  ['💧'.repeat(60), true],
  ['a'.repeat(61), false],
  ['a\u0007b', false],
])('the name “%s” is right: %s', (name, isRight) => {
  expect(describeBadName(name, maxTokenNameLength) === undefined).toBe(isRight);
});

test.each([
  ['', false],
  ['2026-11-20', false],
  ['2026-11-21', true],
  ['2027-11-22', true],
  ['2027-11-23', false],
])('a token created on Nov 21, 2026, may end on %s: %s', (day, isRight) => {
  expect(describeTokenEndFault(day, '2026-11-21') === undefined).toBe(isRight);
});

test('the choices name the day that each ends on, by the clock of the basin', async () => {
  const { tokens } = await open();
  expect(tokens.periods.map(({ label }) => label)).toEqual([
    'In 30 days, Dec 21, 2026',
    'In 90 days, Feb 19, 2027',
    'In 366 days, Nov 22, 2027',
    'On a date',
  ]);
  expect(tokens.lastDay()).toBe('Nov 22, 2027');
});

test('the secret does not wait for the list, and is forgotten with the page', async () => {
  const list = deferred<AccessToken[]>();
  let calls = 0;
  const { tokens } = await open({
    listAccessTokens: () => {
      calls += 1;
      return calls === 1 ? [] : list.promise;
    },
  });
  tokens.edit({ name: 'a' });
  const creating = tokens.create();
  await vi.waitFor(() => expect(tokens.$created.get()?.secret).toBe(created.secret));
  expect(tokens.$isChanging.get()).toBe(true);
  list.give([token]);
  await creating;
  stop();
  expect(tokens.$created.get()).toBeUndefined();
});

test('says what is wrong once the form was sent, and from then on while it is typed', async () => {
  const { tokens, server } = await open();
  tokens.edit({ period: 'date' });
  expect(tokens.$faults.get()).toEqual({});
  await tokens.create();
  const date = 'Choose a day from Nov 21, 2026 to Nov 22, 2027.';
  expect(tokens.$faults.get()).toEqual({ name: 'Enter a name of 1 to 60 characters.', date });
  tokens.edit({ name: 'a' });
  expect(tokens.$faults.get()).toEqual({ date });
  tokens.edit({ date: '2027-11-23' });
  expect(tokens.$faults.get()).toEqual({ date });
  tokens.edit({ date: '2027-11-22' });
  expect(tokens.$faults.get()).toEqual({});
  expect(server.callsOf('createAccessToken')).toEqual([]);
});

test('a refusal is shown, and what was entered stays', async () => {
  const refused = new RequestFailed(
    'refused',
    'You already have 20 access tokens. Revoke one to create another.',
  );
  const { tokens, notify } = await open({
    createAccessToken: () => {
      throw refused;
    },
  });
  tokens.edit({ name: 'One more' });
  await tokens.create();
  expect(notify).toHaveBeenCalledWith(refused.message, 'error');
  expect(tokens.$form.get().name).toBe('One more');
  expect(tokens.$created.get()).toBeUndefined();
});

test('only tokens that have not ended count to the limit', async () => {
  const living = Array.from({ length: 20 }, () => token);
  const { tokens } = await open({ listAccessTokens: () => [...living, { ...token, has_ended: true }] });
  expect(tokens.$isFull.get()).toBe(true);
  stop();
  const other = await open({
    listAccessTokens: () => [...living.slice(1), { ...token, has_ended: true }],
  });
  expect(other.tokens.$isFull.get()).toBe(false);
});

test('a failed revocation leaves the secret', async () => {
  const { tokens, notify } = await open({
    revokeAccessToken: () => {
      throw new RequestFailed('offline', 'The server cannot be reached.');
    },
  });
  tokens.edit({ name: 'a' });
  await tokens.create();
  await tokens.revoke(token);
  expect(notify).toHaveBeenLastCalledWith('The server cannot be reached.', 'error');
  expect(tokens.$created.get()?.id).toBe(token.id);
});
