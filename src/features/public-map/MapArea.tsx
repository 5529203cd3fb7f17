import { useStore } from '@nanostores/react';
import { Suspense, useMemo } from 'react';
import {
  BoundsBox,
  type FeatureHit,
  KeepInView,
  MapPopup,
  MapView,
  Pin,
  StyledLayers,
} from '#kits/map/index.ts';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import { loadOutlines } from '#stores/outlines.ts';
import { $resolvedTheme } from '#stores/theme.ts';
import { mapBasemaps } from './Basemaps.tsx';
import { sitePaint } from './freshness.ts';
import { idSearchBounds } from './home.ts';
import { LayerCredits } from './LayerCredits.tsx';
import styles from './MapArea.module.css';
import { MeasureTools } from './MeasureTools.tsx';
import type { BasemapId } from './map-address.ts';
import type { PublicMapScreen } from './screen.ts';

// Loaded with the first site that is chosen.
const SitePopup = lazyPart(() => import('./SitePopup.tsx').then((module) => module.SitePopup));

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
      label="Map of monitoring sites"
      fillsScreen
    >
      <SiteLayers screen={screen} />
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
          maxWidth={400}
          onClose={screen.closePopup}
        >
          <Suspense fallback={<span className={styles.popupPlace} role="status" aria-label="Loading" />}>
            <SitePopup screen={screen} popup={popup} />
          </Suspense>
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
  const overrides = useMemo(() => {
    const paint = sitePaint(scheme, freshness);
    return Object.fromEntries(layers.filter(screen.isSiteLayer).map((layer) => [layer.id, paint]));
  }, [scheme, freshness, layers, screen]);
  return (
    <StyledLayers
      layers={layers}
      data={data}
      hidden={hidden}
      inert={inert}
      paintOverrides={overrides}
      highlighted={selected === undefined ? null : String(selected)}
      onFeatureClick={(_hit: FeatureHit, all) => screen.clickFeatures(all)}
    />
  );
}

function basemapOf(id: BasemapId) {
  return mapBasemaps.find((each) => each.id === id) ?? mapBasemaps[0];
}
