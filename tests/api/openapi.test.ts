import { describe, expect, test } from 'vitest';
import { nameOf } from '#contract/index.ts';
import { createImportRunner } from '#server/imports/import-runner.ts';
import { allEndpoints as endpoints } from '../support/all-endpoints.ts';
import { openEmbeddedStore } from '../support/engines.ts';
import { closeAfter, temporaryFolder } from '../support/set-up.ts';
import { openAppWithIdentity } from '../support/test-browser.ts';

type Operation = {
  operationId: string;
  security?: unknown[];
  parameters?: { name: string; in: string }[];
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>;
};
let document: {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
};

const store = closeAfter(await openEmbeddedStore());
const folder = temporaryFolder('openapi');
const portal = closeAfter(
  await openAppWithIdentity(store, folder, {
    internalIngest: { secret: 'secret', runner: createImportRunner(async () => ({ status: 'succeeded' })) },
  }),
);
document = (await portal.send('/api/openapi.json')).json();

describe('the OpenAPI document', () => {
  test('is of version 3.1 and lists the contract, no less and no more', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = endpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(listed.sort()).toEqual(expected.sort());
  });

  test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s has its data, parameters and problems',
    (name, { method, path, access, mediaType = 'application/json', errors = [] }) => {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation?.operationId).toBe(name);
      const parameters = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(parameters.map((parameter) => parameter.name)).toEqual(
        [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter),
      );
      const { 200: ok, 201: created, 202: accepted, ...problems } = operation?.responses ?? {};
      expect((ok ?? created ?? accepted)?.content[mediaType]?.schema).toBeTypeOf('object');
      expect(Object.keys(problems).map(Number)).toEqual(
        expect.arrayContaining([400, 429, 500, 503, ...errors]),
      );
      for (const { content } of Object.values(problems)) {
        expect(content).toEqual({
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        });
      }
      const token = [{ bearer: [] }];
      const security = access === 'open' ? [] : access === 'open-values' ? [{}, ...token] : token;
      expect(operation?.security ?? []).toEqual(security);
    },
  );

  test('every reference leads somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(0);
    for (const [, name = ''] of references) expect(document.components.schemas).toHaveProperty(name);
  });
});

describe('the reference', () => {
  test('is a page that runs no inline scripts', async () => {
    const page = await portal.send('/api/docs/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe/);
    expect(page.payload).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(page.payload).not.toMatch(/<style|\sstyle=/);
  });

  test('gets its own files and the document', async () => {
    const page = await portal.send('/api/docs/');
    const files = [...page.payload.matchAll(/(?:src|href)="\.?([^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      expect((await portal.send(`/api/docs${file.replace('/api/docs', '')}`)).statusCode).toBe(200);
    }
  });
});
