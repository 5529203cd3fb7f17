import type { StandingRecord } from '#contract/water-year.ts';
import { maxBridgedDays } from '#domain/bridge-gaps.ts';
import { describeFailedRule } from '#domain/failed-rule.ts';
import type { YearKind } from '#domain/season.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import { bridgedParameters, type Measure, wellParameters } from '#domain/vocabulary.ts';
import type { Comparison } from '#stores/season-chart.ts';

/** Counts the flagged values, which are not plotted. Undefined without any. */
export function describeFlaggedCount(
  { flagged }: Pick<StandingRecord, 'flagged'>,
  measure: Measure,
): string | undefined {
  if (flagged === 0) return undefined;
  const values =
    flagged === 1
      ? '1 value of this record was flagged by quality rules and is'
      : `${flagged} values of this record were flagged by quality rules and are`;
  const volumeNote = measure === 'volume' ? ' In a volume, their days count as missing.' : '';
  return `${values} not part of lines and statistics.${volumeNote}`;
}

type Choice = Pick<SeasonSelection, 'series' | 'year' | 'measure'>;

const completeYears = {
  noun: 'complete years',
  detail: ` A year is complete if none of its gaps is longer than ${maxBridgedDays} days.`,
};

function needsCompleteYears(
  { parameter_ndx }: Pick<Comparison['standing'], 'parameter_ndx'>,
  measure: Measure,
): boolean {
  const isDaily = bridgedParameters.has(parameter_ndx) && !wellParameters.has(parameter_ndx);
  return measure === 'volume' || isDaily;
}

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
      `There are no statistics (${statistics.join(', ')}): ${describeFailedRule(standing, needsCompleteYears(standing, measure) ? completeYears : undefined)}`,
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
