import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import util from 'node:util';
import { exitOnFailure, root, runNode, tools } from './process.mjs';

const stamp = path.join(root, '.cache/built');
const inputs = ['src', 'content', 'public', '.env', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
// The server is not part of the pages.
const excluded = ['src/server', 'src/ingest', 'src/commands'];

/** Builds the pages into dist/ unless nothing that goes into them has changed since the last build. */
export async function ensureBuilt() {
  const wanted = fingerprintOf(inputs, excluded);
  const built = existsSync(path.join(root, 'dist/index.html'));
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the pages…');
  await exitOnFailure(runNode([tools.astro, 'build', '--silent']));
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  stampAstroTypes();
}

/** What the types that Astro writes depend on; a build writes them, too. */
const typeInputs = ['src/content.config.ts', 'astro.config.mjs', 'package-lock.json'];
const typeStamp = path.join(root, '.cache/astro-types');

/** Whether Astro's types are those of the present configuration. */
export function hasAstroTypes() {
  const isStamped = existsSync(typeStamp) && readFileSync(typeStamp, 'utf8') === fingerprintOf(typeInputs);
  return isStamped && existsSync(path.join(root, '.astro/types.d.ts'));
}

export function stampAstroTypes() {
  mkdirSync(path.dirname(typeStamp), { recursive: true });
  writeFileSync(typeStamp, fingerprintOf(typeInputs));
}

/**
 * A hash of files and folders of the repository, of the basin file and of the settings that belong to it.
 * @param {readonly string[]} names
 * @param {readonly string[]} [without]
 */
export function fingerprintOf(names, without = []) {
  const hash = createHash('sha256');
  const left = new Set(without.map((name) => path.join(root, name)));
  for (const name of names) addTo(hash, path.join(root, name), left);
  const basin = basinFile();
  if (basin) addTo(hash, path.resolve(root, basin), left);
  for (const name of Object.keys(process.env)
    .filter((name) => name.startsWith('PUBLIC_') || name === 'BASIN_FILE')
    .sort()) {
    hash.update(`${name}=${process.env[name]}\n`);
  }
  return hash.digest('hex');
}

/** The basin file may lie outside of content/; where it is not named, it lies inside. */
function basinFile() {
  if (process.env.BASIN_FILE) return process.env.BASIN_FILE;
  const settings = path.join(root, '.env');
  // Old runtimes do not have it.
  return existsSync(settings) ? util.parseEnv?.(readFileSync(settings, 'utf8')).BASIN_FILE : undefined;
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} file
 * @param {ReadonlySet<string>} left
 */
function addTo(hash, file, left) {
  if (left.has(file) || !existsSync(file)) return;
  const stat = statSync(file);
  if (stat.isDirectory()) {
    for (const name of readdirSync(file).sort()) addTo(hash, path.join(file, name), left);
  } else {
    // Relative, so that the same files have the same hash in every folder.
    hash.update(`${path.relative(root, file)}\n`).update(readFileSync(file));
  }
}
