import path from 'node:path';
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

const { webServer, projects: _, ...shared } = base;
if (!webServer || Array.isArray(webServer))
  throw new Error('The pictures need a portal of their own: unset BASE_URL.');

/** Takes the pictures of all screens, of a portal whose clock stands still, for `npm run compare`. */
export default defineConfig({
  ...shared,
  testDir: 'compare',
  retries: 0,
  webServer: {
    ...webServer,
    command: webServer.command.replace('--import', '--import ./tests/support/freeze-clock.ts --import'),
    env: { ...webServer.env, DATA_DIR: path.resolve(import.meta.dirname, '../.cache/compare/data') },
  },
});
