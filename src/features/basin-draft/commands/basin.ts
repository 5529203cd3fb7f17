import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { BadArguments, readArguments, resolveFile, runCommand } from '#commands/run-command.ts';
import { SourceRefused } from '#ingest/source.ts';
import { draftBasinFile } from './write-draft.ts';

const usage = `npm run basin -- new --huc4 1705 [--out FILE] [--force]
  --huc4  the hydrologic unit, four digits
  --out   the new basin file; content/basin/1705.yaml by default
  --force replace that file if it exists`;

/** Drafts the basin file of another river. */
async function main() {
  const { values, positionals } = readArguments(usage, {
    allowPositionals: true,
    options: {
      huc4: { type: 'string' },
      out: { type: 'string' },
      force: { type: 'boolean', default: false },
    },
  });
  if (positionals.join(' ') !== 'new') throw new BadArguments(usage);
  const { huc4, force } = values;
  const request = { huc4, force, out: values.out && resolveFile(values.out) };
  const lines = await draftBasinFile(request, {
    fetch,
    sleep: (milliseconds) => setTimeout(milliseconds),
    now: () => new Date(),
    random: Math.random,
    onProgress: (message) => console.log(message),
    environment: process.env,
  });
  for (const line of lines) console.log(line);
}

await runCommand(main, SourceRefused);
