import { existsSync } from 'node:fs';
import process from 'node:process';
import { readBasin } from '#config/basin/basin-file.ts';
import type { Basin } from '#contract/basin/basin.ts';
import { basinRequestsOf } from '#contract/basin/basin-requests.ts';
import { writeBasinShapes } from '#ingest/basin/write-shapes.ts';
import { extendDemo, hasDemo, isEmpty, noDemoNote, seedDemo } from '#ingest/demo/index.ts';
import { writeDemoReadings } from '#ingest/demo/readings.ts';
import { closeDeadRuns } from '#ingest/engine/ingest-runs.ts';
import { importInPortal } from '#ingest/engine/portal-import.ts';
import {
  isApprovedOnly,
  recomputeStatistics,
  statisticsSource,
} from '#ingest/engine/recompute-statistics.ts';
import { removeFutureDays } from '#ingest/engine/remove-future-days.ts';
import { yesterdayInBasin } from '#lib/calendar.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { applyStatisticSetting, buildMissingStatistics } from '#server/db/build-statistics.ts';
import { checkPages } from '#server/db/check-pages.ts';
import { collectAfterStart } from '#server/db/collect-after-start.ts';
import { leaseSeconds, withLock } from '#server/db/locks.ts';
import { openStore } from '#server/db/open-store.ts';
import type { Store } from '#server/db/store.ts';
import { createImportRunner } from '#server/imports/import-runner.ts';
import { checkListenAddress, type RunningServer, StartFailed, startServer } from '#server/main.ts';
import { openTelemetry } from '#server/telemetry/open-telemetry.ts';
import { addDemoContent } from './add-demo-content.ts';
import { openBasin, printFailure } from './run-command.ts';

const hourMs = 3_600_000;

/** An arbitrary number: who holds its lock writes demonstration data and the map's shapes. Several portals may start on one database. */
const demoLockKey = 17_040_213;

/** What to do when the command that started this process was killed; before there is a portal, nothing is left to end. */
let onParentLost = (): void => process.exit(1);

/** Runs the whole portal in one process until it receives a signal. */
async function serve() {
  process.on('disconnect', () => onParentLost());
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = parseConfig(process.env);
  const basin = openBasin(config);
  await checkListenAddress(config);
  const opened = await openStore(config.databaseUrl, {
    readUrl: config.databaseReadUrl,
    connections: config.databaseConnections,
  });
  const { store, telemetry } = await openTelemetry(config, opened);
  try {
    const warning = store.engine === 'pglite' ? await checkPages(store) : undefined;
    if (warning) console.warn(warning);
    await withLock(store, demoLockKey, async () => {
      if (config.demoData) await seedOrExtendDemoData(store, config, basin);
      await writeBasinShapes(store, basin);
      await removeFutureDays(store, { now: new Date(), onProgress: (message) => console.log(message) });
    });
    const closer = closeDeadRunsWhenFree(store);
    await applyStatisticSetting(store, isApprovedOnly(basin));
    const importRunner = createImportRunner(async (request, hooks) => {
      // Read again for each import, so that changes apply without a restart.
      const current = readBasin(config.basinFile);
      return request.source === statisticsSource
        ? recomputeStatistics(store, current, hooks)
        : importInPortal(store, current, { ...request, memoryMb: config.importMemoryMb }, hooks);
    });
    const server = await startServer(config, store, {
      importRunner,
      ...basinRequestsOf(basin),
      telemetry,
    });
    console.log(`Portal is ready at ${server.address}`);
    const statistics = buildStatisticsInBackground(store, server);
    const timer = config.demoData ? extendDemoDataHourly(store, basin, server) : undefined;
    const readings = config.demoData ? extendDemoReadings(store, basin, config, server) : undefined;
    void statistics.built.then(collectAfterStart);
    await waitForStopSignal();
    server.announceStop();
    clearInterval(timer);
    clearInterval(readings);
    clearInterval(closer);
    await statistics.stop();
    await server.close();
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function seedOrExtendDemoData(store: Store, config: Config, basin: Basin) {
  if (!hasDemo(basin)) {
    if (await isEmpty(store)) console.log(noDemoNote);
    return;
  }
  const through = yesterdayInBasin(new Date());
  if (await isEmpty(store)) {
    console.log('The database is empty: writing the demonstration data…');
    await seedDemo(store, { basin, through, onProgress: (message) => console.log(`  ${message}`) });
  } else {
    // Does nothing if the database has other data.
    await extendDemo(store, { basin, through, onProgress: (message) => console.log(message) });
  }
  await addDemoContent(store, config, through);
}

/**
 * Computes statistics that are missing: after an upgrade, or a change of the basin file's setting. Requests compute what
 * they need until then.
 */
function buildStatisticsInBackground(store: Store, { app }: RunningServer) {
  const controller = new AbortController();
  const onProgress = (message: string) => app.log.info(message);
  const built = buildMissingStatistics(store, { signal: controller.signal, onProgress }).catch(
    (error: unknown) =>
      app.log.error({ err: error }, 'Statistics could not be computed. Run npm run statistics.'),
  );
  return {
    built,
    stop: async () => {
      controller.abort();
      await built;
    },
  };
}

/**
 * Closes the runs of an import that died with an earlier process, as soon as its lock has expired. Until then the lock
 * could be that of another portal's import.
 */
function closeDeadRunsWhenFree(store: Store) {
  const close = () =>
    closeDeadRuns(store).then(
      (isDone) => isDone && clearInterval(timer),
      // The next try is in some seconds.
      () => {},
    );
  const timer = setInterval(close, leaseSeconds * 1000).unref();
  void close();
  return timer;
}

/** Keeps the demo data current through yesterday while the portal runs. */
function extendDemoDataHourly(store: Store, basin: Basin, { app }: RunningServer) {
  let current = yesterdayInBasin(new Date());
  const extend = async () => {
    const through = yesterdayInBasin(new Date());
    if (through === current) return;
    try {
      await withLock(store, demoLockKey, () => extendDemo(store, { basin, through }));
      current = through;
    } catch (error) {
      app.log.error({ err: error }, 'The demonstration data could not be extended. Next try in an hour.');
    }
  };
  return setInterval(extend, hourMs).unref();
}

/** The first hours of the demonstration's readings, so that there is a change to tell of, and a station that is silent. */
const firstDemoHours = 12;

/** Keeps the readings of the demonstration current while the portal runs. */
function extendDemoReadings(
  store: Store,
  basin: Basin,
  { readingsEveryMs: every }: Config,
  { app }: RunningServer,
) {
  if (every === 0) return undefined;
  const write = (hours: number) =>
    writeDemoReadings(store, { basin, now: new Date(), hours }).catch((error: unknown) =>
      app.log.error(
        { err: error },
        'The readings of the demonstration could not be written. They are next time.',
      ),
    );
  void write(firstDemoHours);
  return setInterval(() => void write(1 + Math.ceil(every / hourMs)), every).unref();
}

/**
 * Waits for SIGINT or SIGTERM. A second signal ends the process at once, except right after the first one: that is the
 * same Ctrl+C, passed on by npm.
 */
function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let since: number | undefined;
    const stop = () => {
      if (since !== undefined && performance.now() - since > 1000) process.exit(1);
      since ??= performance.now();
      resolve();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    onParentLost = resolve;
  });
}

serve().then(
  () => process.exit(0),
  (error: unknown) => {
    printFailure(error, StartFailed);
    process.exit(1);
  },
);
