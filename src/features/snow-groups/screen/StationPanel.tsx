import { useStore } from '@nanostores/react';
import { useCallback, useEffect } from 'react';
import { pathOfSite } from '#domain/page-paths.ts';
import { seasonChartAddress } from '#domain/season/season-file-address.ts';
import { minYearsForMedian, minYearsOfHalf, normalPeriod } from '#domain/statistics/statistics.ts';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { waterYear } from '#domain/water-year.ts';
import type { DataLink } from '#kits/ui/CopyButton.tsx';
import { Button, Row, Stack, VisuallyHidden } from '#kits/ui/index.ts';
import { RingMark } from '#kits/ui/marks/RingMark.tsx';
import { formatDay } from '#lib/calendar.ts';
import { describeAccess } from '#stores/data-access.ts';
import { dataOf } from '#stores/queries.ts';
import { SnowCurve } from './SnowCurve.tsx';
import type { SnowGroupsState } from './state.ts';
import type { SnowStation } from './station.ts';
import { stationChart, stationFacts } from './station-view.ts';

type StationPanelProps = { screen: SnowGroupsState };

/** The chosen station: what a manager asks of it, and the curve of the chosen year over its normals. */
export function StationPanel({ screen }: StationPanelProps) {
  const row = useStore(screen.station.$row);
  const station = dataOf(useStore(screen.station.query.$state));
  const year = useStore(screen.$year);
  const contentOf = useCallback(
    (found: SnowStation, theme: 'light' | 'dark') => stationChart(found, year, theme),
    [year],
  );
  const id = row?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each station
  useEffect(() => {
    if (id !== undefined) screen.focusStation();
  }, [id]);
  if (!row) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby="snotel-station">
      <Row data-spread>
        <h2 ref={screen.stationHeading} id="snotel-station" tabIndex={-1}>
          {row.name}
        </h2>
        <Button onClick={screen.closeStation}>
          Close<VisuallyHidden> the station</VisuallyHidden>
        </Button>
      </Row>
      <p className="quiet near-above">
        {row.huc8}
        {row.huc8 !== null && row.freshness && ' · '}
        {row.freshness?.state === 'late' ? <RingMark>{row.freshness.text}</RingMark> : row.freshness?.text}
      </p>
      <SnowCurve
        curve={screen.station}
        noun="station"
        factsOf={(found) => stationFacts(found, year, { today: screen.today, currentYear: screen.current })}
        lackOf={(found) => absenceNotes(found, year)}
        contentOf={contentOf}
        empty="This station has no values."
        linkOf={(found) => linkTo(found, year)}
      />
      {station && (
        <p className="quiet near-above">
          <a href={timeSeriesUrl(station)}>This station in Time Series Comparisons</a> ·{' '}
          <a href={pathOfSite(station.id)}>All about this station</a>
        </p>
      )}
    </Stack>
  );
}

/** Says which parts of the chart are missing, and why. */
function absenceNotes({ name, days, normals }: SnowStation, year: number): readonly string[] {
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
function linkTo(
  { locId, parameterName, provider, flagged }: SnowStation,
  year: number,
): DataLink | undefined {
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

function timeSeriesUrl({ id, days }: SnowStation): string {
  const [first, last] = [days[0], days.at(-1)];
  const period =
    first === undefined || last === undefined
      ? undefined
      : { por_start: formatDay(first), por_end: formatDay(last) };
  return siteComparisonUrl(id, parameterNdx.swe, period);
}
