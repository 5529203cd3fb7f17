import { constants, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprintOf } from './build.mjs';
import { root, runNode } from './process.mjs';

const flowData = path.join(root, '.cache/e2e-data');
const seed = path.join(root, '.cache/e2e-seed');
const stamp = path.join(seed, 'made-of');

/**
 * Gives the flows a database with the demonstration, fresh or as the last run left it. Seeding takes one core half a
 * minute, so its result is copied until a source file or the day has changed.
 * @param {{ isFresh: boolean }} options
 * @returns {Promise<number>} the exit code
 */
export async function prepareFlowData({ isFresh }) {
  if (!isFresh && existsSync(flowData)) return runSeed(flowData);
  // The demonstration ends yesterday.
  const day = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Denver' });
  const wanted = `${fingerprintOf(['src', 'content', '.env', 'package-lock.json'])} ${day}`;
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    rmSync(seed, { recursive: true, force: true });
    mkdirSync(seed, { recursive: true });
    const code = await runSeed(path.join(seed, 'data'));
    if (code !== 0) return code;
    writeFileSync(stamp, wanted);
  }
  rmSync(flowData, { recursive: true, force: true });
  cpSync(path.join(seed, 'data'), flowData, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return 0;
}

/** @param {string} folder */
function runSeed(folder) {
  return runNode(['src/commands/seed.ts'], { DATA_DIR: folder }, 'held');
}
