import type { ReachGainRecord, ReachGainToDate, StandingRecord } from '#contract/water-year.ts';
import { formatGain, gainUnit } from '#domain/gain-units.ts';
import { cfsDaysToAcreFeet, monthPeriods } from '#domain/reach-gains.ts';
import { monthsOf, type YearKind } from '#domain/season.ts';
import { seasonStyles } from '#domain/season-lines.ts';
import type { SeasonSelection } from '#domain/season-selection.ts';
import { describeBasis, describeDaysPresent } from '#downloads/gains-text.ts';
import { isYear } from '#downloads/shades.ts';
import type { ChartContent } from '#kits/chart/index.ts';
import { normalsNote } from '../shared/labels.ts';

export type Gains = {
  /** The records of the chosen series. */
  readonly chosen: readonly ReachGainRecord[];
  /** The records of the statistics and of every year, with totals. */
  readonly all: readonly ReachGainRecord[];
  /** The latest season and year to date. */
  readonly toDate: readonly ReachGainToDate[];
  readonly standing: StandingRecord;
};

/** The graph: a line for each series over the months of the year, the latest year leading. Undefined without data. */
export function gainsChartContent(
  { chosen, standing }: Pick<Gains, 'chosen' | 'standing'>,
  { year }: Pick<SeasonSelection, 'year'>,
  theme: 'light' | 'dark',
  source: string,
): ChartContent | undefined {
  const [first] = chosen;
  if (!first) return undefined;
  const names = monthsOf(year);
  const bySeries = Map.groupBy(chosen, (each) => each.year_num);
  const styles = seasonStyles([...bySeries.keys()], theme);
  const latest = [...bySeries.keys()].filter(isYear).toSorted().at(-1);
  const basis = describeBasis(chosen);
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
      shape: 'dots',
      isMarked: (index) => all[index]?.approval === 'P',
      ...(all.some((each) => !each.complete) && {
        isEstimated: (index: number) => all[index]?.complete === false,
        noteOf: (index: number) => daysNote(all[index], year),
      }),
      ...(label === latest && { emphasis: 'leading', endLabel: label }),
    })),
    mark: {
      label: 'Provisional',
      meaning: 'Months with provisional values are subject to revision by the agency.',
    },
    estimatedMark: {
      label: 'Incomplete',
      meaning:
        'Hollow, at a dashed line: days of the month are missing, and its sum is not adjusted for them.',
    },
    ...(basis !== undefined && { statistics: `Statistics of ${basis}` }),
    isDemonstration: standing.is_demonstration,
    source,
  };
}

/** `21/30 days` of an incomplete month: as short as the read-out has room. */
function daysNote(record: ReachGainRecord | undefined, kind: YearKind): string | undefined {
  const period = monthPeriods(kind).find(({ name }) => name === record?.month_abbrev);
  return record && period && !record.complete
    ? describeDaysPresent(record, period, kind).replace(' of ', '/')
    : undefined;
}
