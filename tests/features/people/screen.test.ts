import { cleanStores } from 'nanostores';
import { afterEach, expect, test, vi } from 'vitest';
import { RequestFailed } from '#contract/request.ts';
import type { Person } from '#features/people/contract.ts';
import { createPeople, peopleColumns } from '#features/people/screen/people.ts';
import { type FakeResponses, fakeServer } from '../../support/fake-server.ts';

const token = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Nightly report',
  starts_with: 'usrb_abcdef',
  created_at: '2026-11-21T18:00:00.000Z',
  ends_on: '2026-12-21',
  has_ended: false,
  last_used_at: null,
};
const ann: Person = {
  subject: 'auth0|ann',
  last_seen_at: '2026-11-21T18:00:00.000Z',
  is_blocked: false,
  sessions: null,
  tokens: [token, { ...token, id: '00000000-0000-4000-8000-000000000002', has_ended: true }],
};
let stop = () => {};

async function open(responses: FakeResponses = {}) {
  const server = fakeServer({
    listPeople: () => [ann],
    blockPerson: () => ({ subject: ann.subject }),
    endSessions: () => ({ subject: ann.subject }),
    endAccessToken: () => ({ subject: ann.subject }),
    removePerson: () => ({ subject: ann.subject }),
    ...responses,
  });
  const people = createPeople();
  const ends = [people.start(), people.$open.listen(() => {})];
  stop = () => {
    for (const end of ends) end();
  };
  await vi.waitFor(() => expect(people.$state.get().status).not.toBe('loading'));
  return { people, server, notify: server.notify };
}

afterEach(() => {
  stop();
  cleanStores();
});

test('the table has the tokens that have not ended, and says who is blocked', () => {
  const cells = (person: Person) => peopleColumns.map(({ value }) => value(person));
  expect(cells(ann)).toEqual(['auth0|ann', expect.any(String), 'Admitted', null, 1]);
  expect(cells({ ...ann, is_blocked: true, sessions: 2, tokens: [] }).slice(2)).toEqual(['Blocked', 2, 0]);
});

test('what an administrator ends is loaded again, and said', async () => {
  let list = [ann];
  const { people, notify } = await open({ listPeople: () => list });
  people.open(ann.subject);
  expect(people.$open.get()).toEqual(ann);
  for (const [act, message] of [
    [() => people.endToken(ann, token), 'The access token “Nightly report” was revoked.'],
    [() => people.endSessions(ann), 'The sessions of auth0|ann have ended.'],
    [() => people.setBlocked(ann, true), 'auth0|ann is blocked.'],
    [() => people.setBlocked(ann, false), 'auth0|ann may sign in again.'],
  ] as const) {
    await act();
    expect(notify).toHaveBeenLastCalledWith(message, 'success');
  }
  list = [];
  await people.remove(ann);
  expect(notify).toHaveBeenLastCalledWith('auth0|ann was removed.', 'success');
  expect(people.$open.get()).toBeUndefined();
});

test('a refusal is said, and changes nothing', async () => {
  const { people, notify } = await open({
    blockPerson: () => {
      throw new RequestFailed('refused', 'This is your own account. Ask another administrator.');
    },
  });
  people.open(ann.subject);
  await people.setBlocked(ann, true);
  expect(notify).toHaveBeenCalledWith('This is your own account. Ask another administrator.', 'error');
  expect(people.$open.get()).toEqual(ann);
});
