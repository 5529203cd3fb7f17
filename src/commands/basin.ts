import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SourceRefused } from '#ingest/source.ts';
import { toErrorMessage } from '#lib/errors.ts';
import { BadDraftRequest, draftBasinFile } from './draft-basin-file.ts';
import { resolveFile, runCommand } from './run-command.ts';

const usage = `npm run basin -- new --huc4 1705 [--out FILE] [--force]
  --huc4  the hydrologic unit, four digits
  --out   the new basin file; content/basin/1705.yaml by default
  --force replace that file if it exists`;

/** Drafts the basin file of another river. */
async function main() {
  const lines = await draftBasinFile(readArguments(), {
    fetch,
    sleep: (milliseconds) => setTimeout(milliseconds),
    now: () => new Date(),
    random: Math.random,
    onProgress: (message) => console.log(message),
    environment: process.env,
  });
  for (const line of lines) console.log(line);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        huc4: { type: 'string' },
        out: { type: 'string' },
        force: { type: 'boolean', default: false },
      },
    });
    if (positionals.join(' ') !== 'new') throw new BadDraftRequest(usage);
    const out = values.out && resolveFile(values.out);
    return { huc4: values.huc4, out, force: values.force };
  } catch (error) {
    if (error instanceof BadDraftRequest) throw error;
    throw new BadDraftRequest(`${toErrorMessage(error)}\n\n${usage}`);
  }
}

await runCommand(main, [BadDraftRequest, SourceRefused]);
