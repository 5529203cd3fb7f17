import { type ChildProcess, exec, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../support/local-server.ts';
import { parseRecipe } from '../support/recipes.ts';
import { temporaryFolder } from '../support/set-up.ts';

const root = path.resolve(import.meta.dirname, '../..');
const astro = path.join(root, 'node_modules/astro/bin/astro.mjs');
const folder = temporaryFolder('authors');
/** Not that of a test run, which Astro and Vite would take for their own. */
const environment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NO_COLOR: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
};

/** A copy of what pages are made of: authors write in it. */
beforeAll(() => {
  for (const name of ['src', 'content', 'public', 'astro.config.mjs', 'tsconfig.json', 'package.json']) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
});

/** What the build says of the content. */
async function sync(): Promise<string> {
  const run = promisify(execFile)(process.execPath, [astro, 'sync'], {
    cwd: folder,
    env: environment,
  });
  return run.then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `failed\n${stdout}${stderr}`,
  );
}

describe('front matter is checked', () => {
  test('as it stands it is sound', async () => {
    expect(await sync()).not.toMatch(/^failed/);
  });

  test('faults fail the build: all of all files are listed at once, with file and line, and unknown fields named', async () => {
    const faults: readonly [file: string, from: string, to: string][] = [
      ['content/documentation/crud.md', 'title: CRUD', 'titel: CRUD'],
      ['content/documentation/support.md', 'order: 3', 'order: third'],
      ['content/documentation/deploy.md', 'section: maintain', 'section: elsewhere'],
      ['content/pages/about.md', 'description:', 'describtion:'],
    ];
    const before = faults.map(([file]) => readFileSync(path.join(folder, file), 'utf8'));
    for (const [at, [file, from, to]] of faults.entries()) {
      expect(before[at]).toContain(from);
      writeFileSync(path.join(folder, file), (before[at] ?? '').replace(from, to));
    }
    const output = await sync();
    for (const [at, [file]] of faults.entries()) writeFileSync(path.join(folder, file), before[at] ?? '');
    expect(output).toMatch(/^failed/);
    expect(output).toContain('crud.md:2: there is no field titel; expected title, description');
    expect(output).toContain('crud.md:1: the field title is missing');
    expect(output).toContain('support.md:5: order is "third": expected a whole number');
    expect(output).toMatch(/deploy\.md:4: section is "elsewhere"/);
    expect(output).toContain('about.md:2: there is no field describtion; expected description');
  });
});

describe('under development', () => {
  let server: ChildProcess;
  let origin: string;

  beforeAll(async () => {
    const port = await findFreePort();
    origin = `http://localhost:${port}`;
    server = spawn(process.execPath, [astro, 'dev', '--port', String(port)], {
      cwd: folder,
      env: environment,
      stdio: 'ignore',
    });
    await until(async () => (await fetch(`${origin}/about`)).ok);
  });

  afterAll(async () => {
    if (server.exitCode === null) {
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
  });

  test('an author’s change of a Markdown file shows at once', async () => {
    appendFileSync(
      path.join(folder, 'content/documentation/introduction.md'),
      '\n## A new heading\n\nWith new words.\n',
    );
    const html = await until(async () => {
      const text = await (await fetch(`${origin}/documentation/introduction`)).text();
      return text.includes('With new words.') ? text : undefined;
    });
    expect(html).toContain('href="#a-new-heading"');
  });

  test('a new file of the changelog changes the badge of the version', async () => {
    writeFileSync(
      path.join(folder, 'content/changelog/99.0.0.md'),
      '---\nversion: 99.0.0\ndate: 2026-12-01\nsummary: Everything is new.\n---\n\n- All of it.\n',
    );
    const changelog = await until(async () => {
      const text = await (await fetch(`${origin}/changelog`)).text();
      return text.includes('Everything is new.') ? text : undefined;
    });
    expect(changelog.indexOf('99.0.0')).toBeGreaterThan(0);
    await until(async () => (await (await fetch(`${origin}/private`)).text()).includes('99.0.0'));
    rmSync(path.join(folder, 'content/changelog/99.0.0.md'));
  });

  test('a change that is not released yet stands above the versions', async () => {
    const file = path.join(folder, 'content/changelog/unreleased/of-a-test.md');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '---\naudience: operators\n---\n\nA setting that a test has made.\n');
    const changelog = await until(async () => {
      const text = await (await fetch(`${origin}/changelog`)).text();
      return text.includes('A setting that a test has made.') ? text : undefined;
    });
    expect(changelog.indexOf('Unreleased')).toBeGreaterThan(0);
    expect(changelog.indexOf('A setting that a test')).toBeLessThan(changelog.indexOf('class="version"'));
    rmSync(file);
  });

  test('the page for authors works as it is written', { timeout: 1_200_000 }, async () => {
    const markdown = readFileSync(
      path.join(root, 'content/documentation/recipes/write-documentation.md'),
      'utf8',
    );
    for (const step of parseRecipe(markdown)) {
      if (step.kind === 'create') {
        mkdirSync(path.dirname(path.join(folder, step.file)), { recursive: true });
        writeFileSync(path.join(folder, step.file), step.text);
      } else await promisify(exec)(step.command, { cwd: folder, env: environment });
    }
    const page = await until(async () => {
      const response = await fetch(`${origin}/documentation/reading-a-gage`);
      return response.ok ? response.text() : undefined;
    });
    expect(page).toContain('Read the scale at the surface of the water');
    expect(page).toContain('href="#where-to-stand"');
    const changelog = await until(async () => {
      const text = await (await fetch(`${origin}/changelog`)).text();
      return text.includes('How to read a gage.') ? text : undefined;
    });
    expect(changelog.indexOf('1.0.0')).toBeGreaterThan(0);
    expect(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))).toMatchObject({
      version: '1.0.0',
    });
  });
});

/** Asks again until there is an answer; the test's own time is the limit. */
async function until<T>(attempt: () => Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const answer = await attempt().catch(() => undefined);
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
