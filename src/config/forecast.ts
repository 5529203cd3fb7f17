import type { Basin } from '#contract/basin.ts';
import type { BasinChart } from '#contract/basin-forecast.ts';
import { type ParameterName, parameters } from '#domain/vocabulary.ts';

/** A link to further information on another site. */
export type MoreInfo = { readonly label: string; readonly href: string };

/** A chart of one record by water year. `locId` is the agency's id of its location. */
export type ForecastChart = {
  readonly id: string;
  /** The record's name, followed by `at` and the location's name. */
  readonly title: string;
  readonly parameter: number;
  readonly locId: string;
  /** `volume`: the volume of a discharge since October 1. */
  readonly measure: 'value' | 'volume';
  readonly moreInfo: readonly MoreInfo[];
};

/** Charts under a heading; Forecast Supply has no headings. */
export type ForecastGroup = {
  readonly heading: string | undefined;
  readonly charts: readonly ForecastChart[];
};

/** The charts of Forecast Supply, from the basin file. */
export function supplyForecast({ forecast }: Basin): readonly ForecastGroup[] {
  const charts = forecast?.supply ?? [];
  return charts.length > 0 ? [{ heading: undefined, charts: charts.map(toChart) }] : [];
}

/** The charts of Tributary Forecast, from the basin file. */
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
