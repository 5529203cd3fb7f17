import type { Basin, BasinSite, SourceName } from '#contract/basin.ts';
import { type ParameterNdx, parameters } from '#domain/vocabulary.ts';
import { qualityRulesOf } from '../quality/rules.ts';
import type { Target } from '../source.ts';

/** A series of the basin at one source. */
export type SeriesTarget = {
  /** The source's own name, e.g. `13037500`, `546:ID:SNTL` or `heii_qd`. */
  readonly key: string;
  readonly parameter: ParameterNdx;
  readonly target: Target;
  /** This source is the first one listed for the series, which is used unless sites are named. */
  readonly isPrimary: boolean;
};

/** The basin's series at a source. */
export type SourceTargets = {
  /** In the order of the basin file. */
  readonly all: readonly SeriesTarget[];
  /** Finds the target of a key and any of `among`; undefined if the basin file does not list it. */
  targetOf(key: string, ...among: readonly ParameterNdx[]): Target | undefined;
};

/** Lists the basin's series at a source: `any`, or only those that list it `first`. Keys ignore case. */
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

/** Checks whether a series lists this source first. Other sources are used for named sites and files only. */
function isPrimary(source: string, { series }: BasinSite, ndx: ParameterNdx): boolean {
  const name = parameters.find((each) => each.ndx === ndx)?.name;
  const [first] = Object.keys((name && series[name]) ?? {});
  return first === source;
}
