import type { Outlook } from '#contract/outlook.ts';
import type { HindcastYear } from '#domain/outlook/outlook-result.ts';
import { hindcastTable } from '#downloads/outlook-tables.ts';
import { outlookSource, outlookTitle } from '#downloads/outlook-title.ts';
import type { ChartPoint, PointContent, PointSeries } from '#kits/chart/index.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { describeRange, describeVolume, toKaf } from '../season/volume-text.ts';
import { describeHeld } from './outlook-text.ts';

export const recordColors = {
  light: { leaveOneOut: '#54616a', held: '#0b6597', missed: '#b3261e' },
  dark: { leaveOneOut: '#a6b3bb', held: '#66b5e3', missed: '#ff8a80' },
} as const;

/** Every past year's forecast against what came, in KAF. Undefined without a forecast. */
export function recordContent(outlook: Outlook, theme: 'light' | 'dark'): PointContent | undefined {
  const { forecast, issued } = outlook;
  if (!forecast) return undefined;
  const { hindcast } = forecast;
  const colors = recordColors[theme];
  const forward = (isHeld: boolean) =>
    hindcast.filter((each) => each.forward_af !== null && (each.is_held ?? false) === isHeld);
  const series: readonly PointSeries[] = [
    {
      id: 'leave-one-out',
      label: 'Leave-one-out: from all other years',
      shape: 'circle',
      isHollow: true,
      color: colors.leaveOneOut,
      points: hindcast.map((each) =>
        toPoint(each, each.leave_one_out_af, `forecast ${describeVolume(each.leave_one_out_af)}`),
      ),
    },
    {
      id: 'held',
      label: 'Forward: from earlier years only, 80 % range held',
      shape: 'diamond',
      color: colors.held,
      points: forward(true).map(forwardPoint),
    },
    {
      id: 'missed',
      label: 'Forward, range missed',
      shape: 'triangle-up',
      color: colors.missed,
      points: forward(false).map(forwardPoint),
    },
  ];
  return {
    title: `Record: ${outlookTitle(outlook)}`,
    subtitle: `Hindcasts of ${formatUsDate(issued).slice(0, 5)} of each year, against what came`,
    notes: [describeHeld(forecast)],
    axes: {
      x: { title: 'What came', unit: 'KAF' },
      y: { title: 'Forecast', unit: 'KAF' },
    },
    xKind: 'value',
    series: series.filter(({ points }) => points.length > 0),
    diagonal: 'Forecast = what came',
    table: hindcastTable(forecast),
    isDemonstration: outlook.is_demonstration,
    source: outlookSource(outlook),
  };
}

function toPoint({ year, observed_af }: HindcastYear, forecast: number, text: string): ChartPoint {
  return {
    name: String(year),
    x: toKaf(observed_af),
    y: toKaf(forecast),
    text: `${year}, came ${describeVolume(observed_af)}, ${text}`,
  };
}

function forwardPoint(each: HindcastYear): ChartPoint {
  const { forward_af, forward_low_af: low, forward_high_af: high } = each;
  const forecast = forward_af ?? 0;
  const range = low === null || high === null ? '' : `, 80 % range ${describeRange(low, high)}`;
  return {
    ...toPoint(each, forecast, `forecast ${describeVolume(forecast)}${range}`),
    ...(low !== null && high !== null && { low: toKaf(low), high: toKaf(high) }),
  };
}
