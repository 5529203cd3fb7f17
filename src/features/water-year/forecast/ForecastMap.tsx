import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { basin } from '#config/basin.ts';
import type { ForecastGroup } from '#config/forecast.ts';
import { markOfType } from '#domain/site-families.ts';
import { LocationsMap, mapFallback } from '../shared/LocationsMap.tsx';
import { jumpToGraph } from './jump-to-graph.ts';
import type { ForecastScreen } from './screen.ts';

/** The middle of all points, so that a low map shows them all. */
function centerOf(points: readonly { lat: number; lon: number }[]): readonly [number, number] {
  const middle = (all: readonly number[]) => (Math.min(...all) + Math.max(...all)) / 2;
  return [middle(points.map((each) => each.lat)), middle(points.map((each) => each.lon))];
}

type ForecastMapProps = { screen: ForecastScreen; groups: readonly ForecastGroup[]; zoom: number };

/** The locations of the charts. A click scrolls to the chart. */
export function ForecastMap({ screen, groups, zoom }: ForecastMapProps) {
  const byLocId = useStore(screen.$byLocId);
  const chartLocations = useMemo(
    () =>
      groups
        .flatMap((group) => group.charts)
        .flatMap((chart) => {
          const location = byLocId.get(chart.locId);
          return location ? [{ chart, location }] : [];
        }),
    [groups, byLocId],
  );
  const points = useMemo(
    () =>
      chartLocations.map(({ chart, location }) => ({
        id: location.loc_ndx,
        lat: location.lat_dd,
        lon: location.lon_dd,
        label: `${chart.title} at ${location.loc_name}`,
        mark: markOfType(location.loc_type_name),
      })),
    [chartLocations],
  );
  const ready = useStore(screen.$ready);
  const homeView = useMemo(
    () => ({ center: points.length > 0 ? centerOf(points) : basin.center, zoom }),
    [points, zoom],
  );
  // Until the locations are loaded, the map shows the basin.
  if (points.length === 0 && !ready) return mapFallback;
  return (
    <LocationsMap
      label="Locations of the graphs"
      homeView={homeView}
      points={points}
      onPick={([ndx]) => {
        const hit = chartLocations.find(({ location }) => location.loc_ndx === ndx);
        if (hit) jumpToGraph(hit.chart.id);
      }}
    />
  );
}
