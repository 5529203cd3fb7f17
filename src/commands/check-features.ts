import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { features } from '#features/index.ts';
import { root } from './support/process.mjs';
import { filesOfRepository } from './support/repository-files.mjs';

// Deletes the optional features from a copy of the repository, one at a time and all together, and finds what breaks: the types of
// each, which are those of its imports, and for all together the checks, the pages and the tests of the server as well.

const listFile = 'src/features/index.ts';

/** Enough to tell that the server starts, and that its calls are described, guarded and answered. */
const testsOfAll = ['tests/api/openapi.test.ts', 'tests/api/access.test.ts', 'tests/api/http.test.ts'];

/** The list of features without some of them, as text. */
export function withoutFeatures(list: string, names: readonly string[]): string {
  const isOf = (line: string) => names.some((name) => line.includes(`'./${name}/feature.ts'`));
  const lines = list.split('\n');
  const constants = lines.filter(isOf).flatMap((line) => /\{ (\w+) \}/.exec(line)?.[1] ?? []);
  const rest = lines.filter((line) => !isOf(line)).join('\n');
  return constants.reduce(
    (text, constant) =>
      text.replace(/(?<== )\[.*\]/s, (array) => array.replace(new RegExp(`\\b${constant}\\b(,\\s*)?`), '')),
    rest,
  );
}

/** Copies the repository without some features. @returns the files that are left */
function copyWithout(copy: string, names: readonly string[]): readonly string[] {
  rmSync(path.join(copy, 'src'), { recursive: true, force: true });
  rmSync(path.join(copy, 'tests'), { recursive: true, force: true });
  const isOf = (file: string) =>
    names.some(
      (name) => file.startsWith(`src/features/${name}/`) || file.startsWith(`tests/features/${name}/`),
    );
  const left = filesOfRepository().filter((file) => !isOf(file));
  for (const file of left) {
    const to = path.join(copy, file);
    mkdirSync(path.dirname(to), { recursive: true });
    copyFileSync(path.join(root, file), to);
  }
  const text = readFileSync(path.join(root, listFile), 'utf8');
  writeFileSync(path.join(copy, listFile), withoutFeatures(text, names));
  return left;
}

function linkPackages(copy: string): void {
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  mkdirSync(path.join(copy, '.cache'), { recursive: true });
  for (const name of ['.astro', '.cache/tsbuildinfo']) {
    const from = path.join(root, name);
    if (existsSync(from)) spawnSync('cp', ['-r', from, path.join(copy, name)]);
  }
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
}

/** Runs a tool in the copy. @returns what it found, or undefined where it found nothing */
function findFaults(copy: string, parameters: readonly string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return status === 0 ? undefined : `${stdout}\n${stderr}`.trim();
}

const types = [
  'node_modules/typescript-native/bin/tsc',
  ...['--noEmit', '--incremental', '--singleThreaded', '--tsBuildInfoFile', '.cache/tsbuildinfo'],
];
const build = ['node_modules/astro/bin/astro.mjs', 'build', '--silent'];
const tests = [
  'node_modules/vitest/vitest.mjs',
  ...['run', '--config', 'tests/vitest.config.ts', '--project', 'fast', '--reporter=dot', ...testsOfAll],
];

function countLines(copy: string, files: readonly string[]): number {
  const lines = files.map((file) => readFileSync(path.join(copy, file), 'utf8').split('\n').length - 1);
  return lines.reduce((sum, each) => sum + each, 0);
}

function checkFeatures(): boolean {
  const copy = mkdtempSync(path.join(tmpdir(), 'portal-features-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  linkPackages(copy);
  const optional = features.filter(({ isOptional }) => isOptional).map(({ name }) => name);
  let isWhole = true;
  const report = (title: string, left: readonly string[], faults: readonly (string | undefined)[]) => {
    const found = faults.filter((each) => each !== undefined);
    const source = left.filter((file) => file.startsWith('src/'));
    console.log(
      `${title}: ${found.length === 0 ? 'nothing breaks' : 'breaks'}; src has ${countLines(copy, source)} lines in ${source.length} files.`,
    );
    for (const each of found) console.error(each);
    isWhole &&= found.length === 0;
  };
  for (const name of optional) {
    const left = copyWithout(copy, [name]);
    report(`Without ${name}`, left, [findFaults(copy, types)]);
  }
  const left = copyWithout(copy, optional);
  const all = [types, ['tests/checks/run.ts'], build, tests].map((each) => findFaults(copy, each));
  report('Without all of them', left, all);
  return isWhole;
}

if (import.meta.main) process.exit(checkFeatures() ? 0 : 1);
