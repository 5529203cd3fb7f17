import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Halves the time that the second and later starts take. */
const compileCache = path.resolve(import.meta.dirname, '../../node_modules/.cache/test-portals');

/** A portal that can be killed and started again; its port is another one each time. */
export type PortalProcess = {
  /** Undefined while it does not listen. */
  port(): number | undefined;
  start(): Promise<void>;
  kill(): Promise<void>;
};

export function createPortalProcess(environment: Record<string, string>): PortalProcess {
  let child: ChildProcess | undefined;
  let port: number | undefined;
  return {
    port: () => port,
    start: async () => {
      const script = path.resolve(import.meta.dirname, 'portal-process.ts');
      const started = spawn(process.execPath, [script], {
        env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      createInterface(started.stdout).once('line', resolve);
      started.once('exit', () => reject(new Error('The portal ended before it listened.')));
      port = Number(await promise);
    },
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      port = undefined;
    },
  };
}
