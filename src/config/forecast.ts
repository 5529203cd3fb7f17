import type { Basin, BasinChart } from '#contract/basin/basin.ts';
import { parametersOf } from '#contract/basin/basin-vocabulary.ts';
import type { Measure } from '#domain/vocabulary.ts';

/** A chart of one record by water year. `locId` is the agency's id of its location. */
export type ForecastChart = {
  readonly id: string;
  /** The record's name, followed by `at` and the location's name. */
  readonly title: string;
  readonly parameter: number;
  readonly locId: string;
  /** `volume`: the volume of a discharge since October 1. */
  readonly measure: Measure;
  /** Links to further information on other sites. */
  readonly moreInfo: Readonly<NonNullable<BasinChart['more']>>;
};

/** Charts under a heading; Forecast Supply has no headings. */
export type ForecastGroup = {
  readonly heading: string | undefined;
  readonly charts: readonly ForecastChart[];
};

/** The charts of Forecast Supply, from the basin file. */
export function supplyForecast(basin: Basin): readonly ForecastGroup[] {
  const charts = basin.forecast?.supply ?? [];
  return charts.length > 0 ? [{ heading: undefined, charts: toCharts(charts, basin) }] : [];
}

/** The charts of Tributary Forecast, from the basin file. */
export function tributaryForecast(basin: Basin): readonly ForecastGroup[] {
  return (basin.forecast?.tributaries ?? [])
    .filter(({ charts }) => charts.length > 0)
    .map(({ heading, charts }) => ({ heading, charts: toCharts(charts, basin) }));
}

function toCharts(charts: readonly BasinChart[], basin: Basin): ForecastChart[] {
  const ids = new Map(parametersOf(basin).map(({ name, ndx }) => [name, ndx]));
  return charts.map(({ id, title, site, parameter, measure = 'value', more = [] }) => {
    const ndx = ids.get(parameter);
    if (ndx === undefined) throw new Error(`${parameter} is no parameter.`);
    return { id, title, parameter: ndx, locId: site, measure, moreInfo: more };
  });
}

/** The outlooks of a portal, in the order of its basin file. */
export type OutlookOptions = NonNullable<ReturnType<typeof outlookOptions>>;
/** A point with an outlook, as a screen offers it; `from` and `to` are the days of its period, `MM-DD`. */
export type OutlookPointOption = OutlookOptions['points'][number];
/** Reservoirs whose fill follows from the outlook of a point. */
export type FillOption = OutlookOptions['fill'][number];

/** What the screens of the outlook offer. Undefined for a basin file without one. */
export function outlookOptions({ outlook }: Basin) {
  if (!outlook) return undefined;
  return {
    points: outlook.points.map(({ id, label, period }) => ({ id, label, ...period })),
    fill: (outlook.fill ?? []).map(({ id, label, point }) => ({ id, label, point })),
  };
}
