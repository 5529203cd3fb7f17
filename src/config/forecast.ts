import type { Basin } from '#contract/basin.ts';
import type { BasinChart } from '#contract/basin-forecast.ts';
import { type ParameterName, parameters } from '#domain/vocabulary.ts';

/** A page elsewhere that says more. */
export type MoreInfo = { readonly label: string; readonly href: string };

/** A chart of one record by water years. `locId` is the agency's id of its location. */
export type ForecastChart = {
  readonly id: string;
  /** What is shown, before `at` the location's name. */
  readonly title: string;
  readonly parameter: number;
  readonly locId: string;
  /** `volume`: the volume since 1 October, of a discharge. */
  readonly measure: 'value' | 'volume';
  readonly moreInfo: readonly MoreInfo[];
};

/** Charts under a heading; the charts of Forecast Supply stand under none. */
export type ForecastGroup = {
  readonly heading: string | undefined;
  readonly charts: readonly ForecastChart[];
};

/** Forecast Supply: the records that together tell what water there is; none where the basin file names none. */
export function supplyForecast({ forecast }: Basin): readonly ForecastGroup[] {
  const charts = forecast?.supply ?? [];
  return charts.length > 0 ? [{ heading: undefined, charts: charts.map(toChart) }] : [];
}

/** Tributary Forecast: what flows into the reaches of the river. */
export function tributaryForecast({ forecast }: Basin): readonly ForecastGroup[] {
  return (forecast?.tributaries ?? [])
    .filter(({ charts }) => charts.length > 0)
    .map(({ heading, charts }) => ({ heading, charts: charts.map(toChart) }));
}

function toChart({ id, title, site, parameter, measure = 'value', more = [] }: BasinChart): ForecastChart {
  return { id, title, parameter: toParameterNdx(parameter), locId: site, measure, moreInfo: more };
}

function toParameterNdx(name: ParameterName): number {
  const found = parameters.find((each) => each.name === name);
  if (!found) throw new Error(`${name} is no parameter.`);
  return found.ndx;
}
