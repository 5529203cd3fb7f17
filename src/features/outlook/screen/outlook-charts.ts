import { bandColors, styleYears } from '#domain/season/season-colors.ts';
import { exceedances, medianPlace } from '#domain/statistics/exceedances.ts';
import type {
  ChartBand,
  ChartContent,
  ChartPoint,
  ChartPoints,
  ChartSeries,
  PointContent,
} from '#kits/chart/index.ts';
import { dayNumber, formatUsDate, parseDay } from '#lib/calendar.ts';
import { monthAndDay } from '#lib/calendar-names.ts';
import { formatSignificant } from '#lib/format-number.ts';
import { band, fanColors, line, medianLine, widest } from '#season/issue-day/fan.ts';
import { describeRange, describeVolume, toKaf } from '#season/volume-text.ts';
import type { Outlook } from '../contract.ts';
import { hindcastTable, outlookSource, outlookTitle } from '../files.ts';
import type { HindcastYear } from '../rules/outlook-result.ts';
import { describeHeld, isPeriodOver, normalYears } from './outlook-text.ts';

const thinDash = [4, 3];
/** The whiskers of official forecasts stand to the right of the period, each so many days wide. */
const whiskerDays = 3;

type FanSettings = { readonly theme: 'light' | 'dark'; readonly hasAnalogs: boolean };

/** The volume over the season: what came, the fan of the forecast, and what it is compared with. In KAF. */
export function fanContent(outlook: Outlook, { theme, hasAnalogs }: FanSettings): ChartContent {
  const { forecast, observed, median_af: median } = outlook;
  return {
    title: outlookTitle(outlook),
    subtitle: `Cumulative volume, outlook of ${formatUsDate(outlook.issued)}`,
    ...(hasAnalogs &&
      forecast &&
      forecast.analogs.length > 0 && {
        notes: ['Analog years (not a forecast): the past years whose predictors were most alike.'],
      }),
    time: { kind: 'days' },
    axes: {
      left: { title: 'Cumulative volume', unit: 'KAF', format: (value) => formatSignificant(value, 4) },
    },
    bands: [...fanBands(outlook, theme), ...officialBands(outlook, theme)],
    series: [
      ...(hasAnalogs ? analogLines(outlook, theme) : []),
      ...(observed.curve.days.length === 0
        ? []
        : [
            line({
              id: 'observed',
              label: isPeriodOver(outlook) ? 'What came' : 'Came so far',
              color: fanColors[theme].observed,
              days: observed.curve.days,
              values: observed.curve.values,
            }),
          ]),
      ...medianLine(forecast, 'Outlook', theme),
      ...officialLines(outlook, theme),
    ],
    ...(median !== null && {
      levels: [
        {
          label: `Median ${normalYears}: ${describeVolume(median)}`,
          side: 'left' as const,
          value: toKaf(median),
        },
      ],
    }),
    statistics: `Median of the period: ${normalYears}, ${outlook.median_years} years`,
    source: outlookSource(outlook),
  };
}

function fanBands({ forecast }: Outlook, theme: 'light' | 'dark'): readonly ChartBand[] {
  if (!forecast) return [];
  const { days, p90, p75, p25, p10 } = forecast.fan;
  const xs = days.map(dayNumber);
  const [, wide, narrow] = bandColors[theme];
  return [
    band({ ...widest, color: wide, xs, lows: p90, highs: p10 }),
    band({ id: 'range-50', label: '25–75 % (5 in 10)', color: narrow, xs, lows: p75, highs: p25 }),
  ];
}

/** The curves of the analog years, on the days of this one. February 29 is left out where this year has none. */
function analogLines({ forecast, issued }: Outlook, theme: 'light' | 'dark'): readonly ChartSeries[] {
  const year = issued.slice(0, 4);
  const styles = styleYears(
    (forecast?.analogs ?? []).map((analog) => analog.year),
    { running: undefined, theme },
  );
  return (forecast?.analogs ?? []).map((analog) => {
    const points = analog.curve.days.flatMap((day, at) => {
      const here = `${year}${day.slice(4)}`;
      return parseDay(here) === undefined ? [] : [{ day: here, value: analog.curve.values[at] ?? 0 }];
    });
    return {
      ...line({
        id: `analog-${analog.year}`,
        label: `${analog.year} (analog, not a forecast)`,
        color: styles.get(analog.year)?.color ?? '',
        days: points.map(({ day }) => day),
        values: points.map(({ value }) => value),
      }),
      dash: thinDash,
      endLabel: String(analog.year),
    };
  });
}

/** The name of an agency's forecast: `NRCS, published 04/01/2026`. */
export function officialName({ agency, publication_date }: Outlook['official'][number]): string {
  return `${agency}, published ${formatUsDate(publication_date)}`;
}

/** The last day of the period, where the forecast is read, and the days to the right where its whisker is. */
function officialDays({ period }: Outlook, at: number): readonly number[] {
  const last = dayNumber(period.to);
  const first = last + 1 + at * (whiskerDays + 2);
  return [last, ...Array.from({ length: whiskerDays }, (_, index) => first + index)];
}

function whiskerColor(theme: 'light' | 'dark', at: number): string {
  const { whiskers } = fanColors[theme];
  return whiskers[at % whiskers.length] ?? whiskers[0];
}

const [lowAt, highAt] = [exceedances.indexOf(90), exceedances.indexOf(10)];

/** The whiskers, from the 90 to the 10 percent exceedance. */
function officialBands(outlook: Outlook, theme: 'light' | 'dark'): readonly ChartBand[] {
  return outlook.official.flatMap((each, at) => {
    const [low, high] = [each.volumes_af[lowAt] ?? null, each.volumes_af[highAt] ?? null];
    if (low === null || high === null) return [];
    const xs = officialDays(outlook, at);
    const of = {
      id: `official-range-${at}`,
      label: `${each.agency} 10–90 %`,
      color: whiskerColor(theme, at),
    };
    return [band({ ...of, xs, lows: xs.map(() => low), highs: xs.map(() => high) })];
  });
}

function officialLines(outlook: Outlook, theme: 'light' | 'dark'): readonly ChartSeries[] {
  return outlook.official.flatMap((each, at) => {
    const value = each.volumes_af[medianPlace] ?? null;
    if (value === null) return [];
    const xs = officialDays(outlook, at);
    return [
      {
        id: `official-${at}`,
        label: `${officialName(each)}, 50 %`,
        endLabel: `${each.agency} 50 %`,
        side: 'left' as const,
        color: fanColors[theme].official,
        xs,
        ys: xs.map(() => toKaf(value)),
        maxGap: 1,
        noteOf: () => 'whole period',
      },
    ];
  });
}

const recordColors = {
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
  const series: readonly ChartPoints[] = [
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
    subtitle: `Hindcasts of ${monthAndDay(issued)} of each year, against what came`,
    notes: [describeHeld(forecast)],
    axes: {
      x: { title: 'What came', unit: 'KAF' },
      y: { title: 'Forecast', unit: 'KAF' },
    },
    xKind: 'value',
    series: series.filter(({ points }) => points.length > 0),
    diagonal: 'Forecast = what came',
    table: hindcastTable(forecast),
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
