import type { FillHistoryYear } from '#features/fill/rules/fill-result.ts';
import { fillYearOf } from '#features/fill/rules/fill-year.ts';
import { daysOf, totalsOf, years } from '../../support/real-series.ts';

/** The years of a fill group from an issue day to a date, `MM-DD`, with the forecasts of their years. */
export function realFillYears(
  group: string,
  { issued, by, target_af }: { readonly issued: string; readonly by: string; readonly target_af: number },
  forecasts: ReadonlyMap<number, number>,
): FillHistoryYear[] {
  const totals = totalsOf(group);
  return years.flatMap((year) => {
    const days = daysOf(issued, by, year);
    const storage = days.map((day) => totals.get(day));
    return fillYearOf(year, days[0] ?? 0, storage, target_af, forecasts.get(year) ?? null) ?? [];
  });
}
