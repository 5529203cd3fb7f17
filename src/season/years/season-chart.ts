import { capacityOf, hasReversedAxis } from '#config/parameters.ts';
import type { Requester } from '#contract/request.ts';
import {
  readStanding,
  readWaterYears,
  type StandingRecord,
  type WaterYearRecord,
} from '#contract/season/water-year.ts';
import { seasonContent } from '#domain/season/season-content.ts';
import { type SeasonSelection, slotsOf } from '#domain/season/season-tool-address.ts';
import { isNormal, normalsBeside } from '#domain/statistics/normals.ts';

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
  selection: SeasonSelection,
  theme: 'light' | 'dark',
  source: string,
  locId?: string,
) {
  const { parameter, year, measure } = selection;
  const facts = {
    parameter,
    year,
    measure,
    isReversed: hasReversedAxis(parameter),
    capacity: capacityOf(parameter, locId),
    source,
    slots: slotsOf(selection),
  };
  return seasonContent(found, facts, theme);
}

/** Loads the chosen series of a record, the normals beside them, and the standing of its latest value. */
export async function loadComparison(
  request: Requester,
  { parameter, location, series, year, measure }: SeasonSelection,
  signal: AbortSignal,
): Promise<Comparison> {
  const query = { year, measure };
  const params = { parameter: String(parameter), location: String(location) };
  const read = (names: readonly string[]) =>
    request(readWaterYears, { params: { ...params, series: names.join(',') }, query }, { signal });
  const [records, others, standing] = await Promise.all([
    read(series),
    read(normalsBeside(series)),
    request(readStanding, { params, query }, { signal }),
  ]);
  return { records, normals: [...records.filter(isNormal), ...others], standing };
}
