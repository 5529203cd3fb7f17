import path from 'node:path';
import type { Plugin } from 'vite';

const ownFunction = path.resolve('src/kits/ui/create-icon.ts');

/** A Vite plugin: draws lucide's icons by a function of a few lines, where the package's takes 2 KB of every tool page. */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '../createLucideIcon.mjs' && importer?.includes('/lucide-react/') ? ownFunction : undefined,
  };
}
