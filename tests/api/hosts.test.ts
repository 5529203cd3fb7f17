import { describe, expect, test } from 'vitest';
import { createHostCheck } from '#server/plugins/host-check.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { sharePortal } from '../support/shared-store.ts';
import { openTestApp } from '../support/test-app.ts';

const { store, portal } = sharePortal(openEmbeddedStore);

const send = (url: string, host: string, app = portal) => app.send({ url, headers: { host } });

describe('an unknown Host', () => {
  test.each([
    '/',
    '/about',
    '/api/version',
    '/api/nothing',
    '/authorize',
    '/.well-known/security.txt',
    '/api/docs/',
  ])('is refused at %s', async (url) => {
    const answer = await send(url, 'evil.example');
    expect(answer.statusCode).toBe(421);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.json()).toMatchObject({
      title: 'Misdirected Request',
      detail:
        'This portal is not at this address. Open it at http://localhost:4321, or ask its operator to add the name to ALLOWED_HOSTS.',
    });
    expect(answer.payload).not.toContain('evil');
  });

  test('is counted by the limit of requests no more than a page is', async () => {
    await using strict = openTestApp(store, { environment: { RATE_LIMIT_PER_MINUTE: '1' } });
    for (const _ of [1, 2]) expect((await send('/api/version', 'evil.example', strict)).statusCode).toBe(421);
  });

  test.each(['/api/health', '/api/ready', '/%61pi/health'])(
    'is answered at %s, for probes by address',
    async (url) => {
      expect((await send(url, '10.1.2.3:4321')).statusCode).not.toBe(421);
      expect((await send(url, 'portal')).statusCode).not.toBe(421);
    },
  );

  test('is no way around by a proxy’s header', async () => {
    await using proxied = openTestApp(store, { environment: { TRUST_PROXY: 'on' } });
    const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost' };
    expect((await proxied.send({ url: '/api/version', headers })).statusCode).toBe(421);
  });
});

describe('a Host', () => {
  const onThisComputer = { host: '127.0.0.1', portalOrigin: 'http://localhost:4321', allowedHosts: [] };
  const behindProxy = { host: '127.0.0.1', portalOrigin: 'https://water.example.org', allowedHosts: [] };
  const inContainer = {
    host: '0.0.0.0',
    portalOrigin: 'https://water.example.org',
    allowedHosts: ['portal', '10.0.0.5', '2001:DB8::1', '[2001:db8::2]'],
  };
  const onOneAddress = { host: '10.0.0.7', portalOrigin: 'https://water.example.org', allowedHosts: [] };

  test.each([
    ['localhost', onThisComputer, true],
    ['localhost:4321', onThisComputer, true],
    ['LOCALHOST:8080', onThisComputer, true],
    ['localhost.', onThisComputer, true],
    ['127.0.0.1:4321', onThisComputer, true],
    ['[::1]:4321', onThisComputer, true],
    ['water.example.org', onThisComputer, false],
    ['water.example.org', behindProxy, true],
    ['water.example.org:443', behindProxy, true],
    ['Water.Example.Org.', behindProxy, true],
    ['127.0.0.1:4321', behindProxy, true],
    ['evil.water.example.org', behindProxy, false],
    ['water.example.org.evil.example', behindProxy, false],
    ['evil.example:443', behindProxy, false],
    ['127.0.0.1', inContainer, false],
    ['0.0.0.0', inContainer, true],
    ['portal:4321', inContainer, true],
    ['10.0.0.5', inContainer, true],
    ['10.0.0.6', inContainer, false],
    ['[2001:db8::1]:80', inContainer, true],
    ['[2001:db8::2]', inContainer, true],
    ['10.0.0.7:4321', onOneAddress, true],
    ['localhost', onOneAddress, false],
    ['127.0.0.1.evil.example', onThisComputer, false],
    ['evil.example@localhost', onThisComputer, false],
    ['localhost@evil.example', onThisComputer, false],
    ['localhost/evil.example', onThisComputer, false],
    ['localhost, evil.example', onThisComputer, false],
    ['localhost:port', onThisComputer, false],
    ['localhost:123456', onThisComputer, false],
    ['http://localhost', onThisComputer, false],
    ['a b', onThisComputer, false],
    ['', onThisComputer, false],
    [undefined, onThisComputer, false],
  ])('%s at %o is the portal’s own: %s', (header, config, expected) => {
    expect(createHostCheck(config)(header)).toBe(expected);
  });
});

describe('/.well-known/security.txt', () => {
  const url = '/.well-known/security.txt';

  function fieldsOf(text: string) {
    return Object.fromEntries(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/).slice(0, 2)),
    );
  }

  test('names the support page, until when, and its own address', async () => {
    const answer = await portal.send(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = fieldsOf(answer.payload);
    expect(fields).toMatchObject({
      Contact: 'http://localhost:4321/support',
      'Preferred-Languages': 'en',
      Canonical: 'http://localhost:4321/.well-known/security.txt',
    });
    const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });

  test.each([
    ['security@example.org', 'mailto:security@example.org'],
    ['https://example.org/security', 'https://example.org/security'],
  ])('names the contact %s', async (contact, expected) => {
    await using named = openTestApp(store, { environment: { SECURITY_CONTACT: contact } });
    expect(fieldsOf((await named.send(url)).payload).Contact).toBe(expected);
  });

  test('is read-only, and no other file is there', async () => {
    expect((await portal.send({ method: 'POST', url })).statusCode).toBe(405);
    expect((await portal.send('/.well-known/other.txt')).statusCode).toBe(503);
  });
});
