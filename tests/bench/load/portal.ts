import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { serverMemory } from '../../../src/commands/support/process.mjs';
import { connectRemoteApp } from '../../support/remote-app.ts';
import { accounts } from '../../support/sign-in.ts';
import { origin, TestBrowser } from '../../support/test-browser.ts';

const port = 4389;

/** The real portal in a process of its own, with an access token of each account. */
export type LoadedPortal = {
  readonly port: number;
  readonly tokens: readonly string[];
  /** Resident memory in MB; undefined on systems without /proc. */
  memoryMb(): number | undefined;
  stop(): Promise<void>;
};

/** Starts the portal as `npm start` does, on port 4389. */
export async function startPortal(environment: Record<string, string>): Promise<LoadedPortal> {
  const root = path.resolve(import.meta.dirname, '../../..');
  const child = spawn(process.execPath, [...serverMemory.flags, 'src/commands/serve.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...serverMemory.environment,
      PORT: String(port),
      PORTAL_ORIGIN: origin,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await waitUntilReady(child);
  const app = connectRemoteApp(port);
  const tokens: string[] = [];
  for (const email of Object.values(accounts)) {
    tokens.push((await new TestBrowser(app).signIn(email)).access_token);
  }
  return {
    port,
    tokens,
    memoryMb: () => readMemory(child.pid),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (child.stdout) {
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('Portal is ready')) resolve();
    });
  }
  child.once('exit', (code) => reject(new Error(`The portal ended with ${code}.`)));
  await promise;
}

function readMemory(pid: number | undefined): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
  } catch {
    return undefined;
  }
}
