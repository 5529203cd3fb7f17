import { constants, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fingerprintOf } from './build.mjs';
import { root, runNode } from './process.mjs';

/** The two kinds of data: the whole demonstration, and some stations since 2002. */
const kinds = {
  demonstration: { folder: '.cache/e2e-data', seed: '.cache/e2e-seed', script: 'src/commands/seed.ts' },
  sample: {
    folder: '.cache/e2e-sample',
    seed: '.cache/e2e-sample-seed',
    script: 'tests/support/seed-sample.ts',
  },
};

/** @param {keyof typeof kinds} kind */
export const flowDataFolder = (kind) => path.join(root, kinds[kind].folder);

/** @param {keyof typeof kinds} kind */
const seedOf = (kind) => {
  const seed = path.join(root, kinds[kind].seed);
  return { seed, data: path.join(seed, 'data'), stamp: path.join(seed, 'made-of') };
};

/**
 * The folder of data that were seeded for flows, whose copies the flows have; undefined while there are none.
 * @param {keyof typeof kinds} kind
 */
export function seededData(kind) {
  const { data, stamp } = seedOf(kind);
  return existsSync(stamp) ? data : undefined;
}

/**
 * Gives the flows a database, fresh or as the last run left it. Seeding the demonstration takes one core half a minute,
 * so its result is copied until a source file or the day has changed.
 * @param {keyof typeof kinds} kind
 * @param {{ isFresh: boolean }} options
 * @returns {Promise<number>} the exit code
 */
export async function prepareFlowData(kind, { isFresh }) {
  const { script } = kinds[kind];
  const folder = flowDataFolder(kind);
  const { seed, data, stamp } = seedOf(kind);
  // What was seeded before is extended through yesterday.
  if (!isFresh && existsSync(folder)) return runSeed('src/commands/seed.ts', folder);
  // The demonstration ends yesterday.
  const day = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Denver' });
  const wanted = `${fingerprintOf(['src', 'content', script, '.env', 'package-lock.json'])} ${day}`;
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    rmSync(seed, { recursive: true, force: true });
    mkdirSync(seed, { recursive: true });
    const code = await runSeed(script, data);
    if (code !== 0) return code;
    writeFileSync(stamp, wanted);
  }
  rmSync(folder, { recursive: true, force: true });
  cpSync(data, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return 0;
}

/** @param {string} script @param {string} folder */
function runSeed(script, folder) {
  return runNode([script], { DATA_DIR: folder }, 'held');
}
