import { useStore } from '@nanostores/react';
import { Ruler } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MapLayer } from '#contract/public-map.ts';
import {
  type BasemapStatus,
  type FeatureHit,
  HoverLabel,
  type HoverLabelHandle,
  isGroundDark,
  KeepInView,
  MapCredits,
  type MapFeature,
  MapOverlay,
  MapView,
  StyledLayers,
  useMapCommands,
} from '#kits/map/index.ts';
import { IconButton } from '#kits/ui/Button.tsx';
import { lazyPart } from '#kits/ui/screen-parts.tsx';
import { loadOutlines } from '#stores/map-ground.ts';
import { dataOf } from '#stores/queries.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { mapConditions } from './colors/map-conditions.ts';
import { unitTints } from './colors/unit-areas.ts';
import { sitePaint } from './freshness.ts';
import { idSearchBounds } from './home.ts';
import { attributionsOf, mapBasemaps, siteSource, townPaint } from './layers.ts';
import type { BasemapId } from './map-address.ts';
import { outsidePaint } from './outside-water.ts';
import styles from './PublicMap.module.css';
import { riverSource } from './river-sites.ts';
import type { PublicMapScreen } from './screen.ts';

// Loaded with the first search of ids, the first place that is found, and the first site that is chosen.
const BoundsBox = lazyPart(() => import('#kits/map/BoundsBox.tsx').then((module) => module.BoundsBox));
const Pin = lazyPart(() => import('#kits/map/Pin.tsx').then((module) => module.Pin));
const MapPopup = lazyPart(() => import('#kits/map/MapPopup.tsx').then((module) => module.MapPopup));
const SitePopup = lazyPart(
  () => import('./panels/SiteDetail.tsx').then((module) => module.SitePopup),
  <span className={`${styles.popupPlace} block`} role="status" aria-label="Loading" />,
);

type Props = { screen: PublicMapScreen; wide: boolean };

/** The map with its layers, popup and tools. On a narrow screen the sheet has the place of the popup. */
export function MapArea({ screen, wide }: Props) {
  const start = useMemo(() => screen.$state.get().view, [screen]);
  const homeView = useMemo(() => {
    const { lat, lng, zoom } = screen.home;
    return { center: [lat, lng], zoom } as const;
  }, [screen]);
  const basemap = basemapOf(useStore(screen.$basemap));
  const theme = useStore($resolvedTheme);
  const popup = useStore(screen.$popup);
  const pin = useStore(screen.$pin);
  const mode = useStore(screen.$mode);
  const [status, setStatus] = useState<BasemapStatus>('loading');
  const isDark = basemap !== undefined && isGroundDark(basemap, status, theme);
  useEffect(() => screen.$isDark.set(isDark), [screen, isDark]);
  if (!basemap) return null;
  return (
    <MapView
      ref={screen.attachMap}
      center={[start.lat, start.lng]}
      zoom={start.zoom}
      homeView={homeView}
      basemap={basemap}
      theme={theme}
      onViewChange={screen.onViewChange}
      outlines={loadOutlines}
      onBasemapStatus={setStatus}
      label="Map of monitoring sites"
      fillsScreen
    >
      <SiteLayers screen={screen} />
      <PointedSiteName screen={screen} />
      <LayerCredits screen={screen} />
      {mode === 'comma_separated_data_dots_search' && <BoundsBox bounds={idSearchBounds} />}
      {pin && (
        <Pin
          position={[pin.lat, pin.lng]}
          label={`Searched place${pin.name ? ` ${pin.name}` : ''}; press to remove`}
          onClick={screen.removePin}
        />
      )}
      {popup && !wide && <KeepInView position={[popup.lat, popup.lng]} onClickMap={screen.closePopup} />}
      {popup && wide && (
        <MapPopup
          key={popup.key}
          position={[popup.lat, popup.lng]}
          label={popup.content.title}
          onClose={screen.closePopup}
        >
          <SitePopup screen={screen} popup={popup} />
        </MapPopup>
      )}
      <MeasureTools screen={screen} />
    </MapView>
  );
}

function SiteLayers({ screen }: { screen: PublicMapScreen }) {
  const layers = useStore(screen.$layers);
  const data = useStore(screen.$features);
  const hidden = useStore(screen.$hidden);
  const inert = useStore(screen.$inert);
  const scheme = useStore(screen.$colors);
  const selected = useStore(screen.$site);
  const freshness = useStore(screen.$freshness);
  const emphasized = useStore(screen.$emphasis);
  const labelPaint = useStore(screen.$labelPaint);
  const overrides = useMemo(() => {
    const paint = sitePaint(scheme, freshness);
    const ofSites = layers
      .filter(({ source }) => source === siteSource)
      .map((layer) => [layer.id, layer.type === 'circle' ? paint : labelPaint]);
    return { ...groundPaints(layers), ...unitTints(layers, scheme), ...Object.fromEntries(ofSites) };
  }, [scheme, freshness, layers, labelPaint]);
  return (
    <StyledLayers
      layers={layers}
      data={data}
      hidden={hidden}
      inert={inert}
      paintOverrides={overrides}
      highlighted={selected === undefined ? null : String(selected)}
      featureKey={siteKey}
      emphasized={emphasized}
      onHover={screen.pointAt}
      onFeatureClick={(_hit: FeatureHit, all) => screen.clickFeatures(all)}
    />
  );
}

/** Only of sites: a shape may have the number of one. */
const siteKey = ({ id, properties }: MapFeature): string =>
  properties && 'loc_ndx' in properties ? String(id) : '';

/** How the water outside the basin and the names of towns differ from their layers. */
function groundPaints(layers: readonly MapLayer[]) {
  return Object.fromEntries(
    layers.flatMap(({ id, source, type }) => {
      if (source === riverSource || source === 'waterbodies') return [[id, outsidePaint]];
      return source === 'towns' && type === 'symbol' ? [[id, townPaint]] : [];
    }),
  );
}

/** The name of the site under the pointer, or of that which the keyboard is on in the list. */
function PointedSiteName({ screen }: { screen: PublicMapScreen }) {
  const label = useRef<HoverLabelHandle>(null);
  useEffect(
    () =>
      screen.$pointedSite.subscribe((ndx) => {
        const site = screen.$byNdx.get().get(ndx ?? -1);
        const [lon = 0, lat = 0] = site?.location_geometry.coordinates ?? [];
        const condition =
          site && screen.$coloring.get() === 'conditions'
            ? screen.$conditions.get().get(site.loc_ndx)
            : undefined;
        label.current?.name(
          site
            ? {
                position: [lat, lon],
                text: site.loc_name,
                card: condition && mapConditions?.cardOf(condition),
              }
            : null,
        );
      }),
    [screen],
  );
  return <HoverLabel ref={label} />;
}

function basemapOf(id: BasemapId) {
  return mapBasemaps.find((each) => each.id === id) ?? mapBasemaps[0];
}

/** Names the sources of the shapes that are drawn. */
function LayerCredits({ screen }: { screen: PublicMapScreen }) {
  const groups = useStore(screen.$groups);
  const geometries = useStore(screen.data.$geometries);
  const sources = dataOf(useStore(screen.data.sources.$state));
  const attributions = useMemo(
    () => attributionsOf(sources ?? [], groups, geometries),
    [sources, groups, geometries],
  );
  return <MapCredits sources={attributions} />;
}

// Loaded with the first use, or with the drawings of a link.
const DrawingTools = lazyPart(() =>
  import('./panels/DrawingTools.tsx').then((module) => module.DrawingTools),
);

/** The button that opens the drawing tools on the map. */
function MeasureTools({ screen }: { screen: PublicMapScreen }) {
  const map = useMapCommands();
  const unread = useStore(screen.measurements.$unread);
  const [open, setOpen] = useState(false);
  const [needed, setNeeded] = useState(unread !== '');

  function toggle(): void {
    if (open) map.drawing()?.stop();
    setOpen(!open);
    setNeeded(true);
  }

  return (
    <MapOverlay>
      <div
        className={`card ${styles.measureTools} shadow-1 on-map`}
        role="toolbar"
        aria-label="Measure"
        aria-orientation="vertical"
      >
        <IconButton label="Measure" icon={Ruler} aria-expanded={open} onClick={toggle} />
        {needed && <DrawingTools screen={screen} open={open} />}
      </div>
    </MapOverlay>
  );
}
