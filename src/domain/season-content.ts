import { maxBridgedDays } from './bridge-gaps.ts';
import { normalBands } from './normals.ts';
import { suitsLogScale } from './parameter-marks.ts';
import { capacityLabel, formatQuantity } from './quantity.ts';
import { firstMonthOf } from './season.ts';
import type { Slots } from './season-colors.ts';
import { groundMedian, type SeasonRecord, seasonLines } from './season-lines.ts';
import type { SeasonSelection } from './season-selection.ts';
import { describeStatisticYears, statisticYearsOf } from './statistic-label.ts';
import { listEstimatedDays } from './volume-notes.ts';

const provisionalMeaning = 'Provisional values are subject to revision by the agency.';
const volumeMeaning =
  'From the first provisional or estimated day of its year on, a volume may still be revised.';

/** What is known of a season apart from its values. */
export type SeasonFacts = Pick<SeasonSelection, 'parameter' | 'year' | 'measure'> & {
  /** Larger values are drawn lower. */
  readonly isReversed: boolean;
  /** Of a reservoir, in AF. */
  readonly capacity: number | undefined;
  readonly source: string;
  readonly isDemonstration: boolean;
  /** The color slots of the chosen years. */
  readonly slots?: Slots;
};

/** What a season is drawn from, as the API has it: the chosen series, and the statistics that are their ground. */
export type SeasonRecords = {
  readonly records: readonly NamedRecord[];
  readonly normals: readonly NamedRecord[];
};

type NamedRecord = SeasonRecord & { readonly parameter_name: string; readonly loc_name: string };

/** Builds what the chart of a season shows: years over one another, over the normals. Undefined without data. */
export function seasonContent(
  { records, normals }: SeasonRecords,
  { parameter: ndx, year, measure, isReversed, capacity, source, isDemonstration, slots }: SeasonFacts,
  theme: 'light' | 'dark',
) {
  const [first] = records;
  if (!first) return undefined;
  const unit = first.units_name;
  const isVolume = measure === 'volume';
  const hasMedian = records.some((each) => each.series_desc === 'Median');
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
        reversed: isReversed,
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
        slots,
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
    isDemonstration,
  };
}

/** Says under the specified subtitle what the statistics of this record rest on, and which days are estimated. */
function recordBasisNotes(
  records: readonly SeasonRecord[],
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
