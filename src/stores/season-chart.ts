import { capacityLabel, capacityOf } from '#config/capacities.ts';
import { hasReversedAxis } from '#config/parameters.ts';
import type { StandingRecord, WaterYearRecord } from '#contract/water-year.ts';
import { maxBridgedDays } from '#domain/cumulative-volume.ts';
import { normalBands } from '#domain/normals.ts';
import { suitsLogScale } from '#domain/parameter-marks.ts';
import { formatQuantity } from '#domain/quantity.ts';
import { firstMonthOf } from '#domain/season.ts';
import { groundMedian, seasonLines } from '#domain/season-lines.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import { describeStatisticYears, statisticYearsOf } from '#domain/statistic-label.ts';
import { listEstimatedDays } from '#domain/volume-notes.ts';

export type Comparison = {
  /** Those of the chosen series. */
  readonly records: readonly WaterYearRecord[];
  /** Those of the statistics that are the ground of the chart, chosen or not. */
  readonly normals: readonly WaterYearRecord[];
  readonly standing: StandingRecord;
};

const provisionalMeaning = 'Provisional values are subject to revision by the agency.';
const volumeMeaning =
  'From the first provisional or estimated day of its year on, a volume may still be revised.';

/**
 * What the graph of a comparison shows, for the chart of the kits. Undefined without data. `locId` is the agency's id of its
 * location.
 */
export function seasonChart(
  { records, normals, standing }: Pick<Comparison, 'records' | 'normals'> & Partial<Comparison>,
  { parameter: ndx, year, measure }: SeasonSelection,
  theme: 'light' | 'dark',
  source: string,
  locId?: string,
) {
  const [first] = records;
  if (!first) return undefined;
  const unit = first.units_name;
  const isVolume = measure === 'volume';
  const hasMedian = records.some((each) => each.series_desc === 'Median');
  const capacity = capacityOf(ndx, locId);
  const years = statisticYearsOf([...records, ...normals]);
  const median = hasMedian ? undefined : groundMedian(normals, year, theme);
  return {
    title: `${first.parameter_name} at ${first.loc_name}`,
    notes: recordBasisNotes([...records, ...normals], measure),
    time: { kind: 'season' as const, firstMonth: firstMonthOf[year] },
    axes: {
      left: {
        title: first.parameter_name,
        unit,
        reversed: hasReversedAxis(ndx),
        offersLog: !isVolume && suitsLogScale(ndx),
        format: (value: number) => formatQuantity(value, unit),
      },
    },
    bands: normalBands(normals, theme),
    series: [
      ...(median ? [median] : []),
      ...seasonLines(records, {
        kind: year,
        theme,
        parameter: isVolume ? undefined : ndx,
        capacity,
      }),
    ],
    ...(capacity !== undefined && {
      levels: [{ side: 'left' as const, value: capacity, label: capacityLabel(capacity) }],
    }),
    mark: { label: 'Provisional', meaning: isVolume ? volumeMeaning : provisionalMeaning },
    ...(isVolume && {
      estimatedMark: {
        label: 'Estimated',
        meaning: `Gaps of up to ${maxBridgedDays} days are bridged by a straight line.`,
      },
    }),
    source,
    ...(years && { statistics: `Normals: ${describeStatisticYears(years)}` }),
    isDemonstration: standing?.is_demonstration ?? false,
  };
}

/** Says under the specified subtitle what the statistics of this record rest on, and which days are estimated. */
function recordBasisNotes(
  records: readonly WaterYearRecord[],
  measure: SeasonSelection['measure'],
): readonly string[] {
  const years = statisticYearsOf(records);
  const notes: string[] = [];
  if (years) {
    const what = years.isMonthly ? 'Monthly statistics' : 'Statistics';
    const complete = measure === 'volume' ? ', all complete' : '';
    notes.push(`${what} of this record: ${describeStatisticYears(years)}${complete}.`);
  }
  const estimated = listEstimatedDays(records);
  if (estimated) notes.push(`Estimated: ${estimated}.`);
  return notes;
}
