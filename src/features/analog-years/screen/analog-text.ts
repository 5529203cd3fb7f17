import { dayOrderOf, leapDayOrder } from '#domain/season/season.ts';
import { styleYears } from '#domain/season/season-colors.ts';
import { isSkilled } from '#domain/season/skill-score.ts';
import type { ChartContent, ChartSeries } from '#kits/chart/index.ts';
import { dayNumber, formatUsDate } from '#lib/calendar.ts';
import { monthAndDay } from '#lib/calendar-names.ts';
import { countOf } from '#lib/count-text.ts';
import { formatFixed, formatPercent, formatSignificant } from '#lib/format-number.ts';
import { describeVolume, toKaf } from '#season/volume-text.ts';
import type { AnalogMeasure, AnalogOutcome, AnalogYear, AnalogYears } from '../contract.ts';
import { type AnalogKind, maxAnalogs, maxMeasureAge } from '../rules.ts';

export const kindLabels: Readonly<Record<AnalogKind, string>> = {
  storage: 'Storage',
  snow: 'Snow',
  flow: 'Natural flow',
  gains: 'Gains',
};

/** `Most like water year 2027 up to 11/24/2026: 2005, 2014 and 2001. Not a forecast.` */
export function describeAnalogs({ year, on, nearest, complete }: AnalogYears): string {
  const years = nearest.map((each) => String(each.year));
  const last = years.pop();
  if (last === undefined)
    return `No past year has what water year ${year} is compared by on ${formatUsDate(on)}.`;
  const list = years.length > 0 ? `${years.join(', ')} and ${last}` : last;
  const few =
    complete.length < maxAnalogs ? ` Only ${countOf(complete.length, 'past year')} can be compared.` : '';
  return `Most like water year ${year} up to ${formatUsDate(on)}: ${list}.${few} Not a forecast.`;
}

/** A value of a measure: `1,610 KAF`, `122 % of median`. */
export function describeMeasure(
  value: number | null | undefined,
  { unit }: Pick<AnalogMeasure, 'unit'>,
): string {
  if (value === null || value === undefined) return '–';
  return unit === 'AF' ? describeVolume(value) : formatPercent(value);
}

/** What a measure is of: since when it counts, how old it is, and why it is left out. */
export function describeBasis({ kind, gap, as_of, years, withheld }: AnalogMeasure, on: string): string {
  if (gap === 'weight') return 'left out: its weight is 0';
  if (gap === 'years') return `left out: only ${countOf(years, 'past year')} have it`;
  if (gap === 'value') {
    const missing = kind !== 'snow' && withheld.length > 0 ? `: needs ${withheld.join(', ')}` : '';
    return `left out: none in the ${maxMeasureAge} days to ${formatUsDate(on)}${missing}`;
  }
  const basis = { storage: '', snow: '% of median', flow: 'since Oct 1', gains: 'since Nov 1' }[kind];
  const age = as_of !== null && as_of < on && `on ${formatUsDate(as_of)}`;
  return [basis, age].filter(Boolean).join(', ');
}

/** Closer than this, in standard deviations, a year is alike; further than the other it is apart. */
const [alike, apart] = [0.35, 1];

/** What makes a year near: `alike in storage and gains; apart in snow`. */
export function describeNearness(
  { values }: Pick<AnalogYear, 'values'>,
  measures: readonly AnalogMeasure[],
): string {
  const counted = measures.flatMap(({ kind, value, deviation, gap }, at) => {
    const past = values[at] ?? null;
    if (gap !== null || value === null || past === null || !deviation) return [];
    return [{ kind, distance: ((value - past) / deviation) ** 2 }];
  });
  const kinds = [...Map.groupBy(counted, ({ kind }) => kind)].map(([kind, all]) => ({
    name: kindLabels[kind].toLowerCase(),
    distance: Math.sqrt(all.reduce((sum, { distance }) => sum + distance, 0) / all.length),
  }));
  const namesOf = (isWanted: (distance: number) => boolean) =>
    kinds.filter(({ distance }) => isWanted(distance)).map(({ name }) => name);
  const [near, far] = [namesOf((each) => each <= alike), namesOf((each) => each >= apart)];
  const parts = [
    near.length > 0 && `alike in ${near.join(', ')}`,
    far.length > 0 && `apart in ${far.join(', ')}`,
  ];
  return parts.filter(Boolean).join('; ') || 'about equally near in all';
}

/** What followed: `April–July volume`; `Volume to July 31` once it has begun. */
export function nameOutcome({ outcome, from }: AnalogOutcome): string {
  switch (outcome) {
    case 'volume':
      return from.endsWith('-04-01') ? 'April–July volume' : `Volume, ${monthAndDay(from)} to Jul 31`;
    case 'peak':
      return 'Largest storage to Sep 30';
    case 'carry_over':
      return 'Storage on Sep 30';
    default:
      return 'Gain to Sep 30';
  }
}

/** Whether the median of the five would have helped: `skill 0.53`. */
export function describeSkill({ hindcast }: AnalogOutcome): string {
  if (hindcast === null) return 'too few past years to try it on';
  const { skill, skill_low: low, years } = hindcast;
  if (skill === null || low === null) return `tried on ${countOf(years, 'year')}`;
  const worth = isSkilled({ skill, low })
    ? ''
    : skill > 0
      ? ': hardly better than all years'
      : ': no better than all years';
  return `skill ${formatFixed(skill, 2)} in ${countOf(years, 'year')}${worth}`;
}

/** `± 726 KAF`, the mean absolute error. */
export function describeError(error: number | undefined): string {
  return error === undefined ? '' : `± ${describeVolume(error)}`;
}

export const skillNote =
  'Tried on each past year by the others: ± is the mean absolute error of either median, and skill is 1 − one ÷ the other; 0 is no better than all years.';

/** The paths of the other charts with the running year and the nearest ones. */
export function pathsOfYears({ year, nearest }: Pick<AnalogYears, 'year' | 'nearest'>) {
  const series = ['Minimum', 'Median', 'Maximum', year, ...nearest.map((each) => each.year)].join(',');
  return {
    gains: `/data-analysis-tools/reach-gains-comparison?series=${series}&submitted=yes`,
    forecast: `/data-analysis-tools/forecast-supply?series=${series}`,
  };
}

/** The total storage of the running year up to the day, and of the nearest years from it on. */
export function analogChart(found: AnalogYears, theme: 'light' | 'dark'): ChartContent | undefined {
  const { year, on, nearest, measures, storage, delivered_by } = found;
  const measure = measures.find(({ kind }) => kind === 'storage');
  if (!measure || nearest.length === 0 || storage.values.every((each) => each === null)) return undefined;
  const styles = styleYears([year, ...nearest.map((each) => each.year)], { running: year, theme });
  const lineOf = (of: number, { first, values }: AnalogYears['storage']): ChartSeries => {
    const points = values.flatMap((value, at) =>
      value === null ? [] : [{ x: dayOrderOf(dayNumber(first) + at, 'water'), y: toKaf(value) }],
    );
    return {
      id: String(of),
      label: of === year ? `${of} to ${formatUsDate(on)}` : `${of}, from that day on`,
      side: 'left',
      color: '',
      ...styles.get(of),
      xs: points.map(({ x }) => x),
      ys: points.map(({ y }) => y),
      maxGap: 1,
      skippedX: leapDayOrder('water'),
      endLabel: String(of),
    };
  };
  return {
    title: `What followed: ${measure.label}`,
    notes: [describeAnalogs(found)],
    time: { kind: 'season', firstMonth: 10 },
    axes: { left: { title: 'Storage', unit: 'KAF', format: (value) => formatSignificant(value, 4) } },
    series: [...nearest.map((each) => lineOf(each.year, each.storage)), lineOf(year, storage)],
    source: `Computed by this portal from values of ${delivered_by.join(', ')}`,
  };
}
