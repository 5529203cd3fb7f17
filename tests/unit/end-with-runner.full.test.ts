import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const preload = path.resolve(import.meta.dirname, '../support/end-with-runner.ts');

/** Starts a process that says it has started and never ends by itself. */
async function startEndless(parameters: string[], environment: Record<string, string> = {}) {
  const script = "setInterval(() => {}, 60_000); console.log('started')";
  const child: ChildProcess = spawn(process.execPath, [...parameters, '-e', script], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  if (child.stdout) await once(child.stdout, 'data');
  return child;
}

test('the portal of the flows ends when the test runner was killed', async () => {
  const runner = await startEndless([]);
  const portal = await startEndless(['--import', preload], { TEST_RUNNER_PID: String(runner.pid) });
  const ended = once(portal, 'exit');
  runner.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGTERM']);
});
