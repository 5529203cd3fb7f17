import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { allowedOrigin, holdUptime, openEveryRoute, withRole } from '../support/every-route.ts';
import { closeAfter } from '../support/set-up.ts';

const every = closeAfter(await openEveryRoute());
const open = closeAfter(await every.openOther({ ALLOWED_ORIGINS: allowedOrigin }));
holdUptime();

type Check = (what: string, actual: unknown, expected: unknown) => void;

/** Collects what is wrong, so that a run names every route that has a fault. */
function createCheck(faults: string[], where: string): Check {
  return (what, actual, expected) => {
    const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (found !== wanted) faults.push(`${what}, ${where}: ${found} instead of ${wanted}`);
  };
}

const compared = [
  'content-type',
  'etag',
  'vary',
  'cache-control',
  'content-disposition',
  'accept-ranges',
  'last-modified',
];
const retained = ['etag', 'vary', 'cache-control'];
const pick = ({ headers }: LightMyRequestResponse, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, headers[name]]));

/** What is for one browser at one moment: pages of a sign-in, and what may not be cached. */
const isOneTime = ({ headers }: LightMyRequestResponse) =>
  headers['set-cookie'] !== undefined || String(headers['cache-control']).includes('no-store');

/** The tag of a record for its editors is for `If-Match` only. */
const isForEditors = ({ headers }: LightMyRequestResponse) => /^"\d{4}-\d\d-\d\dT/.test(String(headers.etag));

/** GETs that change something have no HEAD. */
const changesState = (url: string) => /\/(publish|unpublish|enable|disable)$/.test(url);

type Send = (
  method: 'GET' | 'HEAD' | 'OPTIONS',
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

/** Checks what every role may ask. Returns the answer to GET, and its name for each address with the same answer. */
async function checkReads(check: Check, url: string, send: Send): Promise<LightMyRequestResponse> {
  const get = await send('GET');
  check('GET', get.statusCode < 500, true);
  const head = await send('HEAD');
  check('HEAD', head.statusCode, changesState(url) ? 405 : get.statusCode);
  check('HEAD, body', head.rawPayload.length, 0);
  if (!changesState(url) && !isOneTime(get))
    check('HEAD, headers', pick(head, compared), pick(get, compared));
  const options = await send('OPTIONS');
  const isKnown = !/^\/(api|api\/nothing|ogc\/nothing|internal\/.*)$/.test(url);
  check('OPTIONS', options.statusCode, isKnown ? 204 : 404);
  if (!isKnown) return get;
  check('OPTIONS, allow', /^GET, .*OPTIONS$/.test(String(options.headers.allow)), true);
  check('OPTIONS, body', options.rawPayload.length, 0);
  return get;
}

async function checkTags(check: Check, get: LightMyRequestResponse, send: Send, method: 'GET' | 'HEAD') {
  const { etag } = get.headers;
  const isFound = get.statusCode === 200 && etag !== undefined && !isForEditors(get);
  for (const [what, condition, is304] of [
    ['its tag', String(etag ?? '"none"'), isFound],
    ['*', '*', isFound],
    ['a list', `"other", ${etag ?? '"none"'}`, isFound],
    ['another tag', '"other"', false],
    ['garbage', 'garbage, "', false],
  ] as const) {
    const answer = await send(method, { 'if-none-match': condition });
    const name = `${method} if none match ${what}`;
    check(name, answer.statusCode, is304 ? 304 : get.statusCode);
    if (answer.statusCode !== 304) continue;
    check(`${name}, body`, answer.rawPayload.length, 0);
    check(`${name}, headers`, pick(answer, retained), pick(get, retained));
    check(`${name}, type`, answer.headers['content-type'], undefined);
  }
}

async function checkDates(check: Check, get: LightMyRequestResponse, send: Send, method: 'GET' | 'HEAD') {
  const isDated = get.statusCode === 200 && get.headers['last-modified'] !== undefined;
  for (const [since, is304] of [
    [new Date(Date.now() + 1e9).toUTCString(), isDated],
    ['Thu, 01 Jan 1970 00:00:00 GMT', false],
    ['yesterday', false],
  ] as const) {
    const answer = await send(method, { 'if-modified-since': since });
    check(`${method} if modified since ${since}`, answer.statusCode, is304 ? 304 : get.statusCode);
    check(`${method} if modified since ${since}, body`, is304 && answer.rawPayload.length > 0, false);
  }
}

async function checkRanges(check: Check, get: LightMyRequestResponse, send: Send, method: 'GET' | 'HEAD') {
  const isRanged = get.statusCode === 200 && get.headers['accept-ranges'] === 'bytes';
  for (const range of [
    'bytes=0-3',
    'bytes=-2',
    'bytes=999999999-',
    'bytes=0-1,3-4',
    'bytes=5-1',
    'lines=1',
    'x',
  ]) {
    const answer = await send(method, { range });
    const possible = isRanged ? [200, 206, 416] : [get.statusCode];
    check(`${method} ${range}`, possible.includes(answer.statusCode), true);
    if (!isRanged || method === 'HEAD') continue;
    const part = get.rawPayload.subarray(0, 4).toString('hex');
    if (range === 'bytes=0-3')
      check(range, [answer.statusCode, answer.rawPayload.toString('hex')], [206, part]);
    if (range === 'bytes=999999999-') check(range, answer.statusCode, 416);
  }
}

describe('every route', () => {
  test('is known, with its parameters', () => {
    expect(every.routes.length).toBeGreaterThan(200);
    const unknown = every.addresses.filter((address) => /[:*]/.test(address.replace(/datetime=.*/, '')));
    expect(unknown).toEqual([]);
  });

  test('answers for every role, condition, range and question for methods as HTTP has it', async () => {
    const faults: string[] = [];
    for (const url of every.addresses) {
      /** Roles with the same answer to GET get the same to all else; each gets the first few requests. */
      const seen = new Set<string>();
      for (const [role, authorization] of every.roles) {
        const check = createCheck(faults, `${url} (${role})`);
        const send: Send = (method, headers) =>
          every.portal.send(
            withRole({ method, url, headers: { 'accept-encoding': 'br', ...headers } }, authorization),
          );
        const get = await checkReads(check, url, send);
        const answer = JSON.stringify([get.statusCode, pick(get, compared)]);
        if (seen.has(answer)) continue;
        seen.add(answer);
        if (get.statusCode !== 200) {
          check('refused, *', (await send('GET', { 'if-none-match': '*' })).statusCode, get.statusCode);
          check('refused, range', (await send('GET', { range: 'bytes=0-3' })).statusCode, get.statusCode);
          continue;
        }
        for (const method of changesState(url) ? (['GET'] as const) : (['GET', 'HEAD'] as const)) {
          await checkTags(check, get, send, method);
          await checkDates(check, get, send, method);
          await checkRanges(check, get, send, method);
        }
      }
    }
    expect(faults).toEqual([]);
  }, 300_000);

  test('has an entity tag where it may be cached', async () => {
    const without: string[] = [];
    for (const url of every.addresses) {
      const answer = await every.portal.send(withRole({ url }, 'Bearer Administrator'));
      if (answer.statusCode === 200 && !isOneTime(answer) && !answer.headers.etag) without.push(url);
    }
    expect(without).toEqual([]);
  });

  test('answers preflights of the allowed origin only', async () => {
    const faults: string[] = [];
    for (const url of every.addresses) {
      const check = createCheck(faults, url);
      for (const origin of [allowedOrigin, 'https://evil.example.org']) {
        const answer = await open.send({
          method: 'OPTIONS',
          url,
          headers: {
            origin,
            'access-control-request-method': 'GET',
            'access-control-request-headers': 'authorization',
          },
        });
        const isAllowed = origin === allowedOrigin;
        check(`preflight of ${origin}`, answer.statusCode, 204);
        check(
          `preflight of ${origin}, allowed`,
          answer.headers['access-control-allow-origin'],
          isAllowed ? allowedOrigin : undefined,
        );
      }
      const asked = await open.send({ method: 'OPTIONS', url });
      const same = await every.portal.send({ method: 'OPTIONS', url });
      check('OPTIONS', [asked.statusCode, asked.headers.allow], [same.statusCode, same.headers.allow]);
      const read = await open.send({ url, headers: { origin: allowedOrigin } });
      check('GET from another origin', read.statusCode < 500, true);
    }
    expect(faults).toEqual([]);
  }, 300_000);
});
