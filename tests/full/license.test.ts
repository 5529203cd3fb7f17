import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DescribedResponse, describeResponse } from '../license/describe-response.ts';
import { type LicensedPortal, openLicensedPortal } from '../license/open-licensed-portal.ts';
import { changes, type LicensedRequest, readsOf } from '../license/parse-requests.ts';
import { withRole } from '../support/every-route.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'tests/license/answers');
/** Whole answers, to find with `diff` what a hash stands for. */
const wholeFolder = path.join(root, '.cache/license', process.env.LICENSE ?? 'compared', 'answers');
const everybody = ['nobody', 'User', 'Administrator', 'Developer'];

type Entry = DescribedResponse & {
  readonly request: string;
  readonly body_sent?: unknown;
  readonly as: string;
};

let portal: LicensedPortal;

beforeAll(async () => {
  portal = await openLicensedPortal();
}, 2_400_000);

afterAll(async () => {
  vi.useRealTimers();
  await portal?.close();
});

test('every route gives the stored answers', async () => {
  const routes = portal.routes.filter((route) => !/^(HEAD|OPTIONS) /.test(route));
  const findRoute = createRouteFinder(routes);
  const asked = new Set<string>();
  const entries = new Map<string, Entry[]>();
  const wholes = new Map<string, unknown[]>();
  const send = createSender(portal);

  for (const request of [...readsOf(routes), ...changes]) {
    const route = findRoute(request);
    asked.add(route);
    const own: Entry[] = [];
    // Of two records that are written one after the other, one is newer.
    if (request.role !== undefined) vi.setSystemTime(Date.now() + 1000);
    for (const role of request.role === undefined ? everybody : [request.role]) {
      const { described, whole } = describeResponse(await send(request, role), {
        isUnordered: request.url.startsWith('/api/locations'),
      });
      const same = own.findIndex((each) => isSame(each, described));
      const before = own[same];
      if (before) {
        own[same] = { ...before, as: `${before.as}, ${role}` };
        continue;
      }
      const sent = request.body === undefined ? {} : { body_sent: request.body };
      const sameBody = own.find((each) => described.sha256 !== undefined && each.sha256 === described.sha256);
      if (sameBody) described.body = `as for ${sameBody.as}`;
      own.push({ request: `${request.method} ${request.url}`, ...sent, as: role, ...described });
      push(wholes, fileOf(route), [`${request.method} ${request.url}, ${role}`, whole]);
    }
    for (const entry of own) push(entries, fileOf(route), entry);
  }

  expect(routes.filter((route) => !asked.has(route))).toEqual([]);
  mkdirSync(wholeFolder, { recursive: true });
  for (const [name, whole] of wholes) writeFileSync(path.join(wholeFolder, name), toJson(whole));
  if (process.env.LICENSE !== 'written') {
    expect([...entries.keys()].sort()).toEqual(readdirSync(folder).sort());
  }
  for (const [name, list] of entries) {
    await expect.soft(toJson(list), name).toMatchFileSnapshot(path.join(folder, name));
  }
}, 2_400_000);

const toJson = (value: unknown) => `${JSON.stringify(value, undefined, 1)}\n`;

function push<T>(lists: Map<string, T[]>, name: string, item: T) {
  const list = lists.get(name) ?? [];
  list.push(item);
  lists.set(name, list);
}

function isSame({ request: _, body_sent: __, as: ___, ...entry }: Entry, described: DescribedResponse) {
  return JSON.stringify(entry) === JSON.stringify(described);
}

/** Sends requests; what one of them is asked to remember is filled into those after it. */
function createSender({ portal: app, numbers, roles }: LicensedPortal) {
  const memory = new Map(numbers);
  const fill = (text: string) =>
    text.replace(/\{([^{}"]+)\}/g, (_, name: string) => {
      const value = memory.get(name);
      if (value === undefined) throw new Error(`No answer has given ${name}.`);
      return value;
    });
  return async ({ method, url, body, remembered }: LicensedRequest, role: string) => {
    const isJson = typeof body === 'object';
    const answer = await app.send(
      withRole(
        {
          method: method as 'GET',
          url: fill(url),
          ...(body !== undefined && {
            headers: { 'content-type': isJson ? 'application/json' : 'application/octet-stream' },
            payload: isJson ? fill(JSON.stringify(body)) : String(body),
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

/** Finds the registered route of a request; the one with the longest fixed part, as the server does. */
function createRouteFinder(routes: readonly string[]) {
  const patterns = routes
    .map((route) => {
      const escaped = route.split(/:\w+|\*/).map((part) => part.replaceAll('.', String.raw`\.`));
      return { route, pattern: new RegExp(`^${escaped.join('[^/]+')}$`), fixed: escaped.join('').length };
    })
    .toSorted((one, other) => other.fixed - one.fixed);
  return ({ method, url }: LicensedRequest) => {
    const address = `${method} ${url.split('?')[0]}`;
    return patterns.find(({ pattern }) => pattern.test(address))?.route ?? 'GET /pages';
  };
}

/** `GET /api/data/daily.:format` is in `api-data-daily.json`, and what is below `/api/datasets` in one file. */
function fileOf(route: string): string {
  const [fixed = ''] = (route.split(' ')[1] ?? '').split(/[.:*]+\w*$|\/:/);
  return `${fixed.split(/[/.]/).filter(Boolean).join('-')}.json`;
}
