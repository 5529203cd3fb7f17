import type { DayNumber } from '#lib/calendar.ts';
import { bridgedFlows } from '../bridge-gaps.ts';
import type { SeriesColumns } from '../series-columns.ts';

/** The first and the last day, both included. */
export type DaySpan = { readonly first: DayNumber; readonly last: DayNumber };

/** Sums of a daily record over any span of days. */
export type SpanSums = {
  /** The sum of the values, in cfs·days, and how many of them bridge a gap. Undefined unless every day has one. */
  of(span: DaySpan): { readonly sum: number; readonly estimated: number } | undefined;
  readonly first: DayNumber | undefined;
  readonly last: DayNumber | undefined;
};

/** Adds a record up once, so that sums of many spans cost nothing. Gaps of up to seven days are bridged. */
export function createSpanSums(record: SeriesColumns): SpanSums {
  const flows = [...bridgedFlows(record)];
  const [first, last] = [flows[0]?.day, flows.at(-1)?.day];
  if (first === undefined || last === undefined) return { of: () => undefined, first, last };
  const length = last - first + 2;
  const [sums, counts, estimates] = [
    new Float64Array(length),
    new Int32Array(length),
    new Int32Array(length),
  ];
  let next = 0;
  for (let at = 1; at < length; at += 1) {
    const flow = flows[next]?.day === first + at - 1 ? flows[next] : undefined;
    if (flow) next += 1;
    sums[at] = (sums[at - 1] ?? 0) + (flow?.flow ?? 0);
    counts[at] = (counts[at - 1] ?? 0) + (flow ? 1 : 0);
    estimates[at] = (estimates[at - 1] ?? 0) + (flow?.isEstimated ? 1 : 0);
  }
  const between = (column: Float64Array | Int32Array, span: DaySpan) =>
    (column[span.last - first + 1] ?? 0) - (column[span.first - first] ?? 0);
  return {
    of: (span) => {
      if (span.first < first || span.last > last || span.first > span.last) return undefined;
      if (between(counts, span) !== span.last - span.first + 1) return undefined;
      return { sum: between(sums, span), estimated: between(estimates, span) };
    },
    first,
    last,
  };
}
