import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test as base } from '../../support/e2e.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** Beside the port of the portal of all flows, one for each worker. */
const firstPort = Number(process.env.E2E_PORT ?? 4399) + 30;

/**
 * Flows against a portal of their own, without a demonstration: the first own record would end the demonstration, which
 * all other flows are about.
 */
export const test = base.extend<object, { portal: string }>({
  portal: [
    async ({ browserName: _ }, use, { parallelIndex }) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'own-records-'));
      const origin = `http://localhost:${firstPort + parallelIndex}`;
      const child = startPortal(firstPort + parallelIndex, folder);
      await listening(child, origin);
      await use(origin);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal),
});

function startPortal(port: number, folder: string): ChildProcess {
  const end = path.join(root, 'tests/support/end-with-runner.ts');
  return spawn(process.execPath, ['--import', end, 'src/commands/serve.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      TEST_RUNNER_PID: String(process.pid),
      DATA_DIR: folder,
      DEMO_DATA: 'off',
      LOG_LEVEL: 'warn',
      TIME_LIMIT_FACTOR: '10',
      RATE_LIMIT_PER_MINUTE: '100000',
    },
  });
}

/** Waits for the line that names the address. */
function listening(child: ChildProcess, origin: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stdout?.on('data', (text) => String(text).includes(origin) && resolve());
  child.once('exit', () => reject(new Error('The portal ended before it listened.')));
  return promise;
}
