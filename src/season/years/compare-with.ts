import { basin } from '#config/basin/basin.ts';
import { waterYear } from '#domain/water-year.ts';
import { dayNumber } from '#lib/calendar.ts';

/** Series that are compared with by one click. */
export type CompareGroup = {
  /** `Drought years` */
  readonly label: string;
  /** The series of the group that the chart offers. */
  readonly series: readonly string[];
  /** Whether all of them are chosen. */
  readonly isChosen: boolean;
};

export type CompareOptions = {
  readonly chosen: readonly string[];
  readonly offered: readonly string[];
  /** The day in the basin, `YYYY-MM-DD`. */
  readonly today: string;
  /** What features add, as far as it is loaded. */
  readonly more?: readonly { readonly label: string; readonly years?: readonly number[] }[];
  readonly droughtYears?: readonly number[];
};

/** What every chart of seasons can be compared with; groups without a series that is offered are left out. */
export function compareGroups({
  chosen,
  offered,
  today,
  more = [],
  droughtYears = basin.droughtYears,
}: CompareOptions): readonly CompareGroup[] {
  return [
    { label: 'Median', series: ['Median'] },
    { label: 'Last year', series: [String(waterYear(dayNumber(today)) - 1)] },
    { label: 'Drought years', series: droughtYears.map(String) },
    ...more.map(({ label, years = [] }) => ({ label, series: years.map(String) })),
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

/** The entries of a menu of these groups. */
export function compareMenu(options: CompareOptions, onChange: (series: readonly string[]) => void) {
  return compareGroups(options).map((group) => ({
    label: describeCompareGroup(group),
    isOn: group.isChosen,
    onToggle: () => onChange(toggleGroup(options.chosen, group)),
  }));
}
