import type { ReachGainRecord, ReachGainToDate, StandingRecord } from '#contract/water-year.ts';
import { cfsDaysToAcreFeet } from '#domain/reach-gains.ts';
import { monthsOf } from '#domain/season.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import type { ChartContent } from '#kits/chart/index.ts';
import { normalsNote } from '../shared/labels.ts';
import { seasonStyles } from '../shared/season-lines.ts';

export type Gains = {
  /** The records of the chosen series. */
  readonly chosen: readonly ReachGainRecord[];
  /** The records of the statistics and of every year, with totals. */
  readonly all: readonly ReachGainRecord[];
  /** The latest season and year to date. */
  readonly toDate: readonly ReachGainToDate[];
  readonly standing: StandingRecord;
};

export const gainUnit = 'AF / Month';

const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
export const formatGain = (value: number) => wholeNumber.format(value);

/** The graph: a line for each series over the months of the year. Undefined without data. */
export function gainsChartContent(
  { chosen }: Gains,
  { year }: Pick<SeasonSelection, 'year'>,
  theme: 'light' | 'dark',
  source: string,
): ChartContent | undefined {
  const [first] = chosen;
  if (!first) return undefined;
  const names = monthsOf(year);
  const bySeries = Map.groupBy(chosen, (each) => each.year_num);
  const styles = seasonStyles([...bySeries.keys()], theme);
  return {
    title: `${first.loc_name}, ${first.parameter_name}`,
    subtitle: normalsNote,
    time: { kind: 'months', names },
    axes: { left: { title: first.parameter_name, unit: gainUnit, format: formatGain } },
    series: [...bySeries].map(([label, all]) => ({
      id: label,
      label,
      side: 'left',
      color: styles.get(label)?.color ?? '#5b6b75',
      dash: styles.get(label)?.dash ?? [],
      xs: all.map((each) => names.indexOf(each.month_abbrev) + 1),
      ys: all.map((each) => cfsDaysToAcreFeet(each.reach_gain_cfs)),
      maxGap: 1,
      isMarked: (index) => all[index]?.complete === false,
    })),
    mark: {
      label: 'Incomplete',
      meaning: 'Days are missing in the month, and its sum is not adjusted for them.',
    },
    source,
  };
}
