import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { hasReversedAxis } from '#config/parameters.ts';
import { maxGapOf } from '#domain/bridge-gaps.ts';
import { delivererOf } from '#domain/deliverer.ts';
import { markOf } from '#domain/parameters.ts';
import { formatQuantity } from '#domain/quantity.ts';
import { medianDash, seasonPaint } from '#domain/season/season-colors.ts';
import { Chart, type ChartContent, initialChartState } from '#kits/chart/index.ts';
import { Button, Notice } from '#kits/ui/index.ts';
import { Stack } from '#kits/ui/Layout.tsx';
import { dayNumber } from '#lib/calendar.ts';
import { dataOf } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import type { WellRecord as Record, SiteFacts } from '../contract.ts';
import { describeWellTrend, minTrendYears, recentTrendYears } from '../rules/well-trend.ts';
import type { SiteScreen } from './site-screen.ts';

type Props = { screen: SiteScreen; site: SiteFacts };

/** All readings of a well, and how its water moved in feet a year. Nothing for what is no well. */
export function WellRecord({ screen, site }: Props) {
  const state = useStore(screen.whole.$state);
  const theme = useStore($resolvedTheme);
  const [chart, setChart] = useState(initialChartState);
  const record = dataOf(state);
  const content = useMemo(() => record && wellContent(record, site, theme), [record, site, theme]);
  if (state.status === 'failed') {
    return (
      <Notice severity="error" action={<Button onClick={() => void screen.whole.retry()}>Try again</Button>}>
        The whole record could not be loaded. {state.error.message}
      </Notice>
    );
  }
  if (!record || !content) return null;
  return (
    <Stack as="section" gap={2} aria-labelledby="well-record">
      <h2 id="well-record">Whole record</h2>
      <p>{describeTrends(record)}</p>
      <div className="no-print">
        <Chart isBare data={{ status: 'ready', content }} theme={theme} state={chart} onState={setChart} />
      </div>
    </Stack>
  );
}

/** `Water 0.42 ft a year lower over 1991–2026 (n = 36 years, 420 readings); 0.90 ft a year lower over …` */
function describeTrends({ trend, recent }: Pick<Record, 'trend' | 'recent'>): string {
  const { record: many, recent: few } = minTrendYears;
  if (!trend && !recent) return `No trend yet: it needs ${few} whole water years with readings.`;
  const say = (each: NonNullable<Record['trend']>) =>
    describeWellTrend({
      firstYear: each.first_year,
      lastYear: each.last_year,
      years: each.years,
      readings: each.readings,
      feetAYear: each.feet_a_year,
    });
  const whole = trend ? say(trend) : `no trend of the record, which needs ${many} water years`;
  const last = recent ? say(recent) : `none of the last ${recentTrendYears} years, in which it needs ${few}`;
  return `Water ${whole}; ${last}. Sen’s slope of the medians of whole water years.`;
}

function wellContent(record: Record, site: SiteFacts, theme: 'light' | 'dark'): ChartContent | undefined {
  const {
    start,
    days,
    values,
    parameter_ndx,
    parameter_name: title,
    units_name: unit,
    trend,
    recent,
  } = record;
  if (start === null) return undefined;
  const xs = days.map((day) => dayNumber(start) + day);
  const paint = seasonPaint[theme];
  const lineOf = (id: string, label: string, color: string, each: Record['trend']) => {
    if (!each) return [];
    const [from, to] = [dayNumber(each.from.rdate), dayNumber(each.to.rdate)];
    const slope = (each.to.value - each.from.value) / (to - from);
    // A value on each day of a reading, for the read-out.
    const days = [from, ...xs.filter((day) => day > from)];
    return [
      {
        id,
        label,
        side: 'left' as const,
        color,
        dash: medianDash,
        width: 2,
        xs: days,
        ys: days.map((day) => each.from.value + slope * (day - from)),
        maxGap: Number.POSITIVE_INFINITY,
      },
    ];
  };
  return {
    title: `${title} at ${site.loc_name}, whole record`,
    time: { kind: 'days' },
    axes: {
      left: {
        title,
        unit,
        reversed: hasReversedAxis(parameter_ndx),
        format: (value: number) => formatQuantity(value, unit),
      },
    },
    series: [
      {
        id: 'record',
        label: title,
        side: 'left',
        color: paint.running,
        width: 1.5,
        xs,
        ys: values,
        shape: markOf(parameter_ndx, xs),
        maxGap: Math.max(400, maxGapOf(xs)),
      },
      ...lineOf('trend', 'Trend of the record', paint.last, trend),
      ...lineOf('recent', `Trend of ${recentTrendYears} years`, paint.median, recent),
    ],
    source: delivererOf({ provider: site.data_provider, source: record.source }),
  };
}
