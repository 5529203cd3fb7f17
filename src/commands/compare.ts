import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { BadArguments, readArguments, runCommand } from './run-command.ts';
import { describeDifference, toGrid } from './support/picture-grid.ts';
import { root, tools } from './support/process.mjs';

// Asks this tree and that of another commit the same requests, and prints how their answers differ.

const usage = `npm run compare -- COMMIT [--screens]

Asks the portal of COMMIT, such as the tag of a release, and the one here the same requests, and prints the differences.
--screens compares pictures of all screens as well. Both trees need a clean demonstration, so this takes some minutes.`;

const folder = path.join(root, '.cache/compare');
const recorder = 'tests/compare/record-answers.test.ts';

/** Names the commit in full. @throws BadArguments where there is no such commit, and where it cannot be compared */
export function findCommit(name: string, cwd = root): string {
  const git = (...parameters: string[]) =>
    spawnSync('git', parameters, { cwd, encoding: 'utf8' }).stdout.trim();
  const commit = name.startsWith('-') ? '' : git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  if (commit === '') throw new BadArguments(`There is no commit ${name}.\n\n${usage}`);
  if (git('ls-tree', '--name-only', commit, recorder) === '') {
    throw new BadArguments(`${name} cannot be compared: it has no ${recorder}.`);
  }
  return commit;
}

/** Puts the tree of a commit beside this one, with its packages. */
async function checkOut(commit: string): Promise<string> {
  const tree = path.join(folder, 'tree');
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  // The checks of a tree ask git which files it has.
  execFileSync('git', ['init', '--quiet'], { cwd: tree });
  const lock = 'package-lock.json';
  const hasSamePackages = readFileSync(path.join(root, lock)).equals(readFileSync(path.join(tree, lock)));
  if (hasSamePackages) symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tree, stdio: 'inherit' });
  return tree;
}

/** Has a tree write its answers, and with `screens` its pictures, into a folder. */
function record(tree: string, into: string, { screens }: { readonly screens: boolean }): void {
  rmSync(into, { recursive: true, force: true });
  const step = (parameters: readonly string[], environment: Record<string, string> = {}) => {
    const { status } = spawnSync(process.execPath, parameters, {
      cwd: tree,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    });
    if (status !== 0) throw new BadArguments(`The answers of ${tree} could not be recorded.`);
  };
  const vitest = [tools.vitest, 'run', '--config', 'tests/vitest.config.ts', '--project', 'compare'];
  step(vitest, { COMPARE_FOLDER: path.join(into, 'answers') });
  if (!screens) return;
  const data = { DATA_DIR: path.join(tree, '.cache/compare/data') };
  rmSync(data.DATA_DIR, { recursive: true, force: true });
  const frozen = ['--import', './tests/support/freeze-clock.ts'];
  step(['src/commands/run.mjs', 'build']);
  step([...frozen, 'src/commands/seed.ts'], data);
  step([...frozen, 'src/commands/statistics.ts'], data);
  step([tools.playwright, 'test', '--config', 'tests/compare.config.ts'], {
    COMPARE_FOLDER: path.join(into, 'screens'),
  });
}

/** The differences of the answers in two folders, as `git diff` writes them; empty where there are none. */
export function compareAnswers(before: string, after: string): string {
  const parameters = ['diff', '--no-index', '--unified=1', '--stat', '--patch', before, after];
  return spawnSync('git', parameters, { encoding: 'utf8', maxBuffer: 1e9 }).stdout;
}

/** The pictures in two folders that differ, each with what differs. */
export async function compareScreens(before: string, after: string): Promise<readonly string[]> {
  const names = new Set([before, after].flatMap((each) => (existsSync(each) ? readdirSync(each) : [])));
  const lines: string[] = [];
  for (const name of [...names].sort()) {
    const [old, young] = [path.join(before, name), path.join(after, name)];
    if (!existsSync(old)) lines.push(`${name} is new`);
    else if (!existsSync(young)) lines.push(`${name} is there no longer`);
    else {
      const difference = describeDifference(await toGrid(old), await toGrid(young));
      if (difference !== undefined) lines.push(`${name} ${difference}`);
    }
  }
  return lines;
}

async function compare(): Promise<void> {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: { screens: { type: 'boolean', default: false } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new BadArguments(usage);
  const options = { screens: values.screens === true };
  const tree = await checkOut(findCommit(name));
  const [before, after] = [path.join(folder, 'before'), path.join(folder, 'after')];
  record(tree, before, options);
  record(root, after, options);
  const answers = compareAnswers(path.join(before, 'answers'), path.join(after, 'answers'));
  const screens = await compareScreens(path.join(before, 'screens'), path.join(after, 'screens'));
  console.log(answers === '' ? `All answers are those of ${name}.` : answers);
  for (const line of screens) console.log(line);
  if (options.screens && screens.length === 0) console.log(`All screens are those of ${name}.`);
  if (answers !== '' || screens.length > 0) process.exitCode = 1;
}

if (import.meta.main) await runCommand(compare);
