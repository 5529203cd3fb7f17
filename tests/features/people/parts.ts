import type { TestParts, WriteTools } from '../../support/feature-parts.ts';

const storedToken = '00000000-0000-4000-8000-00000000000b';

export const parts: TestParts = {
  writes: ({ store, call }) => {
    const address = () => addPerson(store);
    return {
      cases: {
        blockPerson: async () => call('PUT', `${await address()}/block`, { is_blocked: true }),
        endSessions: async () => call('DELETE', `${await address()}/sessions`),
        endAccessToken: async () => call('DELETE', `${await address()}/tokens/${storedToken}`),
        removePerson: async () => call('DELETE', await address()),
      },
    };
  },
};

/** Adds somebody with an access token and a session. @returns the address of what can be done about them */
async function addPerson(store: WriteTools['store']): Promise<string> {
  await store.query(`insert into person (subject) values ('test|leaver')
    on conflict (subject) do update set blocked_at = null`);
  await store.query(`insert into access_token (id, subject, name, token_hash, starts_with, ends_on)
    values ('${storedToken}', 'test|leaver', 'x', 'leaver', 'x', '2999-01-01') on conflict do nothing`);
  await store.query(`insert into identity_record (kind, id_hash, payload, expires_at)
    values ('Session', 'x', '{"accountId": "test|leaver"}', '2999-01-01') on conflict do nothing`);
  return `/api/people/${encodeURIComponent('test|leaver')}`;
}
