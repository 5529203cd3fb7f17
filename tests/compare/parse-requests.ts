import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { namesWith, testsOf } from '../support/feature-files.ts';

/** A request of one role, or of each. What is `remembered` of the answer, by name: `{ view: 'id' }`. */
export type ComparedRequest = {
  readonly role: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly remembered: Readonly<Record<string, string>>;
};

const Change = z.tuple([z.string(), z.string(), z.unknown(), z.record(z.string(), z.string()).optional()]);
const Changes = z.array(
  z.array(z.unknown()).transform((cells) => Change.parse([...cells, ...Array(4 - cells.length)])),
);
const Requests = z.object({
  records: z.array(z.tuple([z.string(), z.int()])),
  reads: z.array(z.string()),
  models: z.record(z.string(), z.tuple([z.looseObject({}), z.looseObject({})])),
  life: Changes,
  before: Changes,
  after: Changes,
  last: Changes,
});
const OfFeature = z.object({ reads: z.array(z.string()).default([]), changes: Changes.default([]) });

const file = path.resolve(import.meta.dirname, 'requests.yaml');
const readYaml = (name: string): unknown => parse(readFileSync(name, 'utf8'));
const { records, reads, models, life, before, after, last } = Requests.parse(readYaml(file));
const ofFeatures = namesWith('requests.yaml').map((name) =>
  OfFeature.parse(readYaml(path.join(testsOf(name), 'requests.yaml'))),
);

/** The sites that have values, apart from those that the basin file's pages name. */
export const recordedSites: readonly string[] = records.map(([site]) => site).slice(0, -1);

/** Everybody's reads, those of the registered routes without parameters among them. */
export function readsOf(routes: readonly string[]): ComparedRequest[] {
  const plain = routes.flatMap((route) => /^GET ([^:*]+)$/.exec(route)?.[1] ?? []);
  return [
    ...new Set([...plain, ...[...reads, ...ofFeatures.flatMap((each) => each.reads)].flatMap(expand)]),
  ].map((url) => toRequest(undefined, `GET ${url}`));
}

/** What changes something, in its order. */
export const changes: readonly ComparedRequest[] = [
  ...before.flatMap(toRequests),
  ...Object.entries(models).flatMap(([model, contents]) => lifeOf(model, contents)),
  ...[...after, ...ofFeatures.flatMap((each) => each.changes), ...last].flatMap(toRequests),
];

function lifeOf(model: string, [created, changed]: readonly [object, object]): ComparedRequest[] {
  const bodies = new Map<unknown, object>([
    ['created', created],
    ['changed', { ...created, ...changed, publish: false }],
  ]);
  return life.flatMap(([role, address, body, remembered]) => {
    const own = address.replace('{model}', model);
    if (!own.includes(`/api/${model}`)) return [];
    return toRequests([role, own, bodies.get(body) ?? body, remembered]);
  });
}

function toRequests([role, address, body, remembered]: z.output<typeof Change>): ComparedRequest[] {
  return expand(address).map((each) => toRequest(role, each, body, remembered));
}

function toRequest(
  role: string | undefined,
  address: string,
  body?: unknown,
  remembered: Readonly<Record<string, string>> = {},
): ComparedRequest {
  const [method = '', url = ''] = address.split(' ');
  return { role, method, url, body, remembered };
}

/** Expands `/api/sites/{site}` to every record, and `(a|b)` to each of them. */
function expand(address: string): string[] {
  if (address.includes('{site}'))
    return records.flatMap(([site, parameter]) =>
      expand(address.replace('{site}', `{${site}}`).replace('{parameter}', String(parameter))),
    );
  const [group, choices] = /\(([^()]*)\)/.exec(address) ?? [];
  if (group === undefined) return [address];
  return (choices ?? '').split('|').flatMap((choice) => expand(address.replace(group, choice)));
}
