import { bandColors, seasonPaint } from '#domain/season/season-colors.ts';
import type { ChartContent, ChartSeries, PointContent } from '#kits/chart/index.ts';
import { dayNumber, formatUsDate } from '#lib/calendar.ts';
import { monthAndDay } from '#lib/calendar-names.ts';
import { formatSignificant } from '#lib/format-number.ts';
import { band, fanColors, line, medianLine, widest } from '#season/issue-day/fan.ts';
import { describeVolume, toKaf } from '#season/volume-text.ts';
import type { CarryOver } from '../contract.ts';
import { carryOverSource, carryOverTitle, winterTable } from '../files.ts';
import { describeCarryOverSkill } from './carry-over-text.ts';

type Theme = 'light' | 'dark';

type FanSettings = {
  readonly theme: Theme;
  /** Forty lines more, whose names would fill a page of paper. */
  readonly hasWinters: boolean;
};

/** The storage from the end of the season to April 1: what came, the fan, and what past winters would add. In KAF. */
export function carryOverContent(carryOver: CarryOver, { theme, hasWinters }: FanSettings): ChartContent {
  const { observed, storage, forecast, capacity_af: capacity, issued } = carryOver;
  return {
    title: carryOverTitle(carryOver),
    subtitle: `Storage, carry-over of ${formatUsDate(issued)}`,
    ...(hasWinters && {
      notes: [
        storage
          ? 'Thin lines: the storage of the issue day and what each past winter added to it, from none to the capacity.'
          : 'Thin lines: the storage of past winters.',
      ],
    }),
    time: { kind: 'days' },
    axes: { left: { title: 'Storage', unit: 'KAF', format: (value) => formatSignificant(value, 4) } },
    bands: forecast
      ? [
          band({
            ...widest,
            color: bandColors[theme][1],
            xs: forecast.fan.days.map(dayNumber),
            lows: forecast.fan.p90,
            highs: forecast.fan.p10,
          }),
        ]
      : [],
    series: [
      ...(hasWinters ? winterLines(carryOver, theme) : []),
      ...(observed.days.length === 0
        ? []
        : [line({ id: 'observed', label: 'Storage', color: fanColors[theme].observed, ...observed })]),
      ...medianLine(forecast, 'Carry-over', theme),
    ],
    levels: [{ label: `Capacity: ${describeVolume(capacity)}`, side: 'left', value: toKaf(capacity) }],
    source: carryOverSource(carryOver),
  };
}

/** The newest winters first, because not all lines have a label. */
function winterLines({ paths, storage, capacity_af: capacity }: CarryOver, theme: Theme): ChartSeries[] {
  const limit = (volume: number) => Math.max(0, Math.min(capacity, volume));
  return paths.winters.toReversed().map(({ year, values }) => {
    const first = values[0] ?? 0;
    const known = paths.days.flatMap((day, at) => {
      const value = values[at] ?? null;
      if (value === null) return [];
      return [{ day, value: storage ? limit(storage.value + value - first) : value }];
    });
    return {
      ...line({
        id: `winter-${year}`,
        label: `${year - 1}–${year}`,
        color: seasonPaint[theme].other,
        days: known.map(({ day }) => day),
        values: known.map(({ value }) => value),
      }),
      emphasis: 'context',
      endLabel: String(year),
    };
  });
}

/** What leave-one-out said of each past winter against what came, in KAF. Undefined without enough winters. */
export function carryOverRecord(carryOver: CarryOver, theme: Theme): PointContent | undefined {
  const { years, skill, issued } = carryOver;
  const said = years.flatMap(({ year, carry_over_af: came, predicted_af: predicted }) =>
    predicted === null ? [] : [{ year, came, predicted }],
  );
  if (!skill || said.length === 0) return undefined;
  return {
    title: `Record: ${carryOverTitle(carryOver)}`,
    subtitle: `Leave-one-out of ${monthAndDay(issued)} of each year, against what came`,
    notes: [describeCarryOverSkill(skill)],
    axes: { x: { title: 'What came', unit: 'KAF' }, y: { title: 'Forecast', unit: 'KAF' } },
    xKind: 'value',
    series: [
      {
        id: 'leave-one-out',
        label: 'Leave-one-out: from all other winters',
        shape: 'circle',
        color: fanColors[theme].median,
        points: said.map(({ year, came, predicted }) => ({
          name: String(year),
          x: toKaf(came),
          y: toKaf(predicted),
          text: `${year}, came ${describeVolume(came)}, forecast ${describeVolume(predicted)}`,
        })),
      },
    ],
    diagonal: 'Forecast = what came',
    table: winterTable(carryOver),
    source: carryOverSource(carryOver),
  };
}
