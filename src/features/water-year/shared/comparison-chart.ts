import { hasReversedAxis } from '#config/parameters.ts';
import type { StandingRecord, WaterYearRecord } from '#contract/water-year.ts';
import { firstMonthOf, type YearKind } from '#domain/season.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import { minYearsForMedian } from '#domain/statistics.ts';
import type { ChartContent } from '#kits/chart/index.ts';
import { formatValue } from '#lib/format-number.ts';
import { normalsNote } from './labels.ts';
import { seasonLines } from './season-lines.ts';

export type Comparison = { readonly records: readonly WaterYearRecord[]; readonly standing: StandingRecord };

/** The graph of a comparison. Undefined without data. */
export function comparisonChartContent(
  { records }: Comparison,
  { parameter: ndx, year }: SeasonSelection,
  theme: 'light' | 'dark',
  source: string,
): ChartContent | undefined {
  const [first] = records;
  if (!first) return undefined;
  return {
    title: `${first.parameter_name} at ${first.loc_name}`,
    subtitle: normalsNote,
    time: { kind: 'season', firstMonth: firstMonthOf[year] },
    axes: {
      left: {
        title: first.parameter_name,
        unit: first.units_name,
        reversed: hasReversedAxis(ndx),
        format: formatValue,
      },
    },
    series: seasonLines(records, year, theme),
    mark: { label: 'Provisional', meaning: 'Provisional values are subject to revision by the agency.' },
    source,
  };
}

/** Lists the chosen series without data, and why statistics are missing. */
export function missingNotes(
  { records, standing }: Comparison,
  { series, year }: Pick<SeasonSelection, 'series' | 'year'>,
): readonly string[] {
  const present = new Set(records.map((each) => each.series_desc));
  const missing = series.filter((each) => !present.has(each));
  const statistics = missing.filter((each) => !/^\d/.test(each));
  const years = missing.filter((each) => /^\d/.test(each));
  const notes: string[] = [];
  if (statistics.length > 0) {
    const why =
      standing.normal_years < minYearsForMedian
        ? `this record has ${standing.normal_years}`
        : 'no day of this record has that many';
    notes.push(
      `There are no statistics (${statistics.join(', ')}): a day needs values in ${minYearsForMedian} years from 1991 to 2020, and ${why}.`,
    );
  }
  if (years.length > 0) notes.push(`There is no data for ${describeYearKind(year)} ${years.join(', ')}.`);
  return notes;
}

function describeYearKind(kind: YearKind): string {
  return kind === 'water' ? 'water year' : 'irrigation year';
}
