import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import {
  buildPlainImage,
  canMakeReadOnly,
  type PlainImage,
  type StartedProcess,
  startInImage,
} from '../support/image-steps.ts';

// Stands in for a container engine: the steps of the Dockerfile run in a plain folder, then what they made.

const root = path.resolve(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
const demonstration = { DEMO_DATA: 'off', PORTAL_ALLOW_DEMO: 'on', HOST: '127.0.0.1' };

let image: PlainImage;
const running = new Set<StartedProcess>();

beforeAll(() => {
  image = buildPlainImage(root);
}, 900_000);

afterAll(() => {
  for (const { child } of running) child.kill('SIGKILL');
  image?.remove();
}, 120_000);

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return String(typeof address === 'object' && address?.port);
}

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
  const PORT = await freePort();
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
    const { code, output } = await run(image.healthCheck, { PORT: await freePort() });
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
  }, 600_000);

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
