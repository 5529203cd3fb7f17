import { parameters } from '#domain/vocabulary.ts';
import type { Basin, BasinSite } from './basin.ts';
import type { BasinChart } from './basin-forecast.ts';
import { type Contradiction, repeated } from './basin-repeated.ts';

type Placed = { readonly chart: BasinChart; readonly path: (string | number)[] };

/** Charts of records that the file does not have, or that cannot be told apart on their page. */
export function* findForecastContradictions({ forecast, sites }: Basin): Generator<Contradiction> {
  const { supply = [], tributaries = [] } = forecast ?? {};
  const byId = new Map(sites.map((site) => [site.id, site]));
  const pages = [
    placed(supply, ['forecast', 'supply']),
    tributaries.flatMap(({ charts }, at) => placed(charts, ['forecast', 'tributaries', at, 'charts'])),
  ];
  yield* repeated(tributaries, ({ heading }) => heading, ['forecast', 'tributaries'], 'heading');
  for (const page of pages) {
    const ids = new Set<string>();
    for (const { chart, path } of page) {
      if (ids.has(chart.id)) yield { path: [...path, 'id'], message: `"${chart.id}" is there twice` };
      ids.add(chart.id);
      yield* repeated(chart.more ?? [], ({ href }) => href, [...path, 'more'], 'href');
      yield* unknownRecord(chart, byId.get(chart.site), path);
    }
  }
}

function placed(charts: readonly BasinChart[], path: readonly (string | number)[]): Placed[] {
  return charts.map((chart, at) => ({ chart, path: [...path, at] }));
}

function* unknownRecord(
  chart: BasinChart,
  site: BasinSite | undefined,
  path: readonly (string | number)[],
): Generator<Contradiction> {
  if (!site) {
    yield { path: [...path, 'site'], message: `"${chart.site}" is the id of none of sites` };
  } else if (site.series[chart.parameter] === undefined) {
    yield { path: [...path, 'parameter'], message: `site ${site.id} has no series of ${chart.parameter}` };
  }
  const units = parameters.find(({ name }) => name === chart.parameter)?.units;
  if (chart.measure === 'volume' && units !== 'cfs') {
    yield {
      path: [...path, 'measure'],
      message: `a volume is of a discharge in cfs, and ${chart.parameter} is in ${units}`,
    };
  }
}
