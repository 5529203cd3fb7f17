import type { Basin } from '#contract/basin/basin.ts';
import type { SourceName } from '#domain/agencies.ts';
import { agencies } from '#ingest/agencies/index.ts';
import { toSourceText } from '#ingest/reading/read-source-file.ts';
import { SourceRefused, type SourceSeries, type SourceText } from '#ingest/source.ts';
import { formatDay } from '#lib/calendar.ts';
import { basin } from './basin.ts';

type ReadOptions = {
  readonly sites?: readonly string[];
  readonly basin?: Basin;
};

/** Reads a saved response in pieces, without a database. `message` says why all of it is refused; otherwise it is empty. */
export async function readSource(
  source: SourceName,
  saved: string,
  { sites, basin: of = basin }: ReadOptions = {},
): Promise<{ readonly found: readonly SourceSeries[]; readonly message: string }> {
  const whole = toSourceText(saved);
  const text = await whole.text();
  const file: SourceText = {
    ...whole,
    isInMemory: undefined,
    async *chunks() {
      for (let at = 0; at < text.length; at += 1000) yield text.slice(at, at + 1000);
    },
  };
  const found: SourceSeries[] = [];
  try {
    for await (const each of agencies[source].parseFile(file, { sites }, of)) found.push(each);
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    return { found, message: error.message };
  }
  return { found, message: '' };
}

/** What was read, in lines: `HEII 1 2026-03-01 1500` of values, `unknown NAME`, `refused NAME: WHY`. */
export function describeRead(found: readonly SourceSeries[]): string[] {
  return found.flatMap((each) => {
    if (each.kind === 'unknown') return [`unknown ${each.name}`];
    if (each.kind === 'refused') return [`refused ${each.name}: ${each.message}`];
    if (each.kind === 'place') return [];
    if (each.kind === 'incomplete') return [`incomplete ${each.name}: ${each.message}`];
    const { days, values } = each.readings;
    return days.map(
      (day, at) => `${each.target.site.id} ${each.target.parameter} ${formatDay(day)} ${values[at]}`,
    );
  });
}
