import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { childProcessesOf, processorMsOf, residentMb } from '../support/child-processes.ts';
import type { BenchResult } from './measure.ts';

const port = 4388;

/** Measures `npm start` in a fresh clone of the last commit until the portal has data, and a restart. */
export async function benchStart(): Promise<BenchResult[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-'));
  const clone = path.join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', path.resolve(import.meta.dirname, '../..'), clone]);
  const firstStart = await startOnce(clone);
  const restart = await startOnce(clone);
  rmSync(folder, { recursive: true, force: true });
  return [
    { what: 'Fresh clone to a portal with data', ms: firstStart.ms, detail: firstStart.detail },
    { what: 'Restart', ms: restart.ms, detail: restart.detail },
    { what: 'Memory at rest, embedded', value: restart.memoryMb, unit: 'MB', limit: 300 },
  ];
}

/** By then, what starting took has been given back. */
const atRestMs = 12_000;

async function startOnce(folder: string) {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  await waitUntilReady(child);
  const response = await fetch(`http://localhost:${port}/api/public-map/wells`);
  const rows: unknown = await response.json();
  if (!Array.isArray(rows) || rows.length < 300) throw new Error('The portal started without its data.');
  const ms = processorMsOf(child.pid ?? 0);
  const detail = `ready after ${((performance.now() - began) / 1000).toFixed(1)} s`;
  await setTimeout(atRestMs);
  const memoryMb = Math.max(...descendants(child.pid ?? 0).map((pid) => residentMb(pid, 'now')));
  const ended = new Promise((resolve) => child.once('close', resolve));
  if (child.pid) process.kill(-child.pid, 'SIGTERM');
  await ended;
  return { ms, detail, memoryMb };
}

function descendants(pid: number): number[] {
  return childProcessesOf(pid).flatMap((child) => [child.pid, ...descendants(child.pid)]);
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Portal is ready')) resolve();
    });
    child.once('close', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
}
