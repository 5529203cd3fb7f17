import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Rolldown } from 'vite';

/** The scripts that a built script imports, and the style sheets of its modules, by name. */
export type BuiltScript = {
  readonly imports: readonly string[];
  readonly sheets: ReadonlySet<string>;
};
export type BuiltScripts = ReadonlyMap<string, BuiltScript>;

/**
 * An Astro integration: a page asks for all scripts of its start at once, and not for each when another has come; and it
 * is drawn without waiting for the style sheets of parts that it loads later.
 */
export function pageStarts(): AstroIntegration {
  const scripts = new Map<string, BuiltScript>();
  const readScripts = (_options: unknown, bundle: Rolldown.OutputBundle) => {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      scripts.set(file.fileName, {
        imports: file.imports,
        sheets: file.viteMetadata?.importedCss ?? new Set<string>(),
      });
    }
  };
  const plugin = {
    name: 'page-starts',
    applyToEnvironment: ({ name }: { name: string }) => name === 'client',
    writeBundle: readScripts,
  };
  return {
    name: 'page-starts',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => void updateConfig({ vite: { plugins: [plugin] } }),
      'astro:build:done': ({ dir }) => {
        const folder = fileURLToPath(dir);
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          if (!name.endsWith('.html')) continue;
          const file = path.join(folder, name);
          writeFileSync(file, writePageStart(readFileSync(file, 'utf8'), scripts));
        }
      },
    },
  };
}

/** Writes what a page loads first into its head. Sheets that no known script has belong to the page and stay. */
export function writePageStart(html: string, scripts: BuiltScripts): string {
  const addresses = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, name = '']) => name);
  const own = addresses(/<script type="module" src="\/([^"]+)"/g);
  const islands = addresses(/(?:component|renderer)-url="\/([^"]+)"/g);
  const needed = new Set([...own, ...islands]);
  for (const name of needed) for (const imported of scripts.get(name)?.imports ?? []) needed.add(imported);
  const sheetsOf = (names: Iterable<string>) =>
    new Set([...names].flatMap((name) => [...(scripts.get(name)?.sheets ?? [])]));
  const first = sheetsOf(needed);
  const all = sheetsOf(scripts.keys());
  const isLater = (sheet: string) => all.has(sheet) && !first.has(sheet);
  const links = [...needed]
    .filter((name) => !own.includes(name))
    .map((name) => `<link rel="modulepreload" href="/${name}">`);
  return html
    .replace(/<link rel="stylesheet" href="\/([^"]+)">/g, (link, name) => (isLater(name) ? '' : link))
    .replace('</head>', `${links.join('')}</head>`);
}
