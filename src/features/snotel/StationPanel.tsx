import { useStore } from '@nanostores/react';
import { type Ref, useEffect, useMemo } from 'react';
import { describeOrigin } from '#domain/demonstration.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { seasonChartAddress } from '#domain/season-address.ts';
import { minYearsForMedian, minYearsOfHalf, normalPeriod } from '#domain/statistics.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { waterYear } from '#domain/water-year.ts';
import { Chart, type ChartData } from '#kits/chart/index.ts';
import type { DataLink } from '#kits/ui/CopyButton.tsx';
import { Button, Notices, Row, Stack, VisuallyHidden } from '#kits/ui/index.ts';
import { PrintSheet } from '#kits/ui/PrintSheet.tsx';
import { RingMark } from '#kits/ui/RingMark.tsx';
import { formatDay } from '#lib/calendar.ts';
import { describeAccess } from '#stores/data-access.ts';
import type { SubmitState } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { showToast } from '#stores/toasts.ts';
import { Facts } from './GroupPanel.tsx';
import styles from './StationPanel.module.css';
import type { SnotelScreen } from './screen.ts';
import type { Station } from './station.ts';
import { stationChart, stationFacts } from './station-view.ts';

type StationPanelProps = {
  screen: SnotelScreen;
  heading: Ref<HTMLHeadingElement>;
  /** Called when another station is shown. */
  onShown: () => void;
};

/** The chosen station: what a manager asks of it, and the curve of the chosen year over its normals. */
export function StationPanel({ screen, heading, onShown }: StationPanelProps) {
  const row = useStore(screen.station.$row);
  const state = useStore(screen.station.query.$state);
  const chart = useStore(screen.station.$chart);
  const year = useStore(screen.$year);
  const theme = useStore($resolvedTheme);
  const station = 'data' in state ? state.data : undefined;
  const data = useMemo(
    () => chartData(state, year, theme, () => void screen.station.query.retry()),
    [state, year, theme, screen],
  );
  const printed = useMemo(() => station && stationChart(station, year, 'light'), [station, year]);
  const id = row?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each station
  useEffect(() => {
    if (id !== undefined) onShown();
  }, [id]);
  if (!row) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby="snotel-station">
      <Row data-spread>
        <h2 ref={heading} id="snotel-station" tabIndex={-1}>
          {row.name}
        </h2>
        <Button onClick={() => screen.choose(undefined)}>
          Close<VisuallyHidden> the station</VisuallyHidden>
        </Button>
      </Row>
      <p className={`quiet ${styles.note}`}>
        {row.huc8}
        {row.huc8 !== null && row.freshness && ' · '}
        {row.freshness?.state === 'late' ? <RingMark>{row.freshness.text}</RingMark> : row.freshness?.text}
        {row.origin !== 'none' && ` · ${describeOrigin(row.origin)}`}
      </p>
      {station && (
        <>
          <Facts facts={stationFacts(station, year, { today: screen.today, currentYear: screen.current })} />
          <Notices severity="warning" texts={absenceNotes(station, year)} />
        </>
      )}
      <PrintSheet data={data}>
        <Chart
          data={data}
          {...(printed && { printed })}
          theme={theme}
          state={chart}
          onState={screen.station.setChart}
          notify={showToast}
          link={station && linkTo(station, year)}
        />
      </PrintSheet>
      {station && (
        <p className={`quiet ${styles.note}`}>
          <a href={timeSeriesUrl(station)}>This station in Time Series Comparisons</a> ·{' '}
          <a href={pathOfSite(station.id)}>All about this station</a>
        </p>
      )}
    </Stack>
  );
}

function chartData(
  state: SubmitState<Station | undefined, number>,
  year: number,
  theme: 'light' | 'dark',
  retry: () => void,
): ChartData {
  if (state.status === 'failed') return { status: 'failed', message: state.error.message, retry };
  if (!('data' in state)) return { status: 'loading', progress: 'Loading the station…' };
  if (!state.data) return { status: 'idle', hint: 'This station has no values.' };
  return { status: 'ready', content: stationChart(state.data, year, theme) };
}

/** Says which parts of the chart are missing, and why. */
function absenceNotes({ name, days, normals }: Station, year: number): readonly string[] {
  const { from, to } = normalPeriod;
  return [
    ...(days.some((day) => waterYear(day) === year) ? [] : [`${name} has no values in water year ${year}.`]),
    ...(normals.length > 0
      ? []
      : [
          `${name} has no bands and no median: they need values on the same day of ${minYearsForMedian} years from ${from} to ${to}, ${minYearsOfHalf} in each half.`,
        ]),
  ];
}

/** Links to the two years and the normals of the chart. */
function linkTo({ locId, parameterName, provider, flagged }: Station, year: number): DataLink | undefined {
  if (locId === undefined) return undefined;
  return {
    address: seasonChartAddress(
      { site: locId, parameter: parameterName },
      { series: [String(year), String(year - 1)] },
    ),
    access: [describeAccess([provider]), flagged.length > 0 && 'Flagged values are not in it.']
      .filter(Boolean)
      .join(' '),
  };
}

function timeSeriesUrl({ id, days }: Station): string {
  const [first, last] = [days[0], days.at(-1)];
  const period =
    first === undefined || last === undefined
      ? undefined
      : { por_start: formatDay(first), por_end: formatDay(last) };
  return siteComparisonUrl(id, parameterNdx.swe, period);
}
