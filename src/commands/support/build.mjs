import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import util from 'node:util';
import { exitOnFailure, root, runNode, tools } from './process.mjs';

const stamp = path.join(root, '.cache/built');
const inputs = ['src', 'content', 'public', '.env', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
// The server is not part of the pages.
const excluded = new Set(['src/server', 'src/ingest', 'src/commands'].map((name) => path.join(root, name)));

/** Builds the pages into dist/ unless nothing that goes into them has changed since the last build. */
export async function ensureBuilt() {
  const wanted = fingerprint();
  const built = existsSync(path.join(root, 'dist/index.html'));
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the pages…');
  await exitOnFailure(runNode([tools.astro, 'build', '--silent']));
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const input of inputs) addTo(hash, path.join(root, input));
  const basin = basinFile();
  if (basin) addTo(hash, path.resolve(root, basin));
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
 */
function addTo(hash, file) {
  if (excluded.has(file) || !existsSync(file)) return;
  const stat = statSync(file);
  if (stat.isDirectory()) {
    for (const name of readdirSync(file).sort()) addTo(hash, path.join(file, name));
  } else {
    hash.update(`${file}\n`).update(readFileSync(file));
  }
}
