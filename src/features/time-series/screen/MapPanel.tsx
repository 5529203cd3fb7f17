import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { toolBasemaps } from '#config/basemaps.ts';
import { homeView } from '#config/basin/basin.ts';
import { publicEnvironment } from '#config/environment.ts';
import { markOfType } from '#domain/site-families.ts';
import { PointsMap } from '#kits/map/PointsMap.tsx';
import { Button, Row } from '#kits/ui/index.ts';
import { $mapGround, loadOutlines } from '#stores/map-ground.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { axesOf } from '../rules/selection.ts';
import { HucFilterNote } from './HucFilterNote.tsx';
import type { TimeSeriesScreen } from './screen.ts';
import { colorsOf, seriesId } from './series.ts';
import styles from './TimeSeriesScreen.module.css';

const basemaps = toolBasemaps(publicEnvironment.PUBLIC_MAPBOX_TOKEN, publicEnvironment.PUBLIC_BASEMAP);

/** The locations that the active axis can show. The chosen ones have the color of their line. */
export function MapPanel({ screen }: { screen: TimeSeriesScreen }) {
  const theme = useStore($resolvedTheme);
  const ground = useStore($mapGround);
  const pickFor = useStore(screen.$pickFor);
  const { locations } = useStore(screen.lists.$lists);
  const offered = useStore(screen.offered[pickFor].$locations);
  const selection = useStore(screen.$selection);
  const points = useMemo(() => {
    const colors = colorsOf(selection, theme);
    const chosen = new Map(
      axesOf(selection)
        .toReversed()
        .flatMap((side) => selection[side].locations.map((ndx) => [ndx, colors.get(seriesId(side, ndx))])),
    );
    const shown = new Set(offered);
    for (const each of locations ?? []) if (chosen.has(each.loc_ndx)) shown.add(each);
    return [...shown].map(({ loc_ndx, lat_dd, lon_dd, loc_name, loc_type_name }) => {
      const color = chosen.get(loc_ndx);
      const mark = markOfType(loc_type_name);
      return { id: loc_ndx, lat: lat_dd, lon: lon_dd, label: loc_name, mark, ...(color && { color }) };
    });
  }, [locations, offered, selection, theme]);
  return (
    <div className={`cover column ${styles.map}`}>
      <PointsMap
        theme={theme}
        label="Locations to compare"
        homeView={homeView}
        points={points}
        ground={ground}
        basemaps={basemaps}
        outlines={loadOutlines}
        onPick={screen.pick}
      />
      <HucFilterNote screen={screen} of="sites of the map" />
      {!selection.oneAxis && (
        <Row as="fieldset" gap="1 2" className={`ruled-above text-sm pad-2-3 ${styles.pickFor}`}>
          <legend className="muted">A click on a site adds it to the</legend>
          {axesOf(selection).map((side) => (
            <Button
              key={side}
              variant="quiet"
              aria-pressed={pickFor === side}
              onClick={() => screen.pickFor(side)}
            >
              {side} axis
            </Button>
          ))}
        </Row>
      )}
    </div>
  );
}
