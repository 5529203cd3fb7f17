import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { toolBasemaps } from '#config/basemaps.ts';
import { homeView } from '#config/basin.ts';
import { publicEnvironment } from '#config/environment.ts';
import { markOfType } from '#domain/site-families.ts';
import { SkeletonLines } from '#kits/ui/index.ts';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import { $mapGround } from '#stores/map-ground.ts';
import { loadOutlines } from '#stores/outlines.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import type { YearChoice } from './year-comparison.ts';

const PointsMap = lazyPart(
  () => import('#kits/map/PointsMap.tsx').then((module) => module.PointsMap),
  <SkeletonLines count={3} label="Loading the map…" />,
);

const basemaps = toolBasemaps(publicEnvironment.PUBLIC_MAPBOX_TOKEN);
const chosenColor = { light: '#0b6597', dark: '#66b5e3' } as const;

type LocationsMapProps = {
  screen: Pick<YearChoice, '$locations' | '$selection' | 'setLocation'>;
};

/** The locations that have the parameter. A click chooses one. */
export function LocationsMap({ screen }: LocationsMapProps) {
  const theme = useStore($resolvedTheme);
  const ground = useStore($mapGround);
  const locations = useStore(screen.$locations);
  const { location } = useStore(screen.$selection);
  const points = useMemo(
    () =>
      locations.map(({ loc_ndx, lat_dd, lon_dd, loc_name, loc_type_name }) => ({
        id: loc_ndx,
        lat: lat_dd,
        lon: lon_dd,
        label: loc_name,
        mark: markOfType(loc_type_name),
        ...(loc_ndx === location && { color: chosenColor[theme] }),
      })),
    [locations, location, theme],
  );
  return (
    <PointsMap
      theme={theme}
      label="Locations to compare"
      homeView={homeView}
      points={points}
      ground={ground}
      basemaps={basemaps}
      outlines={loadOutlines}
      onPick={([first]) => first !== undefined && screen.setLocation(first)}
    />
  );
}
