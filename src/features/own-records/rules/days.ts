/** Readings in ascending order of their times, milliseconds since 1970. One that is not known, NaN, covers nothing. */
export type TimedValues = { readonly times: readonly number[]; readonly values: readonly number[] };

/** What readings are, and when they leave time uncovered. */
export type SeriesTerms = {
  readonly kind: 'reading' | 'counter';
  /** Values are means of so many milliseconds that end at their times; null: they are of the instant. */
  readonly periodMs: number | null;
  /** The number at which a counter begins at 0 again; null: it may do so at any. */
  readonly wrapsAt: number | null;
  /** Readings farther apart leave the time between them uncovered. */
  readonly limitMs: number;
};

/** A day, from its first instant to that of the next day: 23, 24 or 25 hours. */
export type DayBounds = { readonly day: number; readonly from: number; readonly to: number };

/** What the readings say of a day: the sum over the covered time, of value by milliseconds, or of what was counted. */
type Coverage = { sum: number; coveredMs: number };

/** A day counts where at least so much of it is covered. */
const minShare = 0.8;
/** Of a sum nothing may be missing but what clocks differ. */
const toleranceMs = 1000;

/**
 * The means of days, weighted by time: between two readings the value changes linearly, a mean of a period holds for it,
 * and a counter counts evenly. A day of which less than 80 % is covered has none.
 * @param spans ascending, without gaps
 * @returns by day; of a counter what was counted in a second
 */
export function dailyMeans(
  readings: TimedValues,
  spans: readonly DayBounds[],
  terms: SeriesTerms,
): ReadonlyMap<number, number> {
  return valuesOfDays(readings, spans, terms, ({ sum, coveredMs }, lengthMs) => {
    if (coveredMs < minShare * lengthMs) return undefined;
    return terms.kind === 'counter' ? sum / (coveredMs / 1000) : sum / coveredMs;
  });
}

/** What a counter has counted in each day that is wholly covered; of amounts of periods, their sum. */
export function dailyTotals(
  readings: TimedValues,
  spans: readonly DayBounds[],
  terms: SeriesTerms,
): ReadonlyMap<number, number> {
  return valuesOfDays(readings, spans, terms, ({ sum, coveredMs }, lengthMs) => {
    if (coveredMs < lengthMs - toleranceMs) return undefined;
    return terms.periodMs === null ? sum : sum / terms.periodMs;
  });
}

/** The values of days of which the coverage gives one. */
function valuesOfDays(
  readings: TimedValues,
  spans: readonly DayBounds[],
  terms: SeriesTerms,
  toValue: (coverage: Coverage, lengthMs: number) => number | undefined,
): ReadonlyMap<number, number> {
  const found = coverDays(readings, spans, terms);
  return new Map(
    spans.flatMap(({ day, from, to }, at) => {
      const value = toValue(found[at] ?? none, to - from);
      return value === undefined ? [] : [[day, value] as const];
    }),
  );
}

const none: Coverage = { sum: 0, coveredMs: 0 };

function coverDays(
  { times, values }: TimedValues,
  spans: readonly DayBounds[],
  terms: SeriesTerms,
): readonly Coverage[] {
  const found = spans.map(() => ({ ...none }));
  let first = 0;
  for (const [at, end] of times.entries()) {
    const piece = pieceBefore(at, end, { times, values }, terms);
    if (!piece) continue;
    const { start, sumOf } = piece;
    while (first < spans.length && (spans[first]?.to ?? 0) <= start) first += 1;
    for (let place = first; place < spans.length; place += 1) {
      const span = spans[place];
      const coverage = found[place];
      if (!span || !coverage || span.from >= end) break;
      const [from, to] = [Math.max(start, span.from), Math.min(end, span.to)];
      coverage.sum += sumOf(from, to);
      coverage.coveredMs += to - from;
    }
  }
  return found;
}

/** The time that a reading covers, which ends with it, and the sum over a part of that. Undefined if it covers none. */
function pieceBefore(
  at: number,
  end: number,
  { times, values }: TimedValues,
  { kind, periodMs, wrapsAt, limitMs }: SeriesTerms,
): { readonly start: number; readonly sumOf: (from: number, to: number) => number } | undefined {
  const value = values[at] ?? 0;
  const [lastTime, last = 0] = [times[at - 1], values[at - 1]];
  if (Number.isNaN(value)) return undefined;
  if (periodMs !== null) {
    const start = Math.max(end - periodMs, lastTime ?? Number.NEGATIVE_INFINITY);
    return { start, sumOf: (from, to) => value * (to - from) };
  }
  if (lastTime === undefined || Number.isNaN(last) || end - lastTime > limitMs) return undefined;
  const length = end - lastTime;
  if (kind === 'counter') {
    const counted = countedBetween(last, value, wrapsAt);
    return counted === undefined
      ? undefined
      : { start: lastTime, sumOf: (from, to) => (counted * (to - from)) / length };
  }
  const valueAt = (instant: number) => last + ((value - last) * (instant - lastTime)) / length;
  return { start: lastTime, sumOf: (from, to) => ((valueAt(from) + valueAt(to)) / 2) * (to - from) };
}

/**
 * What a counter has counted from one reading to the next. It may have begun at 0 again meanwhile, or after `wrapsAt`.
 * Undefined where it goes back by less than half: that is no new beginning, and nobody knows what it is.
 * @example countedBetween(990, 5, 1000) // 15
 * @example countedBetween(990, 5, null) // 5
 */
export function countedBetween(last: number, value: number, wrapsAt: number | null): number | undefined {
  if (value >= last) return value - last;
  if (value > last / 2) return undefined;
  return wrapsAt === null ? value : wrapsAt - last + value;
}
