import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { readArguments, runCommand } from './run-command.ts';
import { readFeatureName, usage } from './support/feature-name.ts';
import { describeNewFeature, renameTemplate, templateName, withFeature } from './support/feature-template.ts';
import { root, tools } from './support/process.mjs';

const listFile = path.join(root, 'src/features/index.ts');
const places = ['src/features', 'tests/features'].map((place) => path.join(root, place));

/** `npm run new -- feature NAME`: copies the template feature and its tests under another name, and lists the feature. */
await runCommand(async () => {
  const { positionals } = readArguments(usage, { allowPositionals: true, options: {} });
  const taken = new Set(places.flatMap((place) => readdirSync(place)));
  const name = readFeatureName(positionals, taken);
  const folders = places.map((place) => path.join(place, name));
  try {
    for (const place of places) copyRenamed(place, name);
    const list = readFileSync(listFile, 'utf8');
    writeFileSync(listFile, withFeature(list, name));
  } catch (error) {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  format([...folders, listFile]);
  console.log(describeNewFeature(name));
});

function copyRenamed(place: string, name: string): void {
  const from = path.join(place, templateName);
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.relative(place, path.join(entry.parentPath, entry.name));
    const to = path.join(place, renameTemplate(file, name));
    mkdirSync(path.dirname(to), { recursive: true });
    writeFileSync(to, renameTemplate(readFileSync(path.join(place, file), 'utf8'), name));
  }
}

/** Sorts the imports and breaks long lines, as `npm run fix` would. */
function format(files: readonly string[]): void {
  const options = ['check', '--write', '--log-level=error', '--config-path=.biome.json'];
  const { status, stderr } = spawnSync(process.execPath, [tools.biome, ...options, ...files], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0)
    console.error(`${stderr}\nThe files are written but not formatted; npm run fix says why.`);
}
