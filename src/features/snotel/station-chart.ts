import { describeSource } from '#domain/demonstration.ts';
import { flagNote } from '#domain/flags.ts';
import { normalBands } from '#domain/normals.ts';
import { formatQuantity } from '#domain/quantity.ts';
import { dayOrderOf, firstMonthOf, leapDayOrder } from '#domain/season.ts';
import { seasonPaint, styleYears } from '#domain/season-colors.ts';
import { groundMedian } from '#domain/season-content.ts';
import { describeStatisticYears, statisticYearsOf } from '#domain/statistic-label.ts';
import { maxGapOf } from '#domain/time-series/gaps.ts';
import { waterYear } from '#domain/water-year.ts';
import type { ChartContent, ChartSeries, ExcludedValues } from '#kits/chart/index.ts';
import type { Station } from './station.ts';

type Theme = 'light' | 'dark';

/** Draws a water year of a station over its normals, and the year before for comparison. */
export function stationChart(station: Station, year: number, theme: Theme): ChartContent {
  const { name, parameterName, unit, provider, source, isDemonstration, normals } = station;
  const years = statisticYearsOf(normals);
  const median = groundMedian(normals, 'water', theme);
  const statistics = years && `Normals: ${describeStatisticYears(years)}`;
  return {
    title: `${parameterName} at ${name}, water year ${year}`,
    ...(statistics !== undefined && { subtitle: statistics, statistics }),
    time: { kind: 'season', firstMonth: firstMonthOf.water },
    axes: { left: { title: parameterName, unit, format: (value) => formatQuantity(value, unit) } },
    bands: normalBands(normals, theme),
    series: [
      ...(median ? [median] : []),
      ...yearLine(station, year - 1, { running: year, theme }),
      ...yearLine(station, year, { running: year, theme }),
    ],
    mark: { label: 'Provisional', meaning: 'Provisional values are subject to revision by the agency.' },
    excludedMark: {
      label: 'Flagged',
      meaning: 'Values that fail a quality rule. They are not part of any line or statistic.',
    },
    source: describeSource([{ name, provider, source, isDemonstration }]),
    isDemonstration,
  };
}

/** The values of a water year; none without any. */
function yearLine(
  { days, values, approval, flagged, unit }: Station,
  year: number,
  { running, theme }: { readonly running: number; readonly theme: Theme },
): ChartSeries[] {
  const places = [...days.keys()].filter((at) => waterYear(days[at] ?? 0) === year);
  const ofYear = flagged.filter(({ day }) => waterYear(day) === year);
  if (places.length === 0 && ofYear.length === 0) return [];
  const xs = places.map((at) => dayOrderOf(days[at] ?? 0, 'water'));
  const last = values[places.at(-1) ?? -1];
  const excluded: ExcludedValues = {
    xs: ofYear.map(({ day }) => dayOrderOf(day, 'water')),
    ys: ofYear.map(({ value }) => value),
    noteOf: (index) => {
      const found = ofYear[index];
      return found ? flagNote(found.flag) : '';
    },
  };
  return [
    {
      id: String(year),
      label: String(year),
      side: 'left',
      color: seasonPaint[theme].other,
      ...styleYears([year], { running, theme }).get(year),
      xs,
      ys: places.map((at) => values[at] ?? 0),
      maxGap: maxGapOf(xs),
      skippedX: leapDayOrder('water'),
      isMarked: (index) => approval[places[index] ?? -1] === 'P',
      ...(ofYear.length > 0 && { excluded }),
      ...(year === running &&
        last !== undefined && { endLabel: `${year} · ${formatQuantity(last, unit)} ${unit}` }),
    },
  ];
}
