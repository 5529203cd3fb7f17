import { existsSync } from 'node:fs';
import path from 'node:path';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import { bundledScripts } from './src/components/build/bundled-scripts.ts';
import { leafletModules } from './src/components/build/leaflet-modules.ts';
import { pageStarts } from './src/components/build/page-starts.ts';
import { plainIcons } from './src/components/build/plain-icons.ts';
import { reactStandIns } from './src/components/build/react-stand-ins.ts';
import { scriptGroups } from './src/components/build/script-groups.ts';
import { portalBasinPath, readPortalBasin } from './src/config/basin/basin-file.ts';
import { basinDefinitions } from './src/config/basin/page-basin.ts';
import { findRoute } from './src/config/routes.ts';
import { features } from './src/features/index.ts';

// Astro reads only the PUBLIC_ settings of this file.
if (existsSync('.env')) process.loadEnvFile('.env');

const apiPort = process.env.API_PORT ?? '4322';

// Without `changeOrigin`, because people sign in at the address they see. `/interaction` itself is an Astro page.
const identity = { target: `http://localhost:${apiPort}`, changeOrigin: false };

/**
 * Serves the pages of records, documents and sites for their addresses under `astro dev`, as the server does.
 * @type {import('astro').AstroIntegration}
 */
const recordPages = {
  name: 'record-pages',
  hooks: {
    'astro:server:setup': ({ server }) => {
      server.middlewares.use((request, _response, next) => {
        request.url = request.url
          ?.replace(/^(\/models\/[^/?]+)\/[\da-f-]{36}(?=[/?]|$)/i, '$1')
          .replace(/^(\/documents\/public-docs)\/[\da-f-]{36}(?=[/?]|$)/i, '$1/document')
          .replace(/^(\/sites)\/[^/?]+(?=[/?]|$)/, '$1/site');
        next();
      });
    },
  },
};

/**
 * Builds the basin into the pages; `astro dev` follows changes of the basin file.
 * @type {import('astro').AstroIntegration}
 */
const basinPages = {
  name: 'basin-pages',
  hooks: {
    'astro:config:setup': ({ addWatchFile, updateConfig }) => {
      addWatchFile(path.resolve(portalBasinPath()));
      updateConfig({ vite: { define: basinDefinitions(readPortalBasin()) } });
    },
    // The file may be outside the project's folder, where nothing is watched.
    'astro:server:setup': ({ server }) => {
      server.watcher.add(path.resolve(portalBasinPath()));
    },
  },
};

/**
 * The pages of the features.
 * @type {import('astro').AstroIntegration}
 */
const featurePages = {
  name: 'feature-pages',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      for (const { name, pages = [], files = [] } of features) {
        for (const { path: pattern, file } of [...pages, ...files]) {
          injectRoute({ pattern, entrypoint: `./src/features/${name}/${file}` });
        }
      }
    },
  },
};

/**
 * Search engines get neither guarded pages nor those that sign in or out.
 * @param {string} address
 */
function isOpen(address) {
  const { pathname } = new URL(address);
  const route = findRoute(pathname);
  return (
    !/^\/(404|secret|interaction|map|auth|account|documents\/public-docs\/document|sites\/site)(\/|$)/.test(
      pathname,
    ) &&
    route?.guard !== 'signed-in' &&
    !features.some(({ pages = [] }) =>
      pages.some((page) => page.isUnlisted && page.path === pathname.replace(/\/$/, '')),
    )
  );
}

export default defineConfig({
  site: process.env.PORTAL_ORIGIN ?? 'http://localhost:4321',
  output: 'static',
  trailingSlash: 'ignore',
  // Pages of the documentation that became parts of others.
  redirects: {
    '/documentation/backup': '/documentation/deploy#back-up',
    '/documentation/running-for-others': '/documentation/deploy#alive-and-ready',
    '/documentation/recipes/add-a-screen': '/documentation/recipes/add-a-feature',
    '/documentation/guide/bulk-data': '/documentation/guide/parquet-files',
  },
  integrations: [react(), sitemap({ filter: isOpen }), basinPages, recordPages, featurePages, pageStarts()],
  // Prism uses classes; the Content-Security-Policy refuses inline styles.
  markdown: { syntaxHighlight: 'prism' },
  // No inline stylesheets, for the same reason.
  build: { inlineStylesheets: 'never', assets: '_assets' },
  devToolbar: { enabled: false },
  server: { port: 4321 },
  vite: {
    plugins: [bundledScripts(), leafletModules(), plainIcons(), reactStandIns(), scriptGroups()],
    // Small scripts and images stay files, cached once for all pages, instead of `data:` addresses.
    build: { assetsInlineLimit: 0 },
    server: {
      proxy: {
        '^/(api|ogc|embed|image)(/|$)': `http://localhost:${apiPort}`,
        '^/(authorize|oauth|userinfo|v2|\\.well-known)([/?]|$)': identity,
        '^/interaction/.': identity,
      },
    },
  },
});
