import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BadArguments } from '#commands/run-command.ts';
import { parseBasin } from '#config/basin/basin-file.ts';
import type { SourceTools } from '#ingest/source.ts';
import { draftBasin } from './draft.ts';

export type DraftRequest = {
  readonly huc4: string | undefined;
  /** The path of the new file; by default in `content/basin`, named by the code. */
  readonly out: string | undefined;
  /** Replaces an existing file. */
  readonly force: boolean;
};

/**
 * Drafts a basin file from the services' lists of sites and writes it. Returns what it wrote and left out, as lines.
 * @throws BadArguments
 * @throws SourceRefused if a service fails, or has no sites there; nothing is written then
 */
export async function draftBasinFile(
  { huc4, out, force }: DraftRequest,
  tools: SourceTools,
): Promise<string[]> {
  if (huc4 === undefined) throw new BadArguments('Name the hydrologic unit, e.g. --huc4 1705.');
  if (!/^\d{4}$/.test(huc4)) {
    throw new BadArguments(`--huc4 ${huc4} is not the code of a HUC4. Write its four digits, e.g. 1705.`);
  }
  const file = out ?? `content/basin/${huc4}.yaml`;
  if (existsSync(file) && !force) {
    throw new BadArguments(`${file} exists. Name another file with --out, or add --force to replace it.`);
  }
  const { text, siteCount, leftOut } = await draftBasin(huc4, tools);
  // An error here would be the draft's, not the user's.
  parseBasin(text, file);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return [
    `${siteCount} sites were written to ${file}.`,
    ...[...leftOut]
      .toSorted(([, one], [, other]) => other - one)
      .map(([reason, count]) => `  ${count} left out: ${reason}`),
    'Wells that are only measured by hand are not in it either. Check the file, then name it with BASIN_FILE.',
  ];
}
