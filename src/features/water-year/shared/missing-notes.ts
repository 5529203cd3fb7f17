import { maxBridgedDays } from '#domain/cumulative-volume.ts';
import { describeFailedRule } from '#domain/failed-rule.ts';
import type { YearKind } from '#domain/season.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import type { Comparison } from '#stores/season-chart.ts';

type Choice = Pick<SeasonSelection, 'series' | 'year' | 'measure'>;

const completeYears = {
  noun: 'complete years',
  detail: ` A year is complete if none of its gaps is longer than ${maxBridgedDays} days.`,
};

/** Lists the chosen series without data, and which rule leaves statistics without enough years. */
export function missingNotes(
  { records, standing }: Pick<Comparison, 'records' | 'standing'>,
  { series, year, measure }: Choice,
): readonly string[] {
  const present = new Set(records.map((each) => each.series_desc));
  const missing = series.filter((each) => !present.has(each));
  const statistics = missing.filter((each) => !isYear(each));
  const years = missing.filter(isYear);
  const notes: string[] = [];
  if (statistics.length > 0) {
    notes.push(
      `There are no statistics (${statistics.join(', ')}): ${describeFailedRule(standing, measure === 'volume' ? completeYears : undefined)}`,
    );
  }
  if (years.length > 0) {
    const start = measure === 'volume' ? ', or none at its beginning' : '';
    notes.push(`There is no data for ${nameYearKind(year)} ${years.join(', ')}${start}.`);
  }
  return notes;
}

function isYear(series: string): boolean {
  return /^\d{4}$/.test(series);
}

function nameYearKind(kind: YearKind): string {
  return kind === 'water' ? 'water year' : 'irrigation year';
}
