import type { Basin, BasinSite, SourceName } from '#contract/basin.ts';
import { type ParameterNdx, parameters } from '#domain/vocabulary.ts';
import { qualityRulesOf } from '../quality/rules.ts';
import type { Target } from '../source.ts';

/** A series of the basin as one source has it. */
export type SeriesTarget = {
  /** The source's own name, e.g. `13037500`, `546:ID:SNTL` or `heii_qd`. */
  readonly key: string;
  readonly parameter: ParameterNdx;
  readonly target: Target;
  /** This source is the first of the series, the one that is asked when no sites are named. */
  readonly isPrimary: boolean;
};

/** What a source has of the basin. */
export type SourceTargets = {
  /** In the order of the file. */
  readonly all: readonly SeriesTarget[];
  /** The first of some parameters that a key stands for; undefined for what the portal does not have. */
  targetOf(key: string, ...among: readonly ParameterNdx[]): Target | undefined;
};

/**
 * The series of a basin that a source has: any, or those that it is the first source of. Keys are compared without
 * regard to case.
 */
export function targetsOf(basin: Basin, source: SourceName, which: 'any' | 'first' = 'any'): SourceTargets {
  const all = basin.sites.flatMap((site) =>
    parameters.flatMap(({ ndx, name }): SeriesTarget[] => {
      const key = site.series[name]?.[source];
      const isFirst = isPrimary(source, site, ndx);
      if (key === undefined || (which === 'first' && !isFirst)) return [];
      const target: Target = { site, parameter: ndx, rules: qualityRulesOf(basin, site, name) };
      return [{ key, parameter: ndx, target, isPrimary: isFirst }];
    }),
  );
  const byKey = Map.groupBy(all, ({ key }) => key.toLowerCase());
  return {
    all,
    targetOf: (key, ...among) =>
      byKey.get(key.toLowerCase())?.find(({ parameter }) => among.includes(parameter))?.target,
  };
}

/** Whether a series of a site is asked of this source; of others only when sites are named, or out of files. */
function isPrimary(source: string, { series }: BasinSite, ndx: ParameterNdx): boolean {
  const name = parameters.find((each) => each.ndx === ndx)?.name;
  const [first] = Object.keys((name && series[name]) ?? {});
  return first === source;
}
