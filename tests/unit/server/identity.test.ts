import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { demoAccounts, demoPassword } from '#config/identity.ts';
import { escapeHtml } from '#lib/html.ts';
import { findByCredentials, findBySubject } from '#server/identity/accounts.ts';
import { BadKeys, loadOrCreateKeys } from '#server/identity/keys.ts';
import { isFromThisComputer } from '#server/identity/this-computer.ts';
import { temporaryFolder } from '../../support/set-up.ts';

const root = path.resolve(import.meta.dirname, '../../..');

describe('a request comes from this computer', () => {
  const local = { host: 'localhost:4321' };
  test.each<
    [remoteAddress: string | undefined, headers: Record<string, string | string[]>, isLocal: boolean]
  >([
    ['127.0.0.1', local, true],
    ['::1', { host: '[::1]:4321' }, true],
    ['::ffff:127.0.0.1', { host: '127.0.0.1' }, true],
    ['127.0.0.1', { ...local, 'x-forwarded-for': '127.0.0.1, ::1' }, true],
    ['192.168.1.9', local, false],
    ['::ffff:192.168.1.9', local, false],
    [undefined, local, false],
    ['127.0.0.1', {}, false],
    ['127.0.0.1', { host: 'water.example.org' }, false],
    ['127.0.0.1', { host: 'localhost.example.org' }, false],
    // A proxy that keeps neither the name nor the address, or that others write headers for.
    ['127.0.0.1', { ...local, 'x-forwarded-for': '203.0.113.7' }, false],
    ['127.0.0.1', { ...local, 'x-forwarded-for': '127.0.0.1, 203.0.113.7' }, false],
    ['127.0.0.1', { ...local, 'x-forwarded-for': ['127.0.0.1', '203.0.113.7'] }, false],
    ['127.0.0.1', { ...local, 'x-forwarded-for': '' }, false],
    ['127.0.0.1', { ...local, 'x-forwarded-host': 'water.example.org' }, false],
    ['127.0.0.1', { ...local, 'x-real-ip': '203.0.113.7' }, false],
    ['127.0.0.1', { ...local, forwarded: 'for=203.0.113.7' }, false],
    ['127.0.0.1', { ...local, via: '1.1 proxy' }, false],
  ])('%s with %j: %s', (remoteAddress, headers, isLocal) => {
    expect(isFromThisComputer({ headers, socket: { remoteAddress } })).toBe(isLocal);
  });
});

describe('accounts', () => {
  test.each(demoAccounts)('$email has the password of the page', { tags: ['full'] }, async (account) => {
    expect(await findByCredentials(account.email, demoPassword)).toBe(account);
    expect(await findByCredentials(` ${account.email.toUpperCase()} `, demoPassword)).toBe(account);
    expect(findBySubject(account.subject)).toBe(account);
  });

  test.each(['', 'Water-year', 'water-year ', ' water-year', 'water'])(
    'the password is not "%s"',
    { tags: ['full'] },
    async (password) => {
      expect(await findByCredentials('demo@example.org', password)).toBeUndefined();
    },
  );

  test.each(['', 'demo', 'demo@example.org.evil', '__proto__', 'constructor'])(
    '%s is nobody',
    async (email) => {
      expect(await findByCredentials(email, demoPassword)).toBeUndefined();
    },
  );

  test.each(demoAccounts)('$email has its picture', ({ email }) => {
    expect(existsSync(path.join(root, 'public/avatars', `${email.split('@')[0]}.svg`))).toBe(true);
  });

  test('each has a subject and an address of its own', () => {
    expect(new Set(demoAccounts.map(({ subject }) => subject)).size).toBe(demoAccounts.length);
    expect(new Set(demoAccounts.map(({ email }) => email)).size).toBe(demoAccounts.length);
  });
});

describe('keys', () => {
  const folder = temporaryFolder('keys');

  test('are the same for portals that start at the same time', async () => {
    const dataDir = path.join(folder, 'shared');
    const all = await Promise.all(Array.from({ length: 4 }, () => loadOrCreateKeys(dataDir)));
    for (const keys of all) expect(keys).toEqual(all[0]);
    expect(readdirSync(dataDir)).toEqual(['identity.json']);
  });

  test('are made once, for the account of the portal only', async () => {
    const dataDir = path.join(folder, 'new/data');
    const keys = await loadOrCreateKeys(dataDir);
    const file = path.join(dataDir, 'identity.json');
    expect(readdirSync(dataDir)).toEqual(['identity.json']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(await loadOrCreateKeys(dataDir)).toEqual(keys);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const other = await loadOrCreateKeys(path.join(folder, 'other'));
    expect(other.signing[0]?.n).not.toBe(keys.signing[0]?.n);
    expect(other.cookies).not.toEqual(keys.cookies);
  });

  test.each([
    ['', 'it is damaged'],
    ['{', 'it is damaged'],
    ['{"signing":[],"cookies":[]}', 'it is damaged'],
    ['{"signing":[{"kty":"RSA","d":"hidden"}],"cookies":["hidden"]}', 'it is damaged'],
  ])('that are damaged are complained of, and not repeated: %s', async (content, why) => {
    const dataDir = mkdtempSync(path.join(folder, 'bad-'));
    writeFileSync(path.join(dataDir, 'identity.json'), content);
    const error = await loadOrCreateKeys(dataDir).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BadKeys);
    expect(String(error)).toContain(`(${why})`);
    expect(String(error)).not.toContain('hidden');
    expect(readFileSync(path.join(dataDir, 'identity.json'), 'utf8')).toBe(content);
  });
});

test('text becomes HTML', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;',
  );
});
