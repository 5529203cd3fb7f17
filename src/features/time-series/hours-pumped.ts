import type { DailySeries } from '#contract/daily-data.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { dayNumber } from '#lib/calendar.ts';
import { formatValue } from '#lib/format-number.ts';

type AxisSeries = { readonly parameter: number; readonly series: readonly DailySeries[] };

/** The footer of a day's read-out: the hours pumped at all locations shown. */
export function hoursPumpedOn(both: readonly AxisSeries[]): (day: number) => string | undefined {
  const pumped = both
    .filter((each) => each.parameter === parameterNdx.hoursPumped)
    .flatMap((each) => each.series)
    .map((daily) => {
      const start = dayNumber(daily.start);
      return new Map(daily.dates.map((offset, index) => [start + offset, daily.values[index] ?? 0]));
    });
  if (pumped.length === 0) return () => undefined;
  return (day) => {
    const hours = pumped.flatMap((each) => each.get(day) ?? []);
    return hours.length > 0
      ? `Hours Pumped: ${formatValue(hours.reduce((sum, each) => sum + each, 0))}`
      : undefined;
  };
}
