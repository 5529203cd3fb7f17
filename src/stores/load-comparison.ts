import type { Requester } from '#client/request.ts';
import { readStanding, readWaterYears } from '#contract/water-year.ts';
import type { Measure } from '#domain/measure.ts';
import { isNormal, normalsBeside } from '#domain/normals.ts';
import type { YearKind } from '#domain/season.ts';
import type { Comparison } from './season-chart.ts';

type ComparisonQuery = {
  readonly parameter: number | undefined;
  readonly location: number | undefined;
  readonly series: readonly string[];
  readonly query: { readonly year?: YearKind; readonly measure?: Measure };
};

/** Loads the chosen series of a record, the normals beside them, and the standing of its latest value. */
export async function loadComparison(
  request: Requester,
  { parameter, location, series, query }: ComparisonQuery,
  signal: AbortSignal,
): Promise<Comparison> {
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
