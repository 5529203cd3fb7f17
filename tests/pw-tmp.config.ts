import os from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from '../src/commands/support/chromium.mjs';

const port = Number(process.env.E2E_PORT ?? 4399);
const external = process.env.BASE_URL;
const flowFiles = ['e2e/**/*.spec.ts', 'features/**/*.spec.ts'];
/** Its page is in no portal. */
const template = '**/features/feature-template/**';

/** Flows in Chromium against the real portal, with demonstration data in a database of their own. */
export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: path.resolve(import.meta.dirname, '../test-results'),
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than there are cores, because flows wait for frames, timers and the server.
  workers: os.availableParallelism() + 1,
  projects: [
    // Each route once, and the few flows that the portal lives by; over a sample of the demonstration.
    { name: 'flows', testMatch: flowFiles, testIgnore: template, grep: /@quick/ },
    { name: 'fullFlows', testMatch: flowFiles, testIgnore: template },
    // Lighthouse measures pages, so nothing else may run meanwhile.
    { name: 'lighthouse', testDir: 'full', workers: 1 },
  ],
  // One hiccup of the machine must not hide the other results; the summary names each test that needed it.
  retries: 0,
  // Far more than any flow takes: a limit tells what hangs from what is slow on a busy or slow machine.
  timeout: 300_000,
  expect: { timeout: 75_000 },
  // `npm test` names the file of the results in the environment.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    baseURL: external ?? `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    // As for what is expected: a control that isn't there must not take a flow's whole time.
    actionTimeout: 75_000,
    locale: 'en-US',
    timezoneId: 'America/Denver',
    // Animations and the hero's video would take most of the processor; their own tests ask for motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each step makes a flow twice as slow: ask for it to look into a failure.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: launchOptions(),
  },
  webServer: external
    ? undefined
    : {
        command: `${JSON.stringify(process.execPath)} --import ./tests/support/end-with-runner.ts src/commands/serve.ts`,
        cwd: path.resolve(import.meta.dirname, '..'),
        url: `http://localhost:${port}/api/health`,
        timeout: 600_000,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
        env: {
          PORT: String(port),
          TEST_RUNNER_PID: String(process.pid),
          // `npm test` names the folder of its data.
          DATA_DIR: process.env.E2E_DATA ?? path.resolve(import.meta.dirname, '../.cache/e2e-data'),
          LOG_LEVEL: 'warn',
          TIME_LIMIT_FACTOR: '10',
          RATE_LIMIT_PER_MINUTE: '100000',
          // Where a flow that imports has its agency.
          USBR_URL: `http://127.0.0.1:${port + 1}`,
        },
      },
});
