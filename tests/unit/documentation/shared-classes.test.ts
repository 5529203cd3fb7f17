import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The classes that the selectors of a style sheet name. */
function classesOf(file: string): readonly string[] {
  const selectors = read(file)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\{[^{}]*\}/g, '{}');
  return [...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
}

const named = [...read('content/documentation/shared-classes.md').matchAll(/^\| (`.+?) \|/gm)].flatMap(
  ([, cell = '']) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
);

test('every shared class is on its page', () => {
  const shared = ['base', 'boxes', 'controls'].flatMap((name) => classesOf(`src/styles/${name}.css`));
  expect(shared.length).toBeGreaterThan(100);
  expect([...new Set(shared)].filter((name) => !named.includes(name))).toEqual([]);
});

test('every class of the page exists, and stands there once', () => {
  const existing = ['base', 'boxes', 'controls', 'print'].flatMap((name) =>
    classesOf(`src/styles/${name}.css`),
  );
  expect(named.filter((name) => !existing.includes(name))).toEqual([]);
  expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([]);
});
