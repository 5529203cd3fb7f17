import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { toolBasemaps } from '#config/basemaps.ts';
import { homeView } from '#config/basin/basin.ts';
import { publicEnvironment } from '#config/environment.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { snowEdges, snowOpacity } from '#domain/snow/snow-colors.ts';
import { noBandColor, type SnowMeasure } from '#domain/snow/snowpack.ts';
import {
  type FeatureHit,
  MapCredits,
  type MapFeature,
  MapView,
  type PaintOverride,
  StyledLayers,
  type StyleLayer,
} from '#kits/map/index.ts';
import { MapPopup } from '#kits/map/MapPopup.tsx';
import { BasemapSelect } from '#kits/map/MapView.tsx';
import { Button } from '#kits/ui/index.ts';
import { RingMark } from '#kits/ui/marks/RingMark.tsx';
import { $mapGround, loadOutlines } from '#stores/map-ground.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import {
  colorOf,
  describeFewSites,
  describeHealth,
  type HealthRow,
  hasNoData,
  type MeasuredSnow,
} from '../files/rows.ts';
import { layersBeneath } from './layers-beneath.ts';
import type { SnotelScreen } from './screen.ts';

const basemaps = toolBasemaps(publicEnvironment.PUBLIC_MAPBOX_TOKEN, publicEnvironment.PUBLIC_BASEMAP);

const ownLayers: readonly StyleLayer[] = [
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
    id: 'no-data-outline',
    type: 'line',
    source: 'huc8',
    paint: { 'line-color': noBandColor, 'line-width': 2.5, 'line-opacity': 0 },
    drawOrder: 2.5,
  },
  {
    id: 'few-sites',
    type: 'line',
    source: 'huc8',
    paint: { 'line-width': 2.5, 'line-opacity': 0, 'line-dasharray': [1.5, 1.5] },
    drawOrder: 3,
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
    // Above the water and the towns.
    drawOrder: 1000,
  },
];
const inertOwn = ['borders', 'few-sites', 'no-data-outline'];
/** Black without data is seen, and what lies beneath it too. */
const noDataOpacity = 0.18;
/** The fill of a HUC8 with few sites is fainter, so that a dashed line says which of two neighbors is meant. */
const fewSitesOpacity = 0.3;
const dashColors = { light: '#1b2328', dark: '#e9eef1' } as const;

/** A site and a HUC8 may have the same number. */
const keyOf = (source: 'sites' | 'huc8', id: unknown) => `${source}-${id}`;
const featureKey = ({ id, geometry }: MapFeature) => keyOf(geometry?.type === 'Point' ? 'sites' : 'huc8', id);

const mapLabels: Readonly<Record<SnowMeasure, string>> = {
  date: 'Percent of median snow water equivalent for the date',
  peak: 'Percent of median peak snow water equivalent',
};

type SnotelMapProps = {
  screen: SnotelScreen;
  /** Undefined where no curve is shown. */
  onShowCurve: (() => void) | undefined;
};

/** The map, with HUC8s and sites in the color of their percentage band in the chosen year. */
export function SnotelMap({ screen, onShowCurve }: SnotelMapProps) {
  const theme = useStore($resolvedTheme);
  const year = useStore(screen.$year);
  const measure = useStore(screen.$measure);
  const areas = useStore(screen.$areas);
  const sites = useStore(screen.$siteData);
  const siteRows = useStore(screen.tables.site.$rows);
  const hucRows = useStore(screen.tables.huc8.$rows);
  /** Percentages that could not be loaded are not “no data”. */
  const hasPercentages = 'data' in useStore(screen.tables.huc8.query.$state);
  const chosen = useStore(screen.$chosen);
  const pressed = useStore(screen.$pressed);
  const ground = useStore($mapGround);
  const [basemap, setBasemap] = useState(basemaps[0]);
  const { layers, inert } = useMemo(() => {
    const beneath = layersBeneath(ground.layers);
    return {
      layers: [...ownLayers, ...beneath],
      inert: new Set([...inertOwn, ...beneath.map(({ id }) => id)]),
    };
  }, [ground.layers]);
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
      ...ground.data,
      sites: { type: 'FeatureCollection' as const, features },
      ...(areas ? { huc8: areas } : {}),
    };
  }, [sites, areas, ground.data]);
  const overrides = useMemo(() => {
    const snowOf = (of: ReadonlyMap<number, HealthRow>, id: MapFeature['id']) =>
      of.get(Number(id))?.byYear.get(year)?.[measure];
    const isFew = (id: MapFeature['id']) => describeFewSites(snowOf(rows.huc8, id)) !== undefined;
    const areas: PaintOverride = ({ id }) => ({
      'fill-color': colorOf(snowOf(rows.huc8, id), measure, theme),
      ...(measure === 'date' ? { 'fill-opacity': snowOpacity } : {}),
      ...(hasNoData(snowOf(rows.huc8, id)) ? { 'fill-opacity': noDataOpacity } : {}),
      ...(isFew(id) ? { 'fill-opacity': fewSitesOpacity } : {}),
      ...(hasPercentages ? {} : { 'fill-opacity': 0 }),
    });
    const noData: PaintOverride = ({ id }) => ({
      'line-opacity': hasPercentages && hasNoData(snowOf(rows.huc8, id)) ? 1 : 0,
    });
    const dashes: PaintOverride = ({ id }) => ({
      'line-color': dashColors[theme],
      'line-opacity': isFew(id) ? 1 : 0,
    });
    const sitePaint: PaintOverride = ({ id }) => ({
      'circle-color': colorOf(snowOf(rows.site, id), measure, theme),
      ...(measure === 'date' ? { 'circle-stroke-color': snowEdges[theme] } : {}),
      ...(hasNoData(snowOf(rows.site, id))
        ? { 'circle-opacity': noDataOpacity, 'circle-stroke-color': noBandColor }
        : {}),
      ...(rows.site.get(Number(id))?.freshness?.state === 'late' ? { 'circle-hole': 0.5 } : {}),
    });
    return { areas, 'few-sites': dashes, 'no-data-outline': noData, sites: sitePaint };
  }, [rows, hasPercentages, year, measure, theme]);

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
        label={mapLabels[measure]}
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
          highlighted={chosen ? keyOf(chosen.kind === 'site' ? 'sites' : 'huc8', chosen.id) : null}
          featureKey={featureKey}
          onFeatureClick={press}
        />
        <MapCredits sources={ground.credits} />
        {pressed && (
          <MapPopup
            key={`${pressed.kind}-${pressed.id}`}
            position={pressed.position}
            label={pressed.name}
            onClose={() => screen.press(undefined)}
          >
            <strong>
              {pressed.kind === 'site' ? <a href={pathOfSite(pressed.id)}>{pressed.name}</a> : pressed.name}
            </strong>
            <br />
            Water year {year}: {describeHealth(rows[pressed.kind].get(pressed.id), year, measure)}
            <FewSitesLine snow={rows[pressed.kind].get(pressed.id)?.byYear.get(year)?.[measure]} />
            <FreshnessLine row={rows[pressed.kind].get(pressed.id)} />
            {pressed.kind === 'site' && onShowCurve && (
              <p>
                <Button onClick={onShowCurve}>Show its curve</Button>
              </p>
            )}
          </MapPopup>
        )}
      </MapView>
      <BasemapSelect basemaps={basemaps} chosen={basemap} onChange={setBasemap} />
    </>
  );
}

function FewSitesLine({ snow }: { snow: MeasuredSnow | undefined }) {
  const text = describeFewSites(snow);
  return (
    text !== undefined && (
      <>
        <br />
        <RingMark>{text}</RingMark>
      </>
    )
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
