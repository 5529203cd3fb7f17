import { expect, test } from 'vitest';
import { mockResetPassword, mockSignIn, mockSignUp } from '#contract/account/account.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { sharePortal } from '../support/shared-store.ts';
import { openTestApp } from '../support/test-app.ts';

const good = { email: 'demo@example.org', password: 'water-year' };

const { store, portal } = sharePortal(openEmbeddedStore);

test.each([mockSignIn, mockSignUp])('$name takes the demo account', async (endpoint) => {
  expect(await portal.request(endpoint, { body: good })).toEqual({
    user: {
      sub: 'demo|demo',
      name: 'Demo Account',
      email: 'demo@example.org',
      roles: ['Developer', 'Administrator', 'User'],
    },
  });
});

test('mockResetPassword takes its address', async () => {
  const { message } = await portal.request(mockResetPassword, { body: { email: 'Demo@example.org' } });
  expect(message).toContain('Nothing was sent.');
});

test.each([
  ['/api/auth/sign-in', { ...good, password: 'wrong' }],
  ['/api/auth/sign-in', { email: 'nobody@example.org', password: 'water-year' }],
  ['/api/auth/sign-in', { email: 'developer@example.org', password: 'water-year' }],
  ['/api/auth/sign-up', { ...good, password: 'wrong' }],
  ['/api/auth/reset-password', { email: 'nobody@example.org' }],
])('%s with %j is refused', async (url, payload) => {
  const answer = await portal.send({ method: 'POST', url, payload });
  expect(answer.statusCode).toBe(401);
  expect(answer.headers['www-authenticate']).toBe('Form');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toMatchObject({ status: 401, detail: 'Please check your email and password' });
});

test.each([
  {},
  { email: 'demo@example.org' },
  { ...good, password: 7 },
  { ...good, password: 'x'.repeat(201) },
])('bad input is 400: %j', async (payload) => {
  const answer = await portal.send({ method: 'POST', url: '/api/auth/sign-in', payload });
  expect(answer.statusCode).toBe(400);
  expect(answer.payload).not.toContain('xxx');
});

test('passwords cannot be guessed by trying many', async () => {
  await using other = openTestApp(store);
  const guess = (password: string) =>
    other.send({ method: 'POST', url: '/api/auth/sign-in', payload: { ...good, password } });
  for (let n = 0; n < 10; n += 1) expect((await guess(`guess ${n}`)).statusCode).toBe(401);
  const answer = await guess('water-year');
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(200);
});
