import type { Basin } from '#contract/basin.ts';
import type { IngestReport } from './report.ts';

const exampleCount = 3;

/** Explains that a file had nothing for the portal, and which names would have worked. */
export function describeNothingImported(
  { source, unknown_columns }: Pick<IngestReport, 'source' | 'unknown_columns'>,
  basin: Basin,
): string {
  const keys = basin.sites
    .flatMap(({ series }) => Object.values(series))
    .flatMap((names) => Object.entries(names).flatMap(([name, key]) => (name === source ? [key] : [])));
  const list = (names: readonly string[]) => [...new Set(names)].slice(0, exampleCount).join(', ');
  return [
    'Nothing was imported.',
    unknown_columns.length > 0 && `It has ${list(unknown_columns)}, which the basin file does not list.`,
    keys.length > 0 && `The basin file lists, for example, ${list(keys)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
