import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Stands in the pages until their build has an id. */
export const unbuilt = 'unbuilt';

/** An Astro integration that gives each build an id. */
export function buildId(): AstroIntegration {
  return {
    name: 'build-id',
    hooks: { 'astro:build:done': ({ dir }) => void writeBuildId(fileURLToPath(dir)) },
  };
}

/**
 * Writes the id of a build into its pages and into `build.json`. It is a hash of the pages and of the names of the
 * other files, so that building the same pages again is no new version.
 */
export function writeBuildId(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({ file: path.join(folder, file), html: readFileSync(path.join(folder, file), 'utf8') }));
  const hash = createHash('sha256').update(files.join('\n'));
  for (const { html } of pages) hash.update(html);
  const build = hash.digest('hex').slice(0, 16);
  for (const { file, html } of pages) {
    writeFileSync(file, html.replace(`data-build="${unbuilt}"`, `data-build="${build}"`));
  }
  writeFileSync(path.join(folder, 'build.json'), `${JSON.stringify({ build })}\n`);
  return build;
}
