import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

// What can be known of the packages without asking a service for advisories.

const root = path.resolve(import.meta.dirname, '../..');
const readJson = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), 'utf8'));

const Locked = z.looseObject({
  version: z.optional(z.string()),
  resolved: z.optional(z.string()),
  integrity: z.optional(z.string()),
  license: z.optional(z.string()),
  dev: z.optional(z.boolean()),
  hasInstallScript: z.optional(z.boolean()),
});

const LockFile = z.looseObject({
  lockfileVersion: z.literal(3),
  packages: z.record(z.string(), Locked),
});
const Manifest = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  allowScripts: z.record(z.string(), z.boolean()),
});

const lock = LockFile.parse(readJson('package-lock.json'));
const manifest = Manifest.parse(readJson('package.json'));
const packages = Object.entries(lock.packages).filter(([place]) => place !== '');
const production = packages.filter(([, { dev }]) => !dev);

const nameOf = (place: string) => place.split('node_modules/').at(-1) ?? place;

test('every package of every platform is locked with a strong hash', () => {
  const weak = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(weak.map(([place]) => place)).toEqual([]);
});

test('no package comes from anywhere but the registry', () => {
  const elsewhere = packages.filter(
    ([, { resolved, version }]) => resolved !== undefined || version === undefined,
  );
  expect(elsewhere.map(([place]) => place)).toEqual([]);
  const ranges = Object.values({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(ranges.filter((range) => !/^(npm:[a-z-]+@)?[~^]?\d+\.\d+\.\d+(-r\.\d+)?$/.test(range))).toEqual([]);
});

test('no install script runs beside the allowed ones', () => {
  const allowed = Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name]);
  expect(allowed.sort()).toEqual(['esbuild', 'node', 'sharp']);
  const scripted = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => nameOf(place));
  // Two old ones that print a note about their authors; another one would have to be looked at.
  const others = [...new Set(scripted)].filter((name) => !allowed.includes(name));
  expect(others.sort()).toEqual(['browser-tabs-lock', 'core-js']);
});

/** Licenses that allow everything that the portal does with a package, if its text is passed on. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
  'OFL-1.1',
  '(MIT AND Zlib)',
  '(MPL-2.0 OR Apache-2.0)',
  'MIT OR SEE LICENSE IN FEEL-FREE.md',
]);

/** Terms that were read: the packages are used unchanged. */
const reviewed: Readonly<Record<string, string>> = {
  // Part of the build of the pages.
  lightningcss: 'MPL-2.0',
  '@img/sharp-libvips': 'LGPL-3.0-or-later',
  '@img/sharp': 'Apache-2.0 AND LGPL-3.0-or-later',
  // Draws the pictures of figures.
  // Forbids uses against human rights.
  'react-leaflet': 'Hippocratic-2.1',
  '@react-leaflet/core': 'Hippocratic-2.1',
  // The lock file has none; its LICENSE is BSD-3-Clause.
  'react-vega': '',
};

test('licenses of the packages in the image are permissive or reviewed', () => {
  const isReviewed = (name: string, license: string) =>
    Object.entries(reviewed).some(
      ([known, terms]) =>
        (name === known || name.startsWith(`${known}-`)) &&
        (terms === '' ? license === '' : license.startsWith(terms)),
    );
  const unknown = production.filter(
    ([place, { license = '' }]) => !permissive.has(license) && !isReviewed(nameOf(place), license),
  );
  expect(unknown.map(([place, { license }]) => `${place}: ${license}`)).toEqual([]);
});

test('a reviewed license is still needed', () => {
  const unused = Object.keys(reviewed).filter(
    (known) =>
      !production.some(([place]) => nameOf(place) === known || nameOf(place).startsWith(`${known}-`)),
  );
  expect(unused).toEqual([]);
});
