import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import { toolBasemaps } from '#config/basemaps.ts';
import { publicEnvironment } from '#config/environment.ts';
import { lazyPart, SkeletonLines } from '#kits/ui/index.ts';
import { $mapGround, loadOutlines } from '#stores/map-ground.ts';
import { $resolvedTheme } from '#stores/theme.ts';

export const mapFallback = <SkeletonLines count={3} label="Loading the map…" />;
const PointsMap = lazyPart(
  () => import('#kits/map/PointsMap.tsx').then((module) => module.PointsMap),
  mapFallback,
);

const basemaps = toolBasemaps(publicEnvironment.PUBLIC_MAPBOX_TOKEN, publicEnvironment.PUBLIC_BASEMAP);

type LocationsMapProps = Pick<ComponentProps<typeof PointsMap>, 'label' | 'homeView' | 'points' | 'onPick'>;

/** Locations on the map of the basin. */
export function LocationsMap(props: LocationsMapProps) {
  const theme = useStore($resolvedTheme);
  const ground = useStore($mapGround);
  return <PointsMap {...props} theme={theme} ground={ground} basemaps={basemaps} outlines={loadOutlines} />;
}
