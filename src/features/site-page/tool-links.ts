import type { SiteFacts, SiteRecord } from '#contract/site-page.ts';
import { reachGainsPathOfSite } from '#domain/reach-gains-path.ts';
import { defaultSeries, writeSeason } from '#domain/season-selection.ts';
import { snotelPathOfSite } from '#domain/snotel-path.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { parameterNdx } from '#domain/vocabulary.ts';

export type ToolLink = { readonly label: string; readonly href: string };

/** The tools that show a record, with the site chosen. `today` is the day in the basin, `YYYY-MM-DD`. */
export function toolLinks(
  { loc_ndx: location }: Pick<SiteFacts, 'loc_ndx'>,
  record: Pick<SiteRecord, 'parameter_ndx' | 'por_start' | 'por_end'>,
  today: string,
): readonly ToolLink[] {
  const { parameter_ndx: parameter } = record;
  const season = {
    parameter,
    location,
    series: defaultSeries(today),
    year: 'water',
    measure: 'value',
  } as const;
  return [
    { label: 'Time Series Comparisons', href: siteComparisonUrl(location, parameter, record) },
    {
      label: 'Water Year Comparisons',
      href: `/data-analysis-tools/water-year-comparison?${writeSeason(season, true)}`,
    },
    ...(parameter === parameterNdx.reachGain
      ? [{ label: 'Reach Gains Comparisons', href: reachGainsPathOfSite(location) }]
      : []),
    ...(parameter === parameterNdx.swe
      ? [{ label: 'SNOTEL SWE Data', href: snotelPathOfSite(location) }]
      : []),
  ];
}
