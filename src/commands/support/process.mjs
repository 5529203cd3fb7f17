// Plain JavaScript for any Node from 20 on: this runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { watchParent } from './lost-parent.mjs';

export const root = path.resolve(import.meta.dirname, '../../..');

const windows = process.platform === 'win32';

/** The project's own Node, from the npm package `node`; the machine's may be too old. */
export function nodeBinary() {
  const own = path.join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node');
  return existsSync(own) ? own : process.execPath;
}

/**
 * Runs a command to its end with this terminal's input and output, passing on SIGINT and SIGTERM; it gets SIGTERM, too,
 * when npm has ended. The output of what runs beside others may be held back until it has ended. A command that listens
 * to `disconnect` hears when this process was killed.
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ env?: Record<string, string | undefined>, output?: 'shown' | 'held' | 'none' | 'listening' }} [options]
 * @returns {Promise<number>} the exit code
 */
export function run(command, parameters, { env = {}, output = 'shown' } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: {
        shown: /** @type {const} */ ('inherit'),
        listening: /** @type {import('node:child_process').StdioOptions} */ ([
          'inherit',
          'inherit',
          'inherit',
          'ipc',
        ]),
        held: /** @type {const} */ ('pipe'),
        none: /** @type {const} */ ('ignore'),
      }[output],
      shell: windows && command === 'npm',
    });
    /** @param {NodeJS.Signals} signal */
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', pass);
    process.on('SIGTERM', pass);
    const endWatch = watchParent(() => child.kill('SIGTERM'));
    /** @type {Buffer[]} */
    const held = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => held.push(chunk));
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(127);
    });
    child.on('close', (code, signal) => {
      process.off('SIGINT', pass);
      process.off('SIGTERM', pass);
      endWatch();
      process.stdout.write(Buffer.concat(held));
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/**
 * Runs one of the project's own files, or a tool of node_modules, with the project's Node.
 * @param {string[]} parameters
 * @param {Record<string, string | undefined>} [env]
 * @param {'shown' | 'held' | 'listening'} [output]
 */
export function runNode(parameters, env = {}, output = 'shown') {
  const binary = nodeBinary();
  const PATH = `${path.dirname(binary)}${path.delimiter}${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`;
  return run(binary, parameters, { env: { PATH, ASTRO_TELEMETRY_DISABLED: '1', ...env }, output });
}

/**
 * Ends the process when a step failed.
 * @param {Promise<number>} step
 */
export async function exitOnFailure(step) {
  const code = await step;
  if (code !== 0) process.exit(code);
}

/**
 * How the portal gets by with little memory. Node collects garbage before it takes several hundred megabytes, as it would
 * on a machine with much memory; a portal that serves many large downloads needs the larger limit. The C library returns
 * what the embedded database no longer uses, instead of keeping more the more was freed, and has one heap for all threads.
 * What starting used is collected at once where it can be. Otherwise Node does so after two minutes.
 */
export const serverMemory = {
  flags: ['--max-semi-space-size=8', '--max-old-space-size=2048', '--expose-gc'],
  environment: { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '1' },
};

export const tools = {
  astro: 'node_modules/astro/bin/astro.mjs',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  knip: 'node_modules/knip/bin/knip.js',
  playwright: 'node_modules/@playwright/test/cli.js',
  // `astro check` needs the former one.
  tsc: 'node_modules/typescript-native/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
};
