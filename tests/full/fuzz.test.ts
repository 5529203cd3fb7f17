import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { randomSource } from '#lib/random-source.ts';
import { type EveryRoute, openEveryRoute } from '../support/every-route.ts';
import { closeAfter } from '../support/set-up.ts';

type FuzzReport = {
  readonly sent: number;
  /** How many answers each class of status had: `2xx`. */
  readonly classes: Readonly<Record<string, number>>;
  /** Requests that the portal failed to answer as it should. */
  readonly faults: readonly string[];
};

/** What people and attackers write where something else is wanted. */
const strangeTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  '9999999999999999999',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  "' or 1=1--",
  '"; drop table location; --',
  '$1',
  '../../etc/passwd',
  '..%2f..%2fetc',
  '%00',
  '%zz',
  '%ff',
  '%25',
  '\u0000',
  '\u202e',
  '＝1+1',
  '😀',
  'é'.normalize('NFD'),
  'a'.repeat(300),
  '1,'.repeat(60),
  '2020-02-30',
  '0000-00-00',
  '10000-01-01',
  '2020-01-01/..',
  '__proto__',
  'constructor',
  '<script>',
  '1;2',
  '*',
  '#',
  '?',
  '&',
];

const strangeHeaders: readonly (readonly [string, readonly string[]])[] = [
  ['accept', ['text/csv', '*/*', 'text/html', 'application/json;q=0', 'nonsense', '']],
  ['accept-encoding', ['br', 'gzip', 'br;q=0', 'identity;q=0', '*', 'zstd', ';;;']],
  ['if-none-match', ['*', '"x"', 'W/"x"', '"', '']],
  ['if-modified-since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday']],
  ['if-match', ['*', '"x"', '']],
  ['if-range', ['"x"', 'yesterday']],
  ['range', ['bytes=0-1', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,2-3', 'lines=1-2', 'bytes=a-b']],
  [
    'content-type',
    ['application/json', 'text/plain', 'application/octet-stream', 'multipart/form-data', 'x'],
  ],
  ['origin', ['https://pages.example.org', 'null', 'nonsense']],
  ['access-control-request-method', ['GET', 'PATCH', '']],
  ['x-request-id', ['a', '\u00e9', 'x'.repeat(500)]],
  ['cookie', ['a=b', '=;=;', 'portal-session-4321=x']],
  ['x-portal-secret', ['secret', '']],
];

const strangeBodies = [
  '',
  '{',
  '[]',
  'null',
  '1',
  '"text"',
  '{"__proto__":{"x":1}}',
  '{"x":1}',
  '\u0000',
  '{"a":'.repeat(50),
];

const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'] as const;

/** Routes whose work goes on after their answer, or takes seconds by design. */
const isSlow = (url: string) => /^\/api\/(imports|bulk|demonstration)\b|^\/internal\//.test(url);

/** Makes requests from addresses that exist, each changed in some way; the same seed makes the same ones. */
function createRequests({ addresses, routes, roles }: EveryRoute, seed: number) {
  const random = randomSource(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const patterns = routes.map((route) => route.split(' ')[1] ?? '/');
  const values = [...roles.values()];

  function changeAddress(address: string): string {
    const [path = '', query = ''] = address.split('?', 2);
    const parts = path.split('/');
    const at = Math.floor(random() * parts.length);
    switch (Math.floor(random() * 7)) {
      case 0:
        parts[at] = encodeURIComponent(pick(strangeTexts));
        return `${parts.join('/')}?${query}`;
      case 1:
        parts[at] = pick(strangeTexts).replace(/[^\x21-\x7e]/g, '%20');
        return `${parts.join('/')}?${query}`;
      case 2:
        return `${path}?${query}&${pick(['format', 'f', 'limit', 'datetime', 'year', 'on', 'x'])}=${encodeURIComponent(pick(strangeTexts))}`;
      case 3:
        return `${path}?${query.replace(/=[^&]*/, `=${encodeURIComponent(pick(strangeTexts))}`)}`;
      case 4:
        return `${path}${pick(['/', '//', '/x', '.csv', '%2f'])}?${query}`;
      case 5:
        return pick(patterns).replace(/:\w+|\*/g, () => encodeURIComponent(pick(strangeTexts)));
      default:
        return address;
    }
  }

  return (): InjectOptions & { url: string } => {
    const headers: Record<string, string> = {};
    const authorization = pick(values);
    if (authorization) headers.authorization = authorization;
    for (const [name, list] of strangeHeaders) if (random() < 0.12) headers[name] = pick(list);
    const method = pick(methods);
    const body =
      random() < 0.6 ? pick(strangeBodies) : JSON.stringify({ [pick(strangeTexts)]: pick(strangeTexts) });
    const hasBody = method === 'POST' || method === 'PUT' || method === 'DELETE';
    if (hasBody && !headers['content-type'] && random() < 0.8) headers['content-type'] = 'application/json';
    const url = changeAddress(pick(addresses)) || '/';
    return {
      method: (isSlow(url) && hasBody ? 'GET' : method) as 'GET',
      url: url.startsWith('/') ? url : `/${url}`,
      headers,
      ...(hasBody && { payload: body }),
    };
  };
}

/** Sends so many strange requests. None may be answered by 5xx. */
async function fuzz(
  every: EveryRoute,
  { seed, count }: { seed: number; count: number },
): Promise<FuzzReport> {
  const next = createRequests(every, seed);
  const classes: Record<string, number> = {};
  const faults: string[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const request = next();
    const answer = await every.portal.send(request);
    const name = `${Math.floor(answer.statusCode / 100)}xx`;
    classes[name] = (classes[name] ?? 0) + 1;
    if (answer.statusCode >= 500)
      faults.push(`${answer.statusCode}: ${JSON.stringify(request)} ${answer.payload}`);
  }
  return { sent: count, classes, faults };
}

/** Sends so many reads with conditions: 304 or the answer itself, with the same tag. */
async function fuzzConditions(
  every: EveryRoute,
  { seed, count }: { seed: number; count: number },
): Promise<FuzzReport> {
  const random = randomSource(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const classes: Record<string, number> = {};
  const faults: string[] = [];
  let sent = 0;
  while (sent < count) {
    const url = pick(every.addresses);
    const authorization = pick([...every.roles.values()]);
    const headers = authorization ? { authorization } : {};
    const first = await every.portal.send({ url, headers });
    if (first.statusCode !== 200) continue;
    const tag = String(first.headers.etag);
    const condition = pick([tag, '*', `"other", ${tag}`, tag.replace('W/', ''), '"other"', 'garbage "', '']);
    const method = pick(['GET', 'HEAD'] as const);
    const answer = await every.portal.send({
      method,
      url,
      headers: { ...headers, 'if-none-match': condition },
    });
    sent += 1;
    classes[answer.statusCode] = (classes[answer.statusCode] ?? 0) + 1;
    const isRight =
      answer.statusCode === 304
        ? answer.rawPayload.length === 0 && answer.headers.etag === first.headers.etag
        : answer.statusCode === 200 || (method === 'HEAD' && answer.statusCode === 405);
    if (!isRight) faults.push(`${answer.statusCode}: ${method} ${url}, If-None-Match: ${condition}`);
  }
  return { sent, classes, faults };
}

const every = closeAfter(await openEveryRoute());

test('12,000 strange requests are answered without a fault of the server', async () => {
  const { classes, faults } = await fuzz(every, { seed: 33, count: 12_000 });
  console.log(`12,000 strange requests: ${JSON.stringify(classes)}`);
  expect(faults).toEqual([]);
  expect(classes['2xx']).toBeGreaterThan(400);
  expect(classes['4xx']).toBeGreaterThan(400);
}, 3_600_000);

test('1,000 conditional requests are answered by 304 or the whole', async () => {
  const { classes, faults } = await fuzzConditions(every, { seed: 33, count: 1000 });
  console.log(`1,000 conditional requests: ${JSON.stringify(classes)}`);
  expect(faults).toEqual([]);
  expect(classes[304]).toBeGreaterThan(50);
}, 1_200_000);
