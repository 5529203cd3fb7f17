import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/set-up.ts';

const folder = temporaryFolder('lost-parent');
const kit = path.resolve(import.meta.dirname, '../../../src/commands/support/process.mjs');

/** Writes its id to a file, and runs until a signal; the portal also ends when whoever started it was killed. */
const child = path.join(folder, 'child.mjs');
writeFileSync(
  child,
  `import { renameSync, writeFileSync } from 'node:fs';
  setInterval(() => {}, 1000);
  process.on('disconnect', () => process.exit(1));
  const file = process.argv[2];
  writeFileSync(file + '.part', [process.pid, process.ppid].join(' '));
  renameSync(file + '.part', file);`,
);
/** Stands for a command of the portal. */
const command = path.join(folder, 'command.mjs');
writeFileSync(
  command,
  `import { runNode } from ${JSON.stringify(kit)};
  process.exit(await runNode([${JSON.stringify(child)}, process.argv[2]], {}, 'listening'));`,
);
/** Stands for npm, which runs a command in a shell and passes signals on to that. */
const npm = path.join(folder, 'npm.mjs');
writeFileSync(
  npm,
  `import { spawn } from 'node:child_process';
  process.title = 'npm start';
  const env = { ...process.env, npm_lifecycle_event: 'start' };
  const text = JSON.stringify(process.execPath) + ' ' + process.argv[2] + ' ' + process.argv[3] + '; exit $?';
  const shell = spawn('sh', ['-c', text], { stdio: ['ignore', 'ignore', 'inherit'], env });
  process.on('SIGTERM', () => shell.kill('SIGTERM'));
  shell.on('close', () => process.exit(143));`,
);

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    // Nobody may have asked for its end yet.
    return !/^State:\tZ/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test.runIf(existsSync('/proc/self/stat')).each([
  ['npm', 'SIGTERM'],
  ['npm', 'SIGKILL'],
  ['command', 'SIGTERM'],
  ['command', 'SIGKILL'],
] as const)(
  'what a command runs ends when %s gets %s',
  async (target, signal) => {
    const file = path.join(folder, `${target}-${signal}`);
    const started = spawn(process.execPath, [npm, command, file], { stdio: ['ignore', 'ignore', 'inherit'] });
    await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(true);
    const [id = 0, commandId = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
    expect(isAlive(id)).toBe(true);
    process.kill(target === 'npm' ? (started.pid ?? 0) : commandId, signal);
    await expect.poll(() => isAlive(id) || isAlive(commandId), { timeout: 60_000 }).toBe(false);
  },
  150_000,
);
