import type { Parameter } from '#domain/vocabulary.ts';
import type { Basin, BasinSite } from './basin.ts';
import { type BasinIssue, findDuplicates } from './basin-duplicates.ts';
import type { BasinChart } from './basin-forecast.ts';
import { parametersOf } from './basin-vocabulary.ts';

type ChartAtPath = { readonly chart: BasinChart; readonly path: (string | number)[] };

/** Finds charts of records that are not in the file, and charts or links of a page with the same name. */
export function* findForecastIssues(basin: Basin): Generator<BasinIssue> {
  const { forecast, sites } = basin;
  const { supply = [], tributaries = [] } = forecast ?? {};
  const parameters = parametersOf(basin);
  const byId = new Map(sites.map((site) => [site.id, site]));
  const pages = [
    withPaths(supply, ['forecast', 'supply']),
    tributaries.flatMap(({ charts }, at) => withPaths(charts, ['forecast', 'tributaries', at, 'charts'])),
  ];
  yield* findDuplicates(tributaries, ({ heading }) => heading, ['forecast', 'tributaries'], 'heading');
  for (const page of pages) {
    const ids = new Set<string>();
    for (const { chart, path } of page) {
      if (ids.has(chart.id)) yield { path: [...path, 'id'], message: `"${chart.id}" is listed twice` };
      ids.add(chart.id);
      yield* findDuplicates(chart.more ?? [], ({ href }) => href, [...path, 'more'], 'href');
      yield* findUnknownRecord(chart, byId.get(chart.site), path, parameters);
    }
  }
}

function withPaths(charts: readonly BasinChart[], path: readonly (string | number)[]): ChartAtPath[] {
  return charts.map((chart, at) => ({ chart, path: [...path, at] }));
}

function* findUnknownRecord(
  chart: BasinChart,
  site: BasinSite | undefined,
  path: readonly (string | number)[],
  parameters: readonly Parameter[],
): Generator<BasinIssue> {
  const units = parameters.find(({ name }) => name === chart.parameter)?.units;
  if (units === undefined) {
    const names = parameters.map(({ name }) => name).join(', ');
    yield { path: [...path, 'parameter'], message: `expected one of ${names}` };
    return;
  }
  if (!site) {
    yield { path: [...path, 'site'], message: `"${chart.site}" is not the id of a site` };
  } else if (site.series[chart.parameter] === undefined) {
    yield { path: [...path, 'parameter'], message: `site ${site.id} has no ${chart.parameter} series` };
  }
  if (chart.measure === 'volume' && units !== 'cfs') {
    yield {
      path: [...path, 'measure'],
      message: `volume needs a discharge in cfs; ${chart.parameter} is in ${units}`,
    };
  }
}
