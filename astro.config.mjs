import { existsSync } from 'node:fs';
import path from 'node:path';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import { bundledScripts } from './src/components/bundled-scripts.ts';
import { basinDefinitions } from './src/config/page-basin.ts';
import { portalBasinPath, readPortalBasin } from './src/config/portal-basin.ts';
import { findRoute } from './src/config/routes.ts';

// Astro reads only the PUBLIC_ settings of this file.
if (existsSync('.env')) process.loadEnvFile('.env');

const apiPort = process.env.API_PORT ?? '4322';

// Not `changeOrigin`: people sign in at the address that they see. `/interaction` itself is a page of Astro's.
const identity = { target: `http://localhost:${apiPort}`, changeOrigin: false };

/**
 * Under development, too, a model's list page is given for the addresses of its records.
 * @type {import('astro').AstroIntegration}
 */
const recordPages = {
  name: 'record-pages',
  hooks: {
    'astro:server:setup': ({ server }) => {
      server.middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^(\/models\/[^/?]+)\/[\da-f-]{36}(?=[/?]|$)/i, '$1');
        next();
      });
    },
  },
};

/**
 * Puts into the pages what they know of the basin; under development they follow its file.
 * @type {import('astro').AstroIntegration}
 */
const basinPages = {
  name: 'basin-pages',
  hooks: {
    'astro:config:setup': ({ addWatchFile, updateConfig }) => {
      addWatchFile(path.resolve(portalBasinPath()));
      updateConfig({ vite: { define: basinDefinitions(readPortalBasin()) } });
    },
    // It may lie outside of the project's folder, where nothing else is watched.
    'astro:server:setup': ({ server }) => {
      server.watcher.add(path.resolve(portalBasinPath()));
    },
  },
};

/**
 * Pages that ask to sign in, and the ways in and out, are for no search engine.
 * @param {string} address
 */
function isOpen(address) {
  const { pathname } = new URL(address);
  const route = findRoute(pathname);
  return !/^\/(404|secret|interaction|map|auth|account)(\/|$)/.test(pathname) && route?.guard !== 'signed-in';
}

export default defineConfig({
  site: process.env.PUBLIC_SITE_URL ?? 'http://localhost:4321',
  output: 'static',
  trailingSlash: 'ignore',
  integrations: [react(), sitemap({ filter: isOpen }), basinPages, recordPages],
  // Classes instead of inline styles, which the Content-Security-Policy refuses.
  markdown: { syntaxHighlight: 'prism' },
  // Stylesheets stay files, so that the Content-Security-Policy needs no exception for inline styles.
  build: { inlineStylesheets: 'never', assets: '_assets' },
  devToolbar: { enabled: false },
  server: { port: 4321 },
  vite: {
    plugins: [bundledScripts()],
    // Small scripts and pictures stay files too: no data: addresses, and one cached copy for every page.
    build: { assetsInlineLimit: 0 },
    server: {
      proxy: {
        '/api': `http://localhost:${apiPort}`,
        '^/(authorize|oauth|userinfo|v2|\\.well-known)([/?]|$)': identity,
        '^/interaction/.': identity,
      },
    },
  },
});
