import { expect, test } from 'vitest';
import { parsePostgresUrl, redactPassword } from '#server/db/postgres/postgres-url.ts';

test.each([
  '',
  'memory://',
  'mysql://db/portal',
  'http://db/portal',
  'postgres:/db/portal',
  'postgres://db:x/portal',
  'postgres://db:5432:5433/portal',
  'postgres://a,b:x/portal',
  'postgres://a,/b:1/portal',
  'postgres://db/portal?target_session_attrs=writable',
])('%j is no address of a PostgreSQL server', (text) => {
  expect(parsePostgresUrl(text)).toBeUndefined();
});

test.each([
  ['postgres://db', [['db', 5432]], 'any', 'postgres://db:5432'],
  [
    'postgresql://u:p@db:5433/portal?sslmode=require',
    [['db', 5433]],
    'any',
    'postgresql://u:p@db:5433/portal?sslmode=require',
  ],
  ['postgres://u:a@b@db/portal', [['db', 5432]], 'any', 'postgres://u:a@b@db:5432/portal'],
  ['postgres:///portal', [['localhost', 5432]], 'any', 'postgres://localhost:5432/portal'],
  ['postgres://[::1]:5433/portal', [['::1', 5433]], 'any', 'postgres://[::1]:5433/portal'],
  [
    'postgres://u@a:1,b/portal?target_session_attrs=read-write',
    [
      ['a', 1],
      ['b', 5432],
    ],
    'primary',
    'postgres://u@a:1/portal',
  ],
] as const)('%s has servers, a wanted role and an address for each server', (text, hosts, wanted, first) => {
  const parsed = parsePostgresUrl(text);
  expect(parsed?.hosts.map(({ host, port }) => [host, port])).toEqual(hosts);
  expect(parsed?.wanted).toBe(wanted);
  expect(parsed?.urlOf(parsed.hosts[0])).toBe(first);
});

test('a message does not repeat the password', () => {
  expect(redactPassword('postgres://u:se:cr@et@db/portal')).toBe('postgres://u:…@db/portal');
});
