import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { commandOf, environmentOf, parseDockerfile, type Stage, valuesOf } from '../support/dockerfile.ts';
import { findFreePort } from '../support/local-server.ts';

/**
 * The last stage of a Dockerfile, made in a plain folder: its steps are run on this computer, one after the other, with
 * this Node in place of the base image. Steps that only a container engine can do are not run.
 */
type PlainImage = {
  /** What is the root folder of a container. */
  readonly folder: string;
  /** Folder of the programs that the base image has. */
  readonly programs: string;
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly stopSignal: NodeJS.Signals;
  readonly user: { readonly uid: number; readonly gid: number };
  remove(): void;
};

const isRoot = process.getuid?.() === 0;

function buildPlainImage(root: string): PlainImage {
  // On the disk: where the temporary files are in memory, their mount cannot be made read-only everywhere.
  const base = mkdtempSync('/var/tmp/portal-image-');
  // Another account has to get in.
  chmodSync(base, 0o755);
  const programs = path.join(base, 'programs');
  addPrograms(programs);
  const stages = parseDockerfile(readFileSync(path.join(root, 'src/container/Dockerfile'), 'utf8'));
  const folders = new Map(stages.map((stage) => [stage, path.join(base, stage.name ?? 'last')]));
  for (const stage of stages) runStage(stage);

  function runStage(stage: Stage) {
    const folder = folders.get(stage) ?? base;
    const environment: Record<string, string> = {};
    let current = folder;
    mkdirSync(folder);
    for (const { name, value } of stage.instructions) {
      if (name === 'WORKDIR') {
        current = path.join(folder, value);
        mkdirSync(current, { recursive: true });
      } else if (name === 'COPY') copy(value, current);
      else if (name === 'ENV') Object.assign(environment, environmentOf(stage));
      else if (name === 'RUN') {
        // The one absolute path of a step is that of the volume.
        const step = value
          .replaceAll(' /data', ` ${folder}/data`)
          .replace(/^npm ci [^&]*/, linkPackages(path.join(root, 'node_modules')));
        execFileSync('sh', ['-ec', step], {
          cwd: current,
          env: { ...hostEnvironment(), ...environment, PATH: `${programs}:${process.env.PATH}` },
          stdio: ['ignore', 'ignore', 'inherit'],
        });
      }
    }
  }

  function copy(value: string, current: string) {
    const parts = value.split(/\s+/).filter((word) => !word.startsWith('--'));
    const target = path.resolve(current, parts.at(-1) ?? '.');
    const [, from] = /--from=(\w+)/.exec(value) ?? [];
    const stage = from === undefined ? undefined : stages.find((each) => each.name === from);
    for (const source of parts.slice(0, -1)) {
      if (stage) {
        // Moved, because there are a hundred thousand files, and nothing reads the former stage again.
        const isFolder = existsSync(target);
        const moved = isFolder ? path.join(target, path.basename(source)) : target;
        renameSync(path.join(folders.get(stage) ?? base, source), moved);
      } else copyFromContext(root, source, target);
    }
  }

  const last = stages.at(-1);
  const folder = last && folders.get(last);
  if (!last || !folder) throw new Error('The Dockerfile has no stage.');
  const one = (name: string) => valuesOf(last, name)[0] ?? '';
  const [uid = 0, gid = 0] = one('USER').split(':').map(Number);
  const environment = environmentOf(last);
  return {
    folder,
    programs,
    workingFolder: path.join(folder, one('WORKDIR')),
    environment: { ...environment, DATA_DIR: path.join(folder, environment.DATA_DIR ?? '') },
    command: commandOf(one('CMD')),
    healthCheck: commandOf(one('HEALTHCHECK')),
    stopSignal: one('STOPSIGNAL') as NodeJS.Signals,
    user: { uid, gid },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/**
 * The step that installs the packages of the lock file: this computer has them, and a copy of a gigabyte would take as long.
 * What later steps write to is no link.
 */
function linkPackages(from: string): string {
  return `mkdir node_modules && { cp -al "${from}/." node_modules || cp -a "${from}/." node_modules; } &&
    cd node_modules && rm -rf .astro .cache .vit* .installed .package-lock.json && cp "${from}/.package-lock.json" . && cd .. `;
}

/** This Node, and where only root may give files to another account, a `chown` that does nothing. */
function addPrograms(folder: string) {
  mkdirSync(folder);
  copyFileSync(process.execPath, path.join(folder, 'node'));
  chmodSync(path.join(folder, 'node'), 0o755);
  if (!isRoot) writeFileSync(path.join(folder, 'chown'), '#!/bin/sh\n', { mode: 0o755 });
}

/** What a download may need; no setting of the portal. */
function hostEnvironment(): Record<string, string | undefined> {
  const needed = /^(HOME|LANG|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|npm_config_\w+|\w+_proxy)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.test(name)));
}

/** Copies what `.dockerignore` leaves of a file or folder. */
function copyFromContext(root: string, source: string, target: string) {
  const lines = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
  const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const refused = lines
    .filter((line) => line.startsWith('**/'))
    .map((line) => new RegExp(`^${line.slice(3).replaceAll('.', '\\.').replaceAll('*', '.*')}$`));
  const names = source === '.' ? allowed : allowed.filter((name) => name === source);
  if (names.length === 0) throw new Error(`${source} is not among the files of the image.`);
  for (const name of names) {
    cpSync(path.join(root, name), path.join(target, name), {
      recursive: true,
      filter: (file) => !refused.some((pattern) => pattern.test(path.basename(file))),
    });
  }
}

type StartedProcess = { readonly child: ChildProcess; readonly output: () => string };

/**
 * Starts a program of the image with its environment and `settings`, as its user and on a read-only file system where
 * this account may arrange that.
 */
function startInImage(
  image: PlainImage,
  command: readonly string[],
  settings: Readonly<Record<string, string>>,
): StartedProcess {
  const { folder, programs, user, workingFolder } = image;
  const scratch = path.join(folder, 'tmp');
  mkdirSync(scratch, { recursive: true });
  chmodSync(scratch, 0o777);
  const wrapped = canMakeReadOnly() ? [...readOnlyPrefix(image, scratch), ...command] : command;
  const [program = '', ...parameters] = wrapped;
  const child = spawn(program, parameters, {
    cwd: workingFolder,
    env: { ...image.environment, TMPDIR: scratch, PATH: `${programs}:/usr/bin:/bin`, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && wrapped === command && user),
  });
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });
  return { child, output: () => text };
}

/** Mounts everything read-only but data and scratch, then becomes the user without any privilege, in one process. */
function readOnlyPrefix({ folder, user }: PlainImage, scratch: string): readonly string[] {
  const script = `
    mount --bind "$1" "$1"
    mount --bind "$2" "$2"
    for place in "$(findmnt -no TARGET -T "$3")" /; do mount -o remount,bind,ro "$place"; done
    shift 3
    exec setpriv --reuid ${user.uid} --regid ${user.gid} --clear-groups --no-new-privs --bounding-set=-all "$@"`;
  return ['unshare', '--mount', 'sh', '-ec', script, 'sh', path.join(folder, 'data'), scratch, folder];
}

let readOnly: boolean | undefined;

/** Whether this account may mount folders in a name space of its own. */
function canMakeReadOnly(): boolean {
  readOnly ??= isRoot && succeeds('unshare', ['--mount', 'setpriv', '--no-new-privs', 'true']);
  return readOnly;
}

function succeeds(program: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(program, parameters, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

// Stands in for a container engine: the steps of the Dockerfile run in a plain folder, then what they made.

const root = path.resolve(import.meta.dirname, '../..');
const demonstration = { DEMO_DATA: 'off', PORTAL_ALLOW_DEMO: 'on', HOST: '127.0.0.1' };

let image: PlainImage;
const running = new Set<StartedProcess>();

beforeAll(() => {
  image = buildPlainImage(root);
}, 3_600_000);

afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL');
  image?.remove();
}, 1_200_000);

function start(command: readonly string[], settings: Readonly<Record<string, string>>): StartedProcess {
  const started = startInImage(image, command, settings);
  running.add(started);
  started.child.once('close', () => running.delete(started));
  return started;
}

async function run(command: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const { child, output } = start(command, settings);
  const [code] = await once(child, 'close');
  return { code, output: output() };
}

async function startPortal() {
  const PORT = String(await findFreePort());
  const settings = { ...demonstration, PORT };
  const portal = start(image.command, settings);
  const check = () => run(image.healthCheck, settings);
  await expect
    .poll(async () => (await check()).code, { timeout: 180_000, interval: 200, message: portal.output() })
    .toBe(0);
  return { ...portal, check, address: `http://localhost:${PORT}` };
}

/** Reads pages and data until the portal ends. Returns how many responses of each status there were. */
function load(address: string, isStopped: () => boolean) {
  const statuses = new Map<string, number>();
  const count = (status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const read = async (paths: readonly string[]) => {
    for (let index = 0; !isStopped(); index += 1) {
      const answer = await fetch(address + paths[index % paths.length]).catch(() => undefined);
      if (answer) {
        await answer.text().catch(() => count('broken'));
        count(String(answer.status));
      } else count('refused');
    }
  };
  const paths = ['/', '/api/version', '/api/public-map/wells', '/watershed-overview/map-of-sites'];
  return { statuses, done: Promise.all(Array.from({ length: 8 }, () => read(paths))) };
}

describe('the folder of the image', () => {
  test('has the packages of the server and none of development', () => {
    const has = (name: string) => existsSync(path.join(image.workingFolder, 'node_modules', name));
    expect(Object.keys(packageJson.dependencies).filter((name) => !has(name))).toEqual(['node']);
    // These are needed by packages of the server, too.
    const needed = /^(@types\/.*|typescript|sharp|vite|github-slugger)$/;
    const others = Object.keys(packageJson.devDependencies).filter((name) => !needed.test(name));
    expect(others.filter(has)).toEqual([]);
  });

  test('has the pages and the server, and neither settings, tests nor history', () => {
    expect(readdirSync(image.workingFolder).sort()).toEqual([
      'LICENSE',
      'content',
      'dist',
      'node_modules',
      'package-lock.json',
      'package.json',
      'src',
    ]);
    expect(existsSync(path.join(image.workingFolder, 'dist/index.html'))).toBe(true);
  });

  test.runIf(isRoot)('belongs to root; only the volume is the user’s', () => {
    const files = ['', 'dist', 'src', 'content', 'node_modules'].flatMap((name) => {
      const folder = path.join(image.workingFolder, name);
      return [folder, ...readdirSync(folder).map((each) => path.join(folder, each))];
    });
    const writable = files.filter((file) => {
      const { uid, mode } = lstatSync(file);
      return uid !== 0 || ((mode & 0o022) !== 0 && !lstatSync(file).isSymbolicLink());
    });
    expect(writable).toEqual([]);
    expect(lstatSync(path.join(image.folder, 'data')).uid).toBe(image.user.uid);
  });
});

describe('the portal of the image', () => {
  test('does not show a demonstration to others by chance', async () => {
    const { code, output } = await run(image.command);
    expect(code).toBe(1);
    expect(output).toMatch(/^HOST is "0\.0\.0\.0", so others could reach this portal, but .*\n$/);
  });

  test('is unhealthy while nothing responds', async () => {
    const { code, output } = await run(image.healthCheck, { PORT: String(await findFreePort()) });
    expect(code).toBe(1);
    expect(output).toMatch(/^Nothing responds at port \d+\.\n$/);
  });

  test('starts as its user, becomes healthy, and ends with 0 under load, twice on one volume', async () => {
    for (const _ of ['an empty volume', 'the same volume']) {
      const { child, output, check, address } = await startPortal();
      if (isRoot) {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        expect(status).toMatch(new RegExp(`^Uid:\\s+${image.user.uid}\\s+${image.user.uid}\\s`, 'm'));
      }
      const { statuses, done } = load(address, () => child.exitCode !== null || child.signalCode !== null);
      await expect.poll(() => statuses.get('200') ?? 0, { timeout: 20_000 }).toBeGreaterThan(100);
      expect([...statuses.keys()]).toEqual(['200']);
      expect((await check()).code).toBe(0);
      const stoppedAt = performance.now();
      child.kill(image.stopSignal);
      const [code] = await once(child, 'close');
      const seconds = (performance.now() - stoppedAt) / 1000;
      await done;
      expect(code, output()).toBe(0);
      expect(seconds).toBeLessThan(20);
      // 503: a connection that was open when the portal began to stop.
      expect([...statuses.keys()].filter((status) => !['200', '503', 'refused'].includes(status))).toEqual(
        [],
      );
    }
    expect(readdirSync(path.join(image.folder, 'data'))).toContain('pglite');
  }, 2_400_000);

  test('has commands that install and write nothing', async () => {
    const { code, output } = await run(['node', 'src/commands/run.mjs', 'backup', '--help']);
    expect(output).not.toContain('Installing');
    expect(code, output).toBe(0);
  });

  test.runIf(canMakeReadOnly())(
    'cannot write beside its volume and the folder of temporary files',
    async () => {
      const write = (file: string) => run(['sh', '-c', `echo x > ${file}`]);
      expect((await write(path.join(image.workingFolder, 'dist/x'))).output).toMatch(/Read-only file system/);
      expect((await write(path.join(image.folder, 'data/x'))).code).toBe(0);
    },
  );
});
