import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: path.resolve(import.meta.dirname, '..'),
  test: {
    include: ['tests/{unit,api,charts}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/global-setup.ts',
    // The zone of a machine must never matter: dates of the portal are days in America/Denver.
    env: { TZ: 'Pacific/Kiritimati' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
