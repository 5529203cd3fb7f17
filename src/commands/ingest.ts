import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BadBasin, readBasin } from '#config/basin-file.ts';
import { HandOverFailed, handOver } from '#ingest/hand-over.ts';
import { ImportRunning } from '#ingest/ingest-runs.ts';
import { createImportProcess } from '#ingest/process/import-process.ts';
import { BadIngestRequest, ingest, sourceArguments } from '#ingest/run.ts';
import { runRepeatedly } from '#ingest/schedule.ts';
import type { SourceRequest } from '#ingest/source.ts';
import { setBasinTimeZone } from '#lib/calendar.ts';
import { toErrorMessage } from '#lib/errors.ts';
import { parseInterval } from '#lib/interval.ts';
import { BadConfig, parseConfig } from '#server/config.ts';
import { FolderInUse } from '#server/db/folder-lock.ts';
import { openStore } from '#server/db/open-store.ts';
import { DatabaseUnavailable } from '#server/db/store.ts';
import { resolveFile, runCommand } from './run-command.ts';

const usage = `npm run ingest -- SOURCE [--file PATH] [--since YYYY-MM-DD] [--sites LIST] [--every 6h] [--replace-source] [--accept-magnitude]
  SOURCE  ${sourceArguments.join(', ')}
  --file  read a saved response of the agency instead of its service
  --since skip days before this one
  --sites import only these sites, separated by commas, in the agency's names (heii,amf_af)
  --every repeat the import every few minutes, hours or days: 30m, 6h, 1d; without --since, it requests the
          last 90 days of each record, and the whole record once a week
  --replace-source  let this source replace series of another one; the former values stay in the history
  --accept-magnitude  take values that seem to be in another unit than the stored record`;

/** Imports into the configured database, or asks the portal to do it if that has the embedded one open. */
async function main() {
  const { source, options, every } = readArguments();
  const runImport = () => importOnce(source, options);
  if (every === undefined) await runImport();
  else
    await runRepeatedly({
      interval: every,
      run: runImport,
      sleep: setTimeout,
      onProgress: (message) => console.log(message),
    });
}

/** Sets the exit code to 1 if something was refused. */
async function importOnce(source: string, options: SourceRequest & { keepCurrent: boolean }) {
  const config = parseConfig(process.env);
  const onProgress = (message: string) => console.log(message);
  let report: { status: string };
  try {
    const basin = readBasin(config.basinFile);
    setBasinTimeZone(basin.time_zone);
    const store = await openStore(config.databaseUrl);
    try {
      const runSource = createImportProcess({ memoryMb: config.importMemoryMb });
      report = await ingest(store, source, { ...options, basin, runSource, onProgress });
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    report = await handOver(config.dataDir, { source, ...options }, { onProgress });
  }
  if (report.status !== 'succeeded') process.exitCode = 1;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        file: { type: 'string' },
        since: { type: 'string' },
        sites: { type: 'string', multiple: true },
        every: { type: 'string' },
        'replace-source': { type: 'boolean', default: false },
        'accept-magnitude': { type: 'boolean', default: false },
      },
    });
    const [source, ...more] = positionals;
    if (source === undefined || more.length > 0) throw new BadIngestRequest(usage);
    const file = values.file && resolveFile(values.file);
    const sites = values.sites?.flatMap((list) => list.split(',').map((site) => site.trim())).filter(Boolean);
    const every = values.every === undefined ? undefined : parseInterval(values.every);
    if (values.every !== undefined && every === undefined) {
      throw new BadIngestRequest(`--every ${values.every} is not an interval. Write it as 30m, 6h or 1d.`);
    }
    const keepCurrent = every !== undefined;
    return {
      source,
      options: {
        file,
        since: values.since,
        sites,
        keepCurrent,
        replaceSource: values['replace-source'],
        acceptMagnitude: values['accept-magnitude'],
      },
      every,
    };
  } catch (error) {
    if (error instanceof BadIngestRequest) throw error;
    throw new BadIngestRequest(`${toErrorMessage(error)}\n\n${usage}`);
  }
}

await runCommand(main, [
  BadBasin,
  BadConfig,
  FolderInUse,
  DatabaseUnavailable,
  BadIngestRequest,
  HandOverFailed,
  ImportRunning,
]);
