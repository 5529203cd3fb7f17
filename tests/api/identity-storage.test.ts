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

  test('can be replaced, used up once, and removed', async () => {
    const codes = createIdentityStorage(store).adapter('AuthorizationCode');
    await codes.upsert('three', { jti: 'three', scope: 'a' }, 60);
    await codes.upsert('three', { jti: 'three', scope: 'b' }, 60);
    expect(await codes.find('three')).toEqual({ jti: 'three', scope: 'b' });
    await codes.consume('three');
    expect(await codes.find('three')).toMatchObject({ consumed: expect.closeTo(Date.now() / 1000, -2) });
    await expect(codes.consume('three')).rejects.toMatchObject({ error: 'invalid_grant' });
    await codes.destroy('three');
    expect(await codes.find('three')).toBeUndefined();
  });

  test('of a refresh token is good again for ten seconds after its first use', async () => {
    at('2024-01-01T00:00:00Z');
    const tokens = createIdentityStorage(store).adapter('RefreshToken');
    await tokens.upsert('token', { jti: 'token', scope: 'a' }, 3600);
    await tokens.consume('token');
    at('2024-01-01T00:00:09Z');
    expect(await tokens.find('token')).toEqual({ jti: 'token', scope: 'a' });
    await tokens.consume('token');
    at('2024-01-01T00:00:10Z');
    expect(await tokens.find('token')).toMatchObject({ consumed: Date.parse('2024-01-01T00:00:00Z') / 1000 });
  });

  test('of a session is found by its uid, too', async () => {
    const sessions = createIdentityStorage(store).adapter('Session');
    await sessions.upsert('id', { jti: 'id', uid: 'uid', accountId: 'demo|demo' }, 60);
    expect(await sessions.findByUid('uid')).toEqual({ jti: 'id', uid: 'uid', accountId: 'demo|demo' });
    expect(await sessions.findByUid('id')).toBeUndefined();
  });

  test('ends with its grant', async () => {
    const storage = createIdentityStorage(store);
    for (const grantId of ['mine', 'yours']) {
      await storage.adapter('Grant').upsert(grantId, { jti: grantId }, 60);
      await storage.adapter('RefreshToken').upsert(`token ${grantId}`, { grantId }, 60);
      await storage.adapter('AuthorizationCode').upsert(`code ${grantId}`, { grantId }, 60);
    }
    await storage.adapter('RefreshToken').revokeByGrantId('mine');
    expect(await storage.adapter('RefreshToken').find('token mine')).toBeUndefined();
    expect(await storage.adapter('AuthorizationCode').find('code mine')).toBeDefined();
    await storage.revokeGrant('mine');
    expect(await storage.adapter('AuthorizationCode').find('code mine')).toBeUndefined();
    expect(await storage.adapter('Grant').find('mine')).toBeUndefined();
    expect(await storage.adapter('RefreshToken').find('token yours')).toBeDefined();
    expect(await storage.adapter('Grant').find('yours')).toBeDefined();
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
