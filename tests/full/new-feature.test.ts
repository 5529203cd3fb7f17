import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { flowDataFolder, seededData } from '../../src/commands/support/flow-data.mjs';
import { filesOfRepository } from '../../src/commands/support/repository-files.mjs';
import { findFreePort } from '../support/local-server.ts';
import { parseRecipe } from '../support/recipes.ts';
import { temporaryFolder } from '../support/set-up.ts';

const root = path.resolve(import.meta.dirname, '../..');

const copy = temporaryFolder('new-feature');

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
  // Seeding another demonstration takes half a minute.
  const seeded = seededData('demonstration');
  if (seeded)
    cpSync(seeded, path.join(copy, path.relative(root, flowDataFolder('demonstration'))), {
      recursive: true,
    });
  // The checks ask git for the list of files.
  git('init', '--quiet');
  git('add', '--all');
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '--message=Copy');
});

const commands = parseRecipe(
  readFileSync(path.join(root, 'content/documentation/recipes/add-a-feature.md'), 'utf8'),
).map((step) => (step.kind === 'run' ? step.command : step.file));

describe('the recipe of a feature', () => {
  test('copies one, tests it, also in a browser, and checks it', () => {
    expect(commands).toEqual([
      'npm run new -- feature week-changes',
      'npm test -- tests/features/week-changes',
      'npm run check',
    ]);
  });

  test.each(commands)('%s', { timeout: 2_400_000 }, async (command) => {
    const { code, output } = await run(
      command === 'npm run check' ? 'npm run check -- --no-dead-code' : command,
    );
    expect(code, output.slice(-6000)).toBe(0);
  });

  test('changes one file and adds two folders', () => {
    expect(git('status', '--porcelain').trim().split('\n')).toEqual([
      'M src/features/index.ts',
      '?? src/features/week-changes/',
      '?? tests/features/week-changes/',
    ]);
  });

  test.each([
    ['npm run new -- feature week-changes', /There is a feature week-changes already/],
    ['npm run new -- feature ../week', /lower-case words with hyphens/],
    ['npm run new -- screen weeks', /There is no kind "screen"; expected feature/],
    ['npm run new -- feature weeks --color red', /Unknown option '--color'/],
  ])('%s changes nothing', async (command, said) => {
    const before = git('status', '--porcelain');
    const { code, output } = await run(command);
    expect(code).toBe(1);
    expect(output).toMatch(said);
    expect(git('status', '--porcelain')).toBe(before);
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

async function run(command: string): Promise<{ code: number; output: string }> {
  // Not those of Vitest: the flows of the copy take BASE_URL for a portal.
  const ofVitest = /^(VITEST|NODE_ENV$|TZ$|TEST$|BASE_URL$|MODE$|DEV$|PROD$|SSR$)/;
  const environment = Object.entries(process.env).filter(([name]) => !ofVitest.test(name));
  const url = inject('postgresUrl');
  const port = { E2E_PORT: String(await findFreePort()) };
  const env = {
    ...Object.fromEntries(environment),
    ...(url && { TEST_DATABASE_URL: url }),
    ...port,
    NO_COLOR: '1',
  };
  return new Promise((resolve) => {
    execFile('sh', ['-c', command], { cwd: copy, maxBuffer: 1e8, env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
      resolve({ code, output: `${stdout}\n${stderr}` });
    });
  });
}
