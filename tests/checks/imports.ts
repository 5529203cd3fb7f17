import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { importTable, widgetPackages } from '#config/import-table.ts';

/** A file of the repository, by its path from the root with `/`. */
export type SourceFile = { readonly path: string; readonly text: string };

/**
 * The specifiers that a file imports, exports from or loads later; in an `.astro` file those of its
 * frontmatter and of its scripts.
 */
export function importsOf({ path: file, text }: SourceFile): readonly string[] {
  const code = file.endsWith('.astro') ? astroScripts(text) : text;
  return ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
}

function astroScripts(text: string): string {
  const frontmatter = /^\s*---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]);
  return [frontmatter, ...scripts].join('\n;\n');
}

/** The path that a specifier of this repository leads to, or undefined for a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  const alias = /^#([a-z]+\/[^?]+)/.exec(specifier);
  if (alias) return `src/${alias[1]}`;
  if (!specifier.startsWith('.')) return undefined;
  return path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ''));
}

/** What is wrong with the import of one file, in words, or undefined. */
export function importError(from: string, specifier: string): string | undefined {
  const layer = layerOf(from);
  const rules = layer === undefined ? undefined : importTable[layer];
  if (layer === undefined || rules === undefined) return undefined;
  const target = resolveImport(from, specifier);
  if (target === undefined) return packageError(layer, rules.without ?? [], specifier);
  const other = layerOf(target);
  if (other === undefined) return undefined;
  const isInside = roomOf(from) === roomOf(target);
  if (isInside && specifier.startsWith('#')) return 'Inside a layer import relatively.';
  if (!isInside && !specifier.startsWith('#')) return 'Across layers import through # names.';
  if (isInside) return featureError(from, target);
  const allowed = ['lib', ...rules.imports];
  const inside = target.slice('src/'.length);
  if (allowed.some((each) => inside === each || inside.startsWith(`${each}/`))) return undefined;
  return `${layer} may import ${allowed.join(', ')}.`;
}

function packageError(layer: string, without: readonly string[], specifier: string): string | undefined {
  const isOf = (name: string) => specifier === name || specifier.startsWith(`${name}/`);
  if (layer !== 'kits' && widgetPackages.some(isOf)) return 'Only kits import widget libraries.';
  if (without.some(isOf)) return `${layer} stays free of UI and server libraries.`;
  return undefined;
}

const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1];

function featureError(from: string, target: string): string | undefined {
  // The list of features has each one's manifest.
  if (from === 'src/features/index.ts' && target.endsWith('/feature.ts')) return undefined;
  // Where a server offers a hook, it asks for what features give for it.
  if (target === 'src/features/fills.ts' && layerOf(from) === serverOfFeature) return undefined;
  if (featureOf(from) !== featureOf(target))
    return isDoor(from, target) ? undefined : 'A feature imports another one by its index.ts only.';
  if (featureOf(from) === undefined || layerOf(from) === layerOf(target)) return undefined;
  if (layerOf(from) === commandOfFeature) return undefined;
  if (layerOf(target) === serverOfFeature) return 'A screen never imports the server.';
  if (layerOf(from) !== serverOfFeature) return undefined;
  return /\/(contract|feature|rules|files)(\.ts$|\/)/.test(target)
    ? undefined
    : 'The server of a feature imports its contract, its rules and its files only.';
}

/** A server meets the server of another feature where that registers its routes. */
function isDoor(from: string, target: string): boolean {
  const isServer = layerOf(from) === serverOfFeature && layerOf(target) === serverOfFeature;
  return (isServer ? /^src\/features\/[^/]+\/server\/index\.ts$/ : /^src\/features\/[^/]+\/index\.ts$/).test(
    target,
  );
}

/** The folder of `src` that a file is in. */
const roomOf = (file: string) => /^src\/([a-z]+)\//.exec(file)?.[1];

const commandOfFeature = 'features/*/commands';
const pageOfFeature = 'features/*/page';
const serverOfFeature = 'features/*/server';

function layerOf(file: string): string | undefined {
  if (/^src\/features\/[^/]+\/.*\bpage\.(astro|ts)$/.test(file)) return pageOfFeature;
  if (/^src\/features\/[^/]+\/commands\//.test(file)) return commandOfFeature;
  if (/^src\/features\/(servers\.ts$|[^/]+\/server(\/|\.ts$))/.test(file)) return serverOfFeature;
  return roomOf(file);
}

/** Every import against the table, as `file: specifier: what is wrong`. */
export function findForbiddenImports(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      const error = importError(file.path, specifier);
      return error ? [`${file.path}: ${specifier}: ${error}`] : [];
    }),
  );
}

/** The files among these that each of them imports. */
function importGraph(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files.map((file) => file.path));
  const targetsOf = (file: SourceFile) =>
    importsOf(file).flatMap((specifier) => {
      const target = resolveImport(file.path, specifier);
      return target !== undefined && known.has(target) ? [target] : [];
    });
  return new Map(files.map((file) => [file.path, targetsOf(file)]));
}

/** These files and all among `files` that they import, directly or not. */
export function importedBy(
  roots: readonly SourceFile[],
  files: readonly SourceFile[],
): readonly SourceFile[] {
  const graph = importGraph(files);
  const found = new Set(roots.map((file) => file.path));
  for (const file of found) for (const next of graph.get(file) ?? []) found.add(next);
  return files.filter((file) => found.has(file.path));
}

/** The circles of imports among files, each as `a → b → a`; type imports count too. */
export function findImportCycles(files: readonly SourceFile[]): readonly string[] {
  const graph = importGraph(files);
  const done = new Set<string>();
  const trail: string[] = [];
  const cycles: string[] = [];
  const visit = (file: string): void => {
    const start = trail.indexOf(file);
    if (start >= 0) cycles.push([...trail.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    trail.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    trail.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}

/** Reads the files of the repository that can import: TypeScript, JavaScript and Astro. */
export function readSources(root: string, paths: readonly string[]): readonly SourceFile[] {
  return paths
    .filter((file) => /\.(ts|tsx|mjs|astro)$/.test(file) && existsSync(path.join(root, file)))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));
}
