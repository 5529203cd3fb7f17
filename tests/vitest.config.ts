import { globSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { basinDefinitions } from '#config/basin/page-basin.ts';
import { templateName, withFeature } from '../src/commands/support/feature-template.ts';
import { basin } from './support/basin.ts';

const root = path.resolve(import.meta.dirname, '..');

const templateFolder = `tests/features/${templateName}`;

const quickFiles = globSync('tests/{unit,api,charts,features}/**/*.test.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(full|quiet)\.test\./.test(file) && !file.startsWith(`${templateFolder}/`),
);
const filesWith = (texts: readonly string[]) =>
  quickFiles.filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return texts.some((each) => text.includes(each));
  });

/** Quick files with something for the long tests, which run them whole, on both engines. */
const filesWithMore = filesWith(["tags: ['full']", 'thorough.ts', 'for-all.ts']);

/** The files that take longest, the longest first. One that began last would keep one core busy, and the other idle. */
const longest = [
  ...[
    'guide-pictures',
    'full/features',
    'disk-faults',
    'power-failures',
    'new-feature',
    'replica-reads',
    'full/replica',
    'own-records/kills',
    'first-import-kill',
    'bench',
    'brief-oracle',
    'ingest-command',
  ],
  ...[
    'backup-rounds',
    'bulk/command',
    'large-file',
    'fuzz',
    'portal-import',
    'content-authoring',
    'every-route',
  ],
  ...['write-deadlines', 'container-steps', 'dearest-questions', 'bulk/api', 'statistics-oracle'],
  ...['interrupted-imports', 'history-size', 'full/start', 'records-kill', 'wrong-files', 'data-links'],
  ...[
    'demo-extension',
    'value-origins',
    'analog-years',
    'full/backup',
    'identity-guessing',
    'former-versions',
  ],
  ...[
    'ingest/first-import',
    'figures',
    'conditions-oracle',
    'value-history',
    'tokens/api',
    'dump',
    'restore',
    'fill',
    'migrations',
  ],
];
const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.findIndex((name) => new RegExp(`/${name}(\\.full)?\\.test\\.ts$`).test(moduleId));
  return rank < 0 ? longest.length : rank;
};

/** Adds the template to the list of features, as `npm run new` adds a copy of it. */
const withTemplate: Plugin = {
  name: 'with-template',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/src/features/index.ts') ? withFeature(code, templateName) : undefined,
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

export default defineConfig({
  root,
  define: basinDefinitions(basin),
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    setupFiles: 'tests/support/real-clock.ts',
    // The zone of a machine must never matter: dates of the portal are days in America/Denver.
    // Nor its speed: the portal waits for slow work ten times as long as usual.
    env: { TZ: 'Pacific/Kiritimati', TIME_LIMIT_FACTOR: '10' },
    // V8 may crash when it frees the code of a database that was closed (jit_page_->allocations_.erase).
    execArgv: ['--no-wasm-code-gc'],
    // Each worker loads the portal's modules for itself, and `npm test` has other work for the other cores. Long tests wait
    // for PostgreSQL and for processes, so they have one worker more than there are cores.
    maxWorkers: process.argv.includes('--tags-filter=!full') ? 1 : os.availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Files share the modules of their worker, because importing them again took a fifth of the time. A test that
    // changes what a module holds changes it back.
    isolate: false,
    // A picture that is not there is a fault on each machine: the runner would write it, but not in CI.
    update: 'none',
    // What a test replaces of a module is there again in the next test.
    restoreMocks: true,
    // What takes long belongs into the long tests, in a file `NAME.full.test.ts` or a test with this tag.
    tags: [{ name: 'full', description: 'Runs in `npm run test:full` only.' }],
    // Far more than any test takes: a limit tells what hangs from what is slow on a busy or slow machine.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    // A second, the default, is short where other files keep the cores busy.
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          provide: { project: 'fast' },
          include: quickFiles,
        },
      },
      {
        extends: true,
        plugins: [withTemplate],
        test: {
          name: 'template',
          provide: { project: 'fast' },
          include: [`${templateFolder}/*.test.ts`],
        },
      },
      {
        extends: true,
        // The API tests once more, on the database that `fast` leaves out where there is a PostgreSQL.
        test: {
          name: 'embedded',
          provide: { project: 'embedded' },
          include: filesWith(['describeEngines(']).filter((file) => !filesWithMore.includes(file)),
        },
      },
      {
        extends: true,
        test: {
          name: 'full',
          provide: { project: 'full' },
          include: [
            'tests/full/*.test.ts',
            'tests/{unit,api,charts,features}/**/*.full.test.{ts,tsx}',
            ...filesWithMore,
          ],
        },
      },
      {
        extends: true,
        // What `npm run compare` asks of this tree.
        test: {
          name: 'compare',
          provide: { project: 'full' },
          include: ['tests/compare/*.test.ts'],
        },
      },
      {
        extends: true,
        // These measure time or memory, so nothing else may run meanwhile.
        test: {
          name: 'quiet',
          provide: { project: 'quiet' },
          include: ['tests/full/quiet/*.test.ts', 'tests/features/*/*.quiet.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
