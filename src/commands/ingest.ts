import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { ImportRunning } from '#ingest/engine/ingest-runs.ts';
import { HandOverFailed, handOver } from '#ingest/hand-over.ts';
import { createImportProcess } from '#ingest/process/import-process.ts';
import { BadIngestRequest, ingest, sourceArguments } from '#ingest/run.ts';
import { runRepeatedly } from '#ingest/schedule.ts';
import type { SourceRequest } from '#ingest/source.ts';
import { parseInterval } from '#lib/interval.ts';
import { parseConfig } from '#server/config.ts';
import { FolderInUse } from '#server/db/folder-lock.ts';
import { BadArguments, openBasin, readArguments, resolveFile, runCommand, withStore } from './run-command.ts';

const usage = `npm run ingest -- SOURCE [--file PATH] [--since YYYY-MM-DD] [--sites LIST] [--every 6h] [--replace-source] [--accept-magnitude] [--midnight start|end]
  SOURCE  ${sourceArguments.join(', ')}, or feed NAME, a feed of the basin file
  --file  read a saved response of the agency instead of its service
  --since skip days before this one
  --sites import only these sites, separated by commas, in the agency's names (heii,amf_af)
  --every repeat the import every few minutes, hours or days: 30m, 6h, 1d; without --since, it requests the
          last 90 days of each record, and the whole record once a week
  --replace-source  let this source replace series of another one; the former values stay in the history
  --accept-magnitude  take values that seem to be in another unit than the stored record
  --midnight  whether 00:00 in a file starts or ends the day of its value
It exits with 1 if something was refused, and with 3 if less arrived than was asked for.`;

/** Imports into the configured database, or asks the portal to do it if that has the embedded one open. */
async function main() {
  const { source, options, every } = readRequest();
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

/** The exit code of an import of which less arrived than was asked for. */
const partialCode = 3;

/** Sets the exit code: 1 if something was refused, 3 if less arrived than was asked for. */
async function importOnce(source: string, options: SourceRequest & { keepCurrent: boolean }) {
  const config = parseConfig(process.env);
  const onProgress = (message: string) => console.log(message);
  let report: { status: string };
  try {
    const basin = openBasin(config);
    const runSource = createImportProcess({ memoryMb: config.importMemoryMb });
    report = await withStore(config, (store) =>
      ingest(store, source, { ...options, basin, runSource, onProgress }),
    );
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    report = await handOver(config.dataDir, { source, ...options }, { onProgress });
  }
  if (report.status !== 'succeeded') process.exitCode = report.status === 'partial' ? partialCode : 1;
}

function readRequest() {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: {
      file: { type: 'string' },
      since: { type: 'string' },
      sites: { type: 'string', multiple: true },
      every: { type: 'string' },
      'replace-source': { type: 'boolean', default: false },
      'accept-magnitude': { type: 'boolean', default: false },
      midnight: { type: 'string' },
    },
  });
  // A source of a feature has two words: `feed NAME`.
  const source = positionals.join(' ');
  if (source === '') throw new BadArguments(usage);
  const every = values.every === undefined ? undefined : parseInterval(values.every);
  if (values.every !== undefined && every === undefined) {
    throw new BadArguments(`--every ${values.every} is not an interval. Write it as 30m, 6h or 1d.`);
  }
  const midnight = (['start', 'end'] as const).find((each) => each === values.midnight);
  if (values.midnight !== midnight) {
    throw new BadArguments(`--midnight ${values.midnight} is neither start nor end.`);
  }
  return {
    source,
    options: {
      file: values.file && resolveFile(values.file),
      since: values.since,
      sites: values.sites?.flatMap((list) => list.split(',').map((site) => site.trim())).filter(Boolean),
      keepCurrent: every !== undefined,
      replaceSource: values['replace-source'],
      acceptMagnitude: values['accept-magnitude'],
      midnight,
    },
    every,
  };
}

await runCommand(main, BadIngestRequest, HandOverFailed, ImportRunning);
