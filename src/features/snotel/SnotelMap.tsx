import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { toolBasemaps } from '#config/basemaps.ts';
import { homeView } from '#config/basin.ts';
import { publicEnvironment } from '#config/environment.ts';
import { bandColor } from '#domain/snow-bands.ts';
import { BasemapSelect } from '#kits/map/BasemapSelect.tsx';
import {
  type FeatureHit,
  MapPopup,
  MapView,
  type PaintOverride,
  StyledLayers,
  type StyleLayer,
} from '#kits/map/index.ts';
import { RingMark } from '#kits/ui/index.ts';
import { loadOutlines } from '#stores/outlines.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import type { HealthRow } from './columns.ts';
import { describeHealth } from './labels.ts';
import type { SnotelScreen } from './screen.ts';

const basemaps = toolBasemaps(publicEnvironment.PUBLIC_MAPBOX_TOKEN);

const layers: readonly StyleLayer[] = [
  {
    id: 'areas',
    type: 'fill',
    source: 'huc8',
    paint: { 'fill-color': '#000000', 'fill-opacity': 0.55 },
    drawOrder: 1,
  },
  {
    id: 'borders',
    type: 'line',
    source: 'huc8',
    paint: { 'line-color': '#3b4a52', 'line-width': 1 },
    drawOrder: 2,
  },
  {
    id: 'sites',
    type: 'circle',
    source: 'sites',
    paint: {
      'circle-radius': 6,
      'circle-color': '#000000',
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1.5,
    },
    drawOrder: 3,
  },
];
const inert = new Set(['borders']);

/** The map, with HUC8s and sites in the color of their percentage band in the chosen year. */
export function SnotelMap({ screen }: { screen: SnotelScreen }) {
  const theme = useStore($resolvedTheme);
  const year = useStore(screen.$year);
  const areas = useStore(screen.$areas);
  const sites = useStore(screen.$siteData);
  const siteRows = useStore(screen.$siteRows);
  const hucRows = useStore(screen.$hucRows);
  const pressed = useStore(screen.$pressed);
  const [basemap, setBasemap] = useState(basemaps[0]);
  const rows = useMemo(() => ({ site: byId(siteRows), huc8: byId(hucRows) }), [siteRows, hucRows]);
  const data = useMemo(() => {
    const siteById = new Map(sites.map((site) => [site.loc_ndx, site]));
    const features = [...siteById.values()].map((site) => ({
      type: 'Feature' as const,
      id: site.loc_ndx,
      geometry: site.location_geometry,
      properties: { name: site.loc_name },
    }));
    return {
      sites: { type: 'FeatureCollection' as const, features },
      ...(areas ? { huc8: areas } : {}),
    };
  }, [sites, areas]);
  const overrides = useMemo(() => {
    const fill =
      (of: ReadonlyMap<number, HealthRow>, key: string): PaintOverride =>
      (feature) => ({
        [key]: bandColor(of.get(Number(feature.id))?.byYear.get(year)?.percent),
      });
    const color = fill(rows.site, 'circle-color');
    const sitePaint: PaintOverride = (feature) =>
      rows.site.get(Number(feature.id))?.freshness?.state === 'late'
        ? { ...color(feature), 'circle-hole': 0.5 }
        : color(feature);
    return { areas: fill(rows.huc8, 'fill-color'), sites: sitePaint };
  }, [rows, year]);

  function press({ layerId, feature, latlng }: FeatureHit): void {
    const kind = layerId === 'sites' ? 'site' : 'huc8';
    const name = feature.properties?.[kind === 'site' ? 'name' : 'huc8_name'];
    screen.press({
      kind,
      id: Number(feature.id),
      name: typeof name === 'string' ? name : '',
      position: latlng,
    });
  }

  return (
    <>
      <MapView
        theme={theme}
        label="Percent of median peak snow water equivalent"
        homeView={homeView}
        center={homeView.center}
        zoom={homeView.zoom}
        basemap={basemap}
        outlines={loadOutlines}
      >
        <StyledLayers
          layers={layers}
          data={data}
          inert={inert}
          paintOverrides={overrides}
          onFeatureClick={press}
        />
        {pressed && (
          <MapPopup
            key={`${pressed.kind}-${pressed.id}`}
            position={pressed.position}
            label={pressed.name}
            onClose={() => screen.press(undefined)}
          >
            <strong>{pressed.name}</strong>
            <br />
            Water year {year}: {describeHealth(rows[pressed.kind].get(pressed.id), year)}
            <FreshnessLine row={rows[pressed.kind].get(pressed.id)} />
          </MapPopup>
        )}
      </MapView>
      <BasemapSelect basemaps={basemaps} chosen={basemap} onChange={setBasemap} />
    </>
  );
}

function FreshnessLine({ row }: { row: HealthRow | undefined }) {
  if (!row?.freshness) return null;
  const { state, text } = row.freshness;
  return (
    <>
      <br />
      {state === 'late' ? <RingMark>{text}</RingMark> : text}
    </>
  );
}

function byId(rows: readonly HealthRow[]): ReadonlyMap<number, HealthRow> {
  return new Map(rows.map((row) => [row.id, row]));
}
