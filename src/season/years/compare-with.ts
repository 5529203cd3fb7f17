import { basin } from '#config/basin/basin.ts';
import type { AnalogYears } from '#contract/season/analog-years.ts';
import { waterYear } from '#domain/water-year.ts';
import { dayNumber } from '#lib/calendar.ts';
import { dataOf, type SubmitState } from '#stores/queries.ts';

/** Series that are compared with by one click. */
export type CompareGroup = {
  /** `Drought years` */
  readonly label: string;
  /** The series of the group that the chart offers. */
  readonly series: readonly string[];
  /** Whether all of them are chosen. */
  readonly isChosen: boolean;
};

type CompareOptions = {
  readonly chosen: readonly string[];
  readonly offered: readonly string[];
  /** The day in the basin, `YYYY-MM-DD`. */
  readonly today: string;
  /** The nearest years; undefined while they load. */
  readonly analogs: readonly number[] | undefined;
  readonly droughtYears?: readonly number[];
};

/** What every chart of seasons can be compared with; groups without a series that is offered are left out. */
export function compareGroups({
  chosen,
  offered,
  today,
  analogs = [],
  droughtYears = basin.droughtYears,
}: CompareOptions): readonly CompareGroup[] {
  return [
    { label: 'Median', series: ['Median'] },
    { label: 'Last year', series: [String(waterYear(dayNumber(today)) - 1)] },
    { label: 'Drought years', series: droughtYears.map(String) },
    { label: 'Analog years', series: analogs.map(String) },
  ].flatMap(({ label, series: wanted }) => {
    const series = wanted.filter((each) => offered.includes(each));
    if (series.length === 0) return [];
    return [{ label, series, isChosen: series.every((each) => chosen.includes(each)) }];
  });
}

/** The chosen series with those of a group, or without them where all are chosen. */
function toggleGroup(chosen: readonly string[], { series, isChosen }: CompareGroup): string[] {
  return isChosen ? chosen.filter((each) => !series.includes(each)) : [...new Set([...chosen, ...series])];
}

/** A group as a reader sees it: `Drought years: 1977, 1992` */
function describeCompareGroup({ label, series }: CompareGroup): string {
  return label === series[0] ? label : `${label}: ${series.join(', ')}`;
}

/** What a menu of these groups has: its entries, and what is to be said while or because the analog years are not there. */
export function compareMenu(
  state: SubmitState<AnalogYears | null, unknown>,
  { chosen, offered, today }: Pick<CompareOptions, 'chosen' | 'offered' | 'today'>,
  onChange: (series: readonly string[]) => void,
) {
  const nearest = dataOf(state)?.nearest.map(({ year }) => year);
  const entries = compareGroups({ chosen, offered, today, analogs: nearest }).map((group) => ({
    label: describeCompareGroup(group),
    isOn: group.isChosen,
    onToggle: () => onChange(toggleGroup(chosen, group)),
  }));
  if (nearest !== undefined) return { entries, missing: undefined };
  const missing = 'error' in state ? 'The analog years could not be loaded.' : 'Loading the analog years…';
  return { entries, missing };
}
