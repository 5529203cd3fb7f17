import { afterEach, expect, test, vi } from 'vitest';
import { createIdentityStorage } from '#server/identity/identity-storage.ts';
import { describeEngines } from '../support/engines.ts';
import { closeAfter } from '../support/set-up.ts';

describeEngines('what the identity provider keeps', async (open) => {
  const store = closeAfter(await open());
  afterEach(() => vi.useRealTimers());

  const at = (time: string) => vi.useFakeTimers({ now: new Date(time), toFake: ['Date'] });
  const count = async () => (await store.query('select 1 from identity_record')).length;

  test('is found again as it was, until it expires', async () => {
    at('2024-01-01T00:00:00Z');
    const codes = createIdentityStorage(store).adapter('AuthorizationCode');
    await codes.upsert('one', { jti: 'one', grantId: 'grant', scope: 'openid', exp: 60 }, 60);
    expect(await codes.find('one')).toEqual({ jti: 'one', grantId: 'grant', scope: 'openid', exp: 60 });
    expect(await codes.find('two')).toBeUndefined();
    expect(await createIdentityStorage(store).adapter('RefreshToken').find('one')).toBeUndefined();
    at('2024-01-01T00:00:59Z');
    expect(await codes.find('one')).toBeDefined();
    at('2024-01-01T00:01:00Z');
    expect(await codes.find('one')).toBeUndefined();
  });

  test('is thrown away once expired, at most once a minute', async () => {
    await store.query('delete from identity_record');
    at('2030-01-01T00:00:00Z');
    const codes = createIdentityStorage(store).adapter('AuthorizationCode');
    for (const id of ['a', 'b', 'c']) await codes.upsert(id, { jti: id }, 60);
    at('2030-01-01T00:00:59Z');
    await codes.upsert('d', { jti: 'd' }, 3600);
    expect(await count()).toBe(4);
    at('2030-01-01T00:02:00Z');
    await codes.upsert('e', { jti: 'e' }, 3600);
    expect(await count()).toBe(2);
  });

  test('knows no clients', async () => {
    const clients = createIdentityStorage(store).adapter('Client');
    await clients.upsert('evil', { client_id: 'evil' });
    expect(await clients.find('evil')).toBeUndefined();
  });
});
