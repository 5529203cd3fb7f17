import type { Basin } from '#contract/basin.ts';
import type { IngestReport } from './report.ts';

const exampleCount = 3;

/** Explains that a file had nothing for the portal, and which names would have worked. */
export function describeNothingImported(
  { source, sites, unknown_columns }: Pick<IngestReport, 'source' | 'sites' | 'unknown_columns'>,
  basin: Basin,
): string {
  const keys = basin.sites
    .flatMap(({ series }) => Object.values(series))
    .flatMap((names) => Object.entries(names).flatMap(([name, key]) => (name === source ? [key] : [])));
  // The others are the request's.
  const found = unknown_columns.filter((name) => !sites?.includes(name));
  const list = (names: readonly string[]) => [...new Set(names)].slice(0, exampleCount).join(', ');
  return [
    'Nothing was imported.',
    found.length > 0 && `It has ${list(found)}, which the basin file does not list.`,
    keys.length > 0 && `The basin file lists, for example, ${list(keys)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
