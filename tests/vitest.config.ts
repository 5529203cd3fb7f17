import { globSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { basinDefinitions } from '../src/config/page-basin.ts';
import { basin } from './support/basin.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The API tests that run on either database. */
function filesWithEngines(): string[] {
  const declares = /\b(describeEngines|describeInterruptedImports)\(/;
  return globSync('tests/api/**/*.test.ts', { cwd: root }).filter((file) =>
    declares.test(readFileSync(path.join(root, file), 'utf8')),
  );
}

export default defineConfig({
  root,
  define: basinDefinitions(basin),
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    // The zone of a machine must never matter: dates of the portal are days in America/Denver.
    env: { TZ: 'Pacific/Kiritimati' },
    // V8 may crash when it frees the code of a database that was closed (jit_page_->allocations_.erase).
    execArgv: ['--no-wasm-code-gc'],
    // One more than there are cores, because tests wait for PostgreSQL and for processes.
    maxWorkers: os.availableParallelism() + 1,
    // Files share the modules of their worker, because importing them again took a fifth of the time. A test that
    // changes what a module holds changes it back.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          provide: { project: 'fast' },
          include: ['tests/{unit,api,charts}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        // The API tests once more, on the database that `fast` leaves out where there is a PostgreSQL.
        test: { name: 'embedded', provide: { project: 'embedded' }, include: filesWithEngines() },
      },
      {
        extends: true,
        test: {
          name: 'full',
          provide: { project: 'full' },
          include: ['tests/full/*.test.ts'],
          // Each starts processes of its own.
          maxWorkers: os.availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        // These measure time or memory, so nothing else may run meanwhile.
        test: {
          name: 'quiet',
          provide: { project: 'quiet' },
          include: ['tests/full/quiet/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
