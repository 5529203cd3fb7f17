import type { Basin } from '#contract/basin/basin.ts';
import { parametersOf } from '#contract/basin/basin-vocabulary.ts';
import type { SourceName } from '#domain/agencies.ts';
import type { ParameterNdx } from '#domain/vocabulary.ts';
import { qualityRulesOf } from '../quality/site-limits.ts';
import type { Target } from '../source.ts';

/** A series of the basin at one source. */
export type SeriesTarget = {
  /** The source's own name, e.g. `13037500`, `546:ID:SNTL` or `heii_qd`. */
  readonly key: string;
  readonly parameter: ParameterNdx;
  readonly target: Target;
};

/** The basin's series at a source. */
export type SourceTargets = {
  /** In the order of the basin file. */
  readonly all: readonly SeriesTarget[];
  /** Finds the target of a key and any of `among`; undefined if the basin file does not list it. */
  targetOf(key: string, ...among: readonly ParameterNdx[]): Target | undefined;
};

/**
 * Lists the basin's series at a source: `any`, or only those that list it `first`, and of them only those that are
 * wanted. The other sources of a series are used only for named sites and files. Keys ignore case.
 */
export function targetsOf(
  basin: Basin,
  source: SourceName,
  which: 'any' | 'first' = 'any',
  isWanted: (target: Target) => boolean = () => true,
): SourceTargets {
  const parameters = parametersOf(basin);
  const all = basin.sites.flatMap((site) =>
    parameters.flatMap(({ ndx, name }): SeriesTarget[] => {
      const keys = site.series[name] ?? {};
      const key = keys[source];
      if (key === undefined || (which === 'first' && Object.keys(keys)[0] !== source)) return [];
      const target: Target = { site, parameter: ndx, rules: qualityRulesOf(basin, site, name) };
      return isWanted(target) ? [{ key, parameter: ndx, target }] : [];
    }),
  );
  const byKey = Map.groupBy(all, ({ key }) => key.toLowerCase());
  return {
    all,
    targetOf: (key, ...among) =>
      byKey.get(key.toLowerCase())?.find(({ parameter }) => among.includes(parameter))?.target,
  };
}
