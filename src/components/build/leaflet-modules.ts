import path from 'node:path';
import type { Plugin } from 'vite';

/** Modules that only define what they export. The handlers of the map register themselves. */
const onlyDefines = /\/leaflet\/src\/(?!map\/|layer\/vector\/Renderer\.getRenderer)/;
const kit = /\/src\/kits\/map\//;
const wholeImport = "import L from 'leaflet';";

/**
 * A Vite plugin: builds Leaflet from its modules, so that a page loads no part that it does not use. In the published
 * bundle, `L` is one object with all of it.
 */
export function leafletModules(): Plugin {
  return {
    name: 'leaflet-modules',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: [{ find: /^leaflet$/, replacement: path.resolve('src/kits/map/leaflet.ts') }] },
      // Bundled in advance by `astro dev`, they would contain another Leaflet.
      optimizeDeps: { exclude: ['react-leaflet', '@react-leaflet/core'] },
    }),
    transform(code, id) {
      if (onlyDefines.test(id)) return { code, map: null, moduleSideEffects: false };
      if (!kit.test(id) || !code.includes(wholeImport)) return undefined;
      return { code: code.replace(wholeImport, "import * as L from 'leaflet';"), map: null };
    },
  };
}
