import path from 'node:path';
import { normalizePath, type Plugin } from 'vite';

const sources = `${normalizePath(path.resolve('src'))}/`;

/** Own modules, and whose imports of which modules they stand for. */
const standIns = [
  { of: /^react\/jsx-(dev-)?runtime$/, own: 'kits/ui/jsx-runtime.ts', isOnlyForSources: true },
  { of: /^@astrojs\/react\/client\.js$/, own: 'kits/ui/island.tsx', isOnlyForSources: false },
].map(({ own, ...each }) => ({ ...each, own: sources + own }));

/**
 * A Vite plugin: creates the elements of the portal's components so that a translated page goes on working, and starts
 * each island within an error boundary.
 */
export function reactStandIns(): Plugin {
  return {
    name: 'react-stand-ins',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const found = standIns.find(({ of }) => of.test(source));
      if (!found || importer.startsWith(found.own)) return undefined;
      return found.isOnlyForSources && !importer.startsWith(sources) ? undefined : found.own;
    },
  };
}
