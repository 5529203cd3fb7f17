import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { filesOfRepository } from '../../src/commands/support/repository-files.mjs';
import { parseRecipe, recipesWithCode, type Step } from '../support/recipes.ts';
import { temporaryFolder } from '../support/set-up.ts';

const root = path.resolve(import.meta.dirname, '../..');

const copy = temporaryFolder('recipes');

beforeAll(() => {
  for (const file of filesOfRepository()) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(copy, file));
  }
  linkPackages();
  // What the compiler remembers of the same files, where they have been checked.
  const memory = '.cache/tsbuildinfo';
  if (existsSync(path.join(root, memory))) {
    mkdirSync(path.join(copy, '.cache'));
    copyFileSync(path.join(root, memory), path.join(copy, memory));
  }

  // The checks ask git for the list of files, and the command for uncommitted changes.
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '--message=Copy');
});

describe.each(recipesWithCode)('the recipe %s', (name) => {
  const steps = parseRecipe(
    readFileSync(path.join(root, `content/documentation/recipes/${name}.md`), 'utf8'),
  );

  test('runs the command and the tests of what it writes', () => {
    const commands = steps.map(titleOf).join('\n');
    expect(commands).toContain('npm run new -- ');
    expect(commands).toContain('vitest run');
    expect(commands).toContain('npm run check');
  });

  test.each(steps.map((step) => [titleOf(step), step] as const))(
    '%s',
    { timeout: 2_400_000 },
    async (_, step) => {
      await follow(step);
    },
  );
});

test('the checks pass with what the recipes have written', { timeout: 2_400_000 }, () =>
  expectSuccess('npm run check -- --no-dead-code'),
);

function titleOf(step: Step): string {
  return step.kind === 'run' ? step.command : `${step.kind} ${step.file}`;
}

async function follow(step: Step): Promise<void> {
  if (step.kind === 'create') throw new Error(`The recipe writes ${step.file} by hand.`);
  // An import of the real services is no part of the test, and the checks are run once, for all recipes.
  if (step.command.startsWith('npm run ingest') || step.command === 'npm run check') return;
  await expectSuccess(step.command);
}

async function expectSuccess(command: string): Promise<void> {
  const { code, output } = await run(command);
  expect(code, output.slice(-6000)).toBe(0);
}

describe('what npm run new refuses in a repository', () => {
  const status = () => git('status', '--porcelain');

  test.each([
    ['npm run new -- screen records-by-parameter', /exists already|There is a page/],
    ['npm run new -- model gage-visits', /There is a model gage-visits|table gage_visit already/],
    ['npm run new -- agency codwr', /There is an agency codwr already/],
    ['npm run new -- agency two names', /"names" is too much/],
    ['npm run new -- model logs --color red', /Unknown option '--color'/],
    ['npm run new -- model snow-logs', /Commit or stash your changes of these files first/],
  ])('%s changes nothing', async (command, said) => {
    const before = status();
    const { code, output } = await run(command);
    expect(code).toBe(1);
    expect(output).toMatch(said);
    expect(status()).toBe(before);
  });
});

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { cwd: copy, encoding: 'utf8' });
}

/** Links each package, and notes that they are installed: the commands of the copy must not install anything. */
function linkPackages(): void {
  const [from, to] = [path.join(root, 'node_modules'), path.join(copy, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (!name.startsWith('.vite') && name !== '.installed')
      symlinkSync(path.join(from, name), path.join(to, name));
  }
  const lock = readFileSync(path.join(copy, 'package-lock.json'));
  writeFileSync(path.join(to, '.installed'), createHash('sha256').update(lock).digest('hex'));
}

function run(command: string): Promise<{ code: number; output: string }> {
  const environment = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|TZ$)/.test(name));
  const url = inject('postgresUrl');
  return new Promise((resolve) => {
    execFile(
      'sh',
      ['-c', command],
      {
        cwd: copy,
        maxBuffer: 1e8,
        env: { ...Object.fromEntries(environment), ...(url && { TEST_DATABASE_URL: url }), NO_COLOR: '1' },
      },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
        resolve({ code, output: `${stdout}\n${stderr}` });
      },
    );
  });
}
