import path from 'node:path';
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

const { webServer, projects: _, ...shared } = base;
if (!webServer || Array.isArray(webServer))
  throw new Error('The pictures need a portal of their own: unset BASE_URL.');

/** The pictures of all screens, of a portal whose clock stands still; see `npm run license`. */
export default defineConfig({
  ...shared,
  testDir: 'license',
  retries: 0,
  globalTeardown: './license/pictures-file.ts',
  webServer: {
    ...webServer,
    command: webServer.command.replace('--import', '--import ./tests/support/freeze-clock.ts --import'),
    env: { ...webServer.env, DATA_DIR: path.resolve(import.meta.dirname, '../.cache/license/data') },
  },
});
