import { type Basin, sourceNames } from '#contract/basin.ts';
import { targetsOf } from './basin/targets.ts';

/**
 * Counts the series that an import from the network will request, for its progress; undefined for a file, whose series
 * are not known before it was read, and for sites, whose names depend on the agency.
 */
export function countExpectedSeries(
  basin: Basin,
  {
    source,
    file,
    sites,
  }: { source: string; file?: string | undefined; sites?: readonly string[] | undefined },
): number | undefined {
  if (file !== undefined || sites !== undefined) return undefined;
  return sourceNames
    .filter((name) => source === 'all' || source === name)
    .reduce((sum, name) => sum + targetsOf(basin, name, 'first').all.length, 0);
}
