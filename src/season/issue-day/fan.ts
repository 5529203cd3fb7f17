import { medianPlace } from '#domain/statistics/exceedances.ts';
import type { ChartBand, ChartSeries } from '#kits/chart/index.ts';
import { dayNumber } from '#lib/calendar.ts';
import { describeVolume, toKaf } from '../volume-text.ts';

/** The lines and marks of a forecast. */
export const fanColors = {
  light: { observed: '#1b2328', median: '#0b6597', official: '#8a2f6b', whiskers: ['#ecd3e4', '#f0e2c4'] },
  dark: { observed: '#e9eef1', median: '#66b5e3', official: '#e79ac9', whiskers: ['#4d2f44', '#45391d'] },
} as const;

type LineSettings = Pick<ChartSeries, 'id' | 'label' | 'color'> & {
  readonly days: readonly string[];
  readonly values: readonly number[];
};

/** A line in KAF of values in AF. */
export function line({ id, label, color, days, values }: LineSettings): ChartSeries {
  return { id, label, side: 'left', color, xs: days.map(dayNumber), ys: values.map(toKaf), maxGap: 1 };
}

type BandSettings = Pick<ChartBand, 'id' | 'label' | 'color' | 'xs'> & {
  readonly lows: readonly number[];
  readonly highs: readonly number[];
};

/** A band in KAF of values in AF. */
export function band({ lows, highs, ...settings }: BandSettings): ChartBand {
  return { ...settings, side: 'left', lows: lows.map(toKaf), highs: highs.map(toKaf) };
}

/** The outermost band of a fan. */
export const widest = { id: 'range-80', label: '10–90 % (8 in 10)' } as const;

type MedianOf = {
  readonly volumes_af: readonly number[];
  readonly fan: { readonly days: readonly string[]; readonly p50: readonly number[] };
};

/** The line in the middle of a fan; none without a forecast. */
export function medianLine(
  forecast: MedianOf | null,
  of: string,
  theme: 'light' | 'dark',
): readonly ChartSeries[] {
  if (!forecast) return [];
  const {
    fan: { days, p50 },
    volumes_af: volumes,
  } = forecast;
  const median = line({
    id: 'median',
    label: `${of}, 50 %`,
    color: fanColors[theme].median,
    days,
    values: p50,
  });
  return [{ ...median, emphasis: 'leading', endLabel: describeVolume(volumes[medianPlace] ?? 0) }];
}
