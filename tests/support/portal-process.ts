import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { closeDeadRuns } from '#ingest/engine/ingest-runs.ts';
import { ingest } from '#ingest/run.ts';
import { openStore } from '#server/db/open-store.ts';
import { createImportRunner } from '#server/imports/import-runner.ts';
import { startServer } from '#server/main.ts';
import { openTelemetry } from '#server/telemetry/open-telemetry.ts';
import { quietImport } from './basin.ts';
import { createFakeAgencies, now } from './fake-agencies.ts';
import { testConfig } from './test-app.ts';

/**
 * Runs one of several portals on one database, for tests that kill it. Its imports read a fake agency that takes its
 * time, and leave a witness of when they ran. The first line of its output is its port.
 */
const config = testConfig({ PORT: '0', RATE_LIMIT_PER_MINUTE: '1000000', ...process.env });
const opened = await openStore(config.databaseUrl, {
  readUrl: config.databaseReadUrl,
  connections: config.databaseConnections,
  leaseSeconds: 2,
});
const { store, telemetry } = await openTelemetry(config, opened);

const pauseMs = 40;

const importRunner = createImportRunner(async ({ source, startedBy }, { signal, onProgress }) => {
  const agency = createFakeAgencies().find((each) => each.source === source);
  if (!agency) throw new Error(`There is no fake ${source}.`);
  let witness: number | undefined;
  const noteActivity = async () => {
    if (witness === undefined) {
      const [row] = await store.query<{ id: number }>(
        'insert into import_witness (pid) values ($1) returning id',
        [process.pid],
      );
      witness = row?.id;
    } else {
      await store.query('update import_witness set last_activity = clock_timestamp() where id = $1', [
        witness,
      ]);
    }
  };
  const slowFetch: typeof fetch = async (...request) => {
    await noteActivity();
    await setTimeout(pauseMs);
    return agency.fetch(...request);
  };
  return ingest(store, source, {
    ...quietImport,
    sites: agency.sites,
    since: '2025-10-01',
    fetch: slowFetch,
    now,
    signal,
    onProgress,
    startedBy,
  });
});

const { port } = await startServer(config, store, { importRunner, telemetry });
console.log(port);
// The database may be killed at any time; the next portal that starts tries again.
await closeDeadRuns(store).catch((error: unknown) => console.error(String(error)));
