import { type Basin, sourceNames } from '#contract/basin.ts';
import type { IngestReport } from './report.ts';

const suggestionCount = 3;

/**
 * Describes each of `names` that the report lists as unknown, with the names that are spelled most like it. Such a name
 * fails an import even if other sites were imported, because not all that was asked for was done.
 */
export function describeUnknownSites(
  { source, unknown_columns }: Pick<IngestReport, 'source' | 'unknown_columns'>,
  names: readonly string[],
  basin: Basin,
): IngestReport['failures'] {
  return [...new Set(names)]
    .filter((name) => unknown_columns.includes(name))
    .map((name) => {
      const unknown = `The name is unknown to ${source === 'all' ? 'every source' : `the source ${source}`}.`;
      const nearest = nearestNames(name, source, basin);
      return {
        name,
        message: nearest.length > 0 ? `${unknown} The nearest names are ${nearest.join(', ')}.` : unknown,
      };
    });
}

/** Finds the source's names that begin most like a name, or whose site's id or name does. */
function nearestNames(name: string, source: string, basin: Basin): string[] {
  const ranks = new Map<string, number>();
  for (const { key, aliases } of listNames(source, basin)) {
    const rank = Math.max(...[key, ...aliases].map((each) => countSameStart(each, name)));
    ranks.set(key, Math.max(rank, ranks.get(key) ?? 0));
  }
  return [...ranks]
    .sort(([, one], [, other]) => other - one)
    .slice(0, suggestionCount)
    .map(([key]) => key);
}

type ListedName = { readonly key: string; readonly aliases: readonly string[] };

function listNames(source: string, { sites, huc8s }: Basin): ListedName[] {
  if (source === 'boundaries') return huc8s.map(({ code, name }) => ({ key: code, aliases: [name] }));
  const agencies = agenciesOf(source);
  return sites.flatMap(({ id, name, series }) =>
    Object.values(series).flatMap((keys) =>
      agencies.flatMap((agency) => {
        const key = keys[agency];
        return key === undefined ? [] : [{ key, aliases: [id, name] }];
      }),
    ),
  );
}

/** Official statistics are those of NRCS and USGS. */
function agenciesOf(source: string) {
  const isOne = (name: string) =>
    source === 'all' || source === name || (source === 'official' && (name === 'nrcs' || name === 'usgs'));
  return sourceNames.filter(isOne);
}

function countSameStart(one: string, other: string): number {
  const [text, wanted] = [one.toLowerCase(), other.trim().toLowerCase()];
  let count = 0;
  while (count < wanted.length && text[count] === wanted[count]) count += 1;
  return count;
}
