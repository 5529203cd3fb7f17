import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareAnswers, compareScreens, findCommit } from '../../../src/commands/compare.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portal-compare-'));
const [before, after] = [path.join(folder, 'before'), path.join(folder, 'after')];
const git = (...parameters: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...parameters], { cwd: folder });

beforeAll(async () => {
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '-m', 'Begin');
  git('tag', 'without-recorder');
  mkdirSync(path.join(folder, 'tests/compare'), { recursive: true });
  writeFileSync(path.join(folder, 'tests/compare/record-answers.test.ts'), '');
  git('add', 'tests');
  git('commit', '--quiet', '-m', 'Record answers');
  git('tag', 'v9.9.9');
  for (const [at, each] of [before, after].entries()) {
    mkdirSync(path.join(each, 'screens'), { recursive: true });
    writeFileSync(path.join(each, 'same.json'), '{ "status": 200 }\n');
    writeFileSync(path.join(each, 'other.json'), `{\n "status": ${at === 0 ? 200 : 404}\n}\n`);
    const gray = (shade: number) =>
      sharp({ create: { width: 64, height: 64, channels: 3, background: { r: shade, g: shade, b: shade } } });
    await gray(100).png().toFile(path.join(each, 'screens/same.png'));
    await gray(at === 0 ? 0 : 255)
      .png()
      .toFile(path.join(each, 'screens/other.png'));
    await gray(0)
      .png()
      .toFile(path.join(each, 'screens', at === 0 ? 'old.png' : 'new.png'));
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a commit is found by its tag', () => {
  expect(findCommit('v9.9.9', folder)).toMatch(/^[\da-f]{40}$/);
});

test.each([
  ['v0.0.0', 'There is no commit v0.0.0.'],
  ['', 'There is no commit .'],
  ['--all', 'There is no commit --all.'],
  ['without-recorder', 'without-recorder cannot be compared'],
])('%j is refused: %s', (name, message) => {
  expect(() => findCommit(name, folder)).toThrow(message);
});

test('answers that differ are printed as a patch, and others not', () => {
  const patch = compareAnswers(before, after);
  expect(patch).toContain('- "status": 200\n+ "status": 404');
  expect(patch).not.toContain('same.json');
  expect(compareAnswers(before, before)).toBe('');
});

test('screens that differ are listed with what differs', async () => {
  const lines = await compareScreens(path.join(before, 'screens'), path.join(after, 'screens'));
  expect(lines).toEqual([
    'new.png is new',
    'old.png is there no longer',
    expect.stringMatching(/^other\.png differs in 100\.00 % of its cells/),
  ]);
  expect(await compareScreens(path.join(folder, 'none'), path.join(folder, 'none'))).toEqual([]);
});
