import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setInterval } from 'node:timers/promises';
import { serverMemory } from '../../src/commands/support/process.mjs';
import { childProcessesOf, residentMb } from './child-processes.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A portal as `npm start` runs it, without demonstration data, into which large files are imported. */
export type ImportPortal = { readonly child: ChildProcess; readonly pid: number; readonly address: string };

export async function startImportPortal(environment: Record<string, string>): Promise<ImportPortal> {
  const child = spawn(process.execPath, [...serverMemory.flags, 'src/commands/serve.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...serverMemory.environment,
      PORT: '0',
      DEMO_DATA: 'off',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      const [, found] = /^Portal is ready at (http:\/\/localhost:\d+)$/m.exec(out) ?? [];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The portal ended: ${out}`)));
  });
  return { child, pid: child.pid ?? 0, address };
}

export async function killImportPortal({ child }: ImportPortal): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Megabytes: how much a portal grows while it imports, and what the process of the import takes at most. */
export type ImportMemory = { readonly portalGrowth: number; readonly importPeak: number };

/** Measures memory while `work` runs. */
export async function measureImportMemory<T>(
  { pid }: ImportPortal,
  work: () => Promise<T>,
): Promise<{ result: T; memory: ImportMemory }> {
  // The peak of its start does not count.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = residentMb(pid, 'now');
  let importPeak = 0;
  const controller = new AbortController();
  const watching = (async () => {
    for await (const _tick of setInterval(100, undefined, { signal: controller.signal })) {
      for (const each of childProcessesOf(pid))
        importPeak = Math.max(importPeak, residentMb(each.pid, 'peak'));
    }
  })().catch(() => {});
  try {
    const result = await work();
    return { result, memory: { portalGrowth: residentMb(pid, 'peak') - before, importPeak } };
  } finally {
    controller.abort();
    await watching;
  }
}
