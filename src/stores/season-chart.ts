import { capacityOf } from '#config/capacities.ts';
import { hasReversedAxis } from '#config/parameters.ts';
import type { StandingRecord, WaterYearRecord } from '#contract/water-year.ts';
import { seasonContent } from '#domain/season-content.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';

export type Comparison = {
  /** Those of the chosen series. */
  readonly records: readonly WaterYearRecord[];
  /** Those of the statistics that are the ground of the chart, chosen or not. */
  readonly normals: readonly WaterYearRecord[];
  readonly standing: StandingRecord;
};

/**
 * What the graph of a comparison shows, for the chart of the kits. Undefined without data. `locId` is the agency's id of its
 * location.
 */
export function seasonChart(
  found: Pick<Comparison, 'records' | 'normals'> & Partial<Comparison>,
  { parameter, year, measure }: SeasonSelection,
  theme: 'light' | 'dark',
  source: string,
  locId?: string,
) {
  const facts = {
    parameter,
    year,
    measure,
    isReversed: hasReversedAxis(parameter),
    capacity: capacityOf(parameter, locId),
    source,
    isDemonstration: found.standing?.is_demonstration ?? false,
  };
  return seasonContent(found, facts, theme);
}
