import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withRole } from '../support/every-route.ts';
import { describeResponse } from './describe-response.ts';
import { type ComparedPortal, openComparedPortal } from './open-compared-portal.ts';
import { type ComparedRequest, changes, readsOf } from './parse-requests.ts';

const everybody = ['nobody', 'User', 'Administrator', 'Developer'];
/** Where `npm run compare` wants the answers. */
const folder = process.env.COMPARE_FOLDER ?? '';

describe('the answers of this tree', () => {
  let portal: ComparedPortal;

  beforeAll(async () => {
    portal = await openComparedPortal();
  }, 2_400_000);

  afterAll(async () => {
    vi.useRealTimers();
    await portal?.close();
  });

  test('are recorded, of every route', async () => {
    const routes = portal.routes.filter((route) => !/^(HEAD|OPTIONS) /.test(route));
    const findRoute = createRouteFinder(routes);
    const asked = new Set<string>();
    const texts = new Map<string, string>();
    const send = createSender(portal);
    for (const request of [...readsOf(routes), ...changes]) {
      const route = findRoute(request);
      asked.add(route);
      // Of two records that are written one after the other, one is newer.
      if (request.role !== undefined) vi.setSystemTime(Date.now() + 1000);
      for (const role of request.role === undefined ? everybody : [request.role]) {
        const answer = describeResponse(await send(request, role), {
          isUnordered: request.url.startsWith('/api/locations'),
        });
        const file = `${folderOf(route) || 'pages'}.json`;
        const entry = {
          request: `${request.method} ${request.url}`,
          as: role,
          sent: request.body,
          ...answer,
        };
        texts.set(file, `${texts.get(file) ?? ''}${JSON.stringify(entry, undefined, 1)}\n`);
      }
    }
    expect(routes.filter((route) => !asked.has(route))).toEqual([]);
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of texts) writeFileSync(path.join(folder, name), text);
  }, 2_400_000);
});

/** Sends requests; what one of them is asked to remember is filled into those after it. */
function createSender({ portal: app, numbers, roles }: ComparedPortal) {
  const memory = new Map(numbers);
  const fill = (text: string) =>
    text.replace(/\{([^{}"]+)\}/g, (_, name: string) => {
      const value = memory.get(name);
      if (value === undefined) throw new Error(`No answer has given ${name}.`);
      return value;
    });
  return async ({ method, url, body, remembered }: ComparedRequest, role: string) => {
    const isJson = typeof body === 'object';
    const answer = await app.send(
      withRole(
        {
          method: method as 'GET',
          url: fill(url),
          ...(body !== undefined && {
            headers: { 'content-type': isJson ? 'application/json' : 'application/octet-stream' },
            payload: isJson ? fill(withNumbers(JSON.stringify(body))) : String(body),
          }),
        },
        roles.get(role),
      ),
    );
    for (const [name, key] of Object.entries(remembered)) {
      if (answer.json()[key] === undefined) throw new Error(`${method} ${url}: ${answer.payload}`);
      memory.set(name, answer.json()[key]);
    }
    return answer;
  };
}

/** `{#13037500}` is the number of a site as a number, where `{13037500}` is it as text. */
const withNumbers = (json: string) => json.replaceAll(/"\{#([^{}"]+)\}"/g, '{$1}');

/** Finds the registered route of a request; the one with the longest fixed part, as the server does. */
function createRouteFinder(routes: readonly string[]) {
  const patterns = routes
    .map((route) => {
      const escaped = route.split(/:\w+|\*/).map((part) => part.replaceAll('.', String.raw`\.`));
      return { route, pattern: new RegExp(`^${escaped.join('[^/]+')}$`), fixed: escaped.join('').length };
    })
    .toSorted((one, other) => other.fixed - one.fixed);
  return ({ method, url }: ComparedRequest) => {
    const address = `${method} ${url.split('?')[0]}`;
    return patterns.find(({ pattern }) => pattern.test(address))?.route ?? 'GET /pages';
  };
}

/** The answers to `GET /api/data/daily.:format` are in `api-data-daily`, and those below `/api/datasets` in one folder. */
function folderOf(route: string): string {
  const [fixed = ''] = (route.split(' ')[1] ?? '').split(/[.:*]+\w*$|\/:/);
  return fixed.split(/[/.]/).filter(Boolean).join('-');
}
