import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { unbuilt, writeBuildId } from '#components/build-id.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const page = (text: string) => `<!doctype html><html data-build="${unbuilt}"><p>${text}</p></html>`;

/** Writes built pages, and gives them an id. */
function build(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-build-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return { id: writeBuildId(folder), read: (name: string) => readFileSync(path.join(folder, name), 'utf8') };
}

const files = { 'index.html': page('Home'), 'about/index.html': page('About'), '_assets/a.1.js': 'a' };

test('a build has its id in every page and in build.json', () => {
  const { id, read } = build(files);
  expect(id).toMatch(/^[\da-f]{16}$/);
  expect(JSON.parse(read('build.json'))).toEqual({ build: id });
  for (const name of ['index.html', 'about/index.html']) expect(read(name)).toContain(`data-build="${id}"`);
});

test('the same pages have the same id', () => {
  expect(build(files).id).toBe(build(files).id);
});

test.each([
  ['another page', { ...files, 'new/index.html': page('New') }],
  ['another text', { ...files, 'about/index.html': page('About us') }],
  [
    'another script',
    { 'index.html': page('Home'), 'about/index.html': page('About'), '_assets/a.2.js': 'a' },
  ],
])('%s is another build', (_, changed) => {
  expect(build(changed).id).not.toBe(build(files).id);
});
