import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { publicEnvironment } from '#config/environment.ts';
import { VisuallyHidden } from '#kits/ui/index.ts';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { safeSessionStorage } from '#lib/storage.ts';
import { $session } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { showToast } from '#stores/toasts.ts';
import { FilterBar, panelToggleId } from './FilterBar.tsx';
import { homeFor, mapSizeIn } from './home.ts';
import { LayersPanel } from './LayersPanel.tsx';
import { MapSheet } from './MapSheet.tsx';
import type { MapPanel } from './map-address.ts';
import { Notices } from './Notices.tsx';
import { PanelPlace } from './PanelPlace.tsx';
import styles from './PublicMap.module.css';
import { createLazyPlaceSearch } from './place-search.ts';
import { SitesPanel } from './SitesPanel.tsx';
import { createPublicMap, type PublicMapScreen } from './screen.ts';
import { createSiteSearch } from './search-client.ts';
import { isWideWindow, useOnline, useWide } from './use-browser.ts';
import { useSheet } from './use-sheet.ts';

// The island has loaded its script; it is mounted after the bar and the list, so that the page answers in between.
const MapArea = lazyPart(() => import('./MapArea.tsx').then((module) => module.MapArea));
const FiltersPanel = lazyPart(
  () => import('./FiltersPanel.tsx').then((module) => module.FiltersPanel),
  ({ onClose }) => <PanelPlace title="Filters" onClose={onClose} />,
);
const ExportDialog = lazyPart(() => import('./ExportDialog.tsx').then((module) => module.ExportDialog));
const MeasurementsPanel = lazyPart(() =>
  import('./MeasurementsPanel.tsx').then((module) => module.MeasurementsPanel),
);
const SiteSheet = lazyPart(() => import('./SiteSheet.tsx').then((module) => module.SiteSheet));

/** The screen of the public map, below the top bar. */
export function PublicMap() {
  const screen = useScreen(createMapScreen);
  const wide = useWide();
  const online = useOnline(screen.data.retryFailedLoads);
  const [exporting, setExporting] = useState(false);
  const popup = useStore(screen.$popup);
  const panels = openPanels(useStore(screen.$panels), wide);
  const narrowPanel = wide ? undefined : panels[0];
  const onPanel = useCallback(
    (panel: MapPanel | undefined) => screen.setPanels(panel ? [panel] : []),
    [screen],
  );
  const isMeasuring = useStore(screen.measurements.$panel) === 'shown';
  const measurementsInSheet = isMeasuring && !popup && narrowPanel === undefined;
  const selected = wide ? undefined : (popup?.key ?? (measurementsInSheet ? 'measurements' : undefined));
  const { stop, onStop } = useSheet({ panel: narrowPanel, selected, onPanel });

  useEffect(() => {
    if (stop !== 'peek') screen.holdList();
  }, [stop, screen]);

  function toggle(panel: MapPanel): void {
    const without = panels.filter((each) => each !== panel);
    if (wide) screen.setPanels(panels.includes(panel) ? without : [...without, panel]);
    else if (panel === 'sites' && popup) {
      screen.closePopup();
      onPanel('sites');
    } else onPanel(panels.includes(panel) ? undefined : panel);
  }

  function close(panel: MapPanel): void {
    toggle(panel);
    document.getElementById(panelToggleId(panel))?.focus();
  }

  const layers = <LayersPanel screen={screen} onClose={() => close('layers')} />;
  const measurements = <MeasurementsPanel screen={screen} />;
  const filters = <FiltersPanel screen={screen} onClose={() => close('filters')} />;
  return (
    <div className={styles.screen}>
      <FilterBar
        screen={screen}
        wide={wide}
        panels={panels}
        onPanel={toggle}
        onExport={() => setExporting(true)}
      />
      <div className={styles.body} data-sheet={wide ? undefined : stop}>
        <div className={styles.map} {...gestures(screen.onMapGesture)}>
          <MapArea screen={screen} wide={wide} />
          <Notices screen={screen} online={online} />
        </div>
        {wide && (isMeasuring || panels.includes('sites')) && (
          <div className={styles.side}>
            {isMeasuring && measurements}
            {panels.includes('sites') && <SitesPanel screen={screen} onClose={() => close('sites')} />}
          </div>
        )}
        {wide && panels.includes('layers') && layers}
        {!wide && (
          <MapSheet stop={stop} onStop={onStop}>
            {narrowPanel === 'layers' && layers}
            {narrowPanel === 'filters' && filters}
            {popup && narrowPanel !== 'layers' && narrowPanel !== 'filters' && (
              <SiteSheet screen={screen} popup={popup} />
            )}
            {measurementsInSheet && measurements}
            {/* Stays mounted, so that it is found again where it was left. */}
            <div
              className={styles.list}
              hidden={Boolean(popup) || measurementsInSheet || (narrowPanel ?? 'sites') !== 'sites'}
            >
              <SitesPanel screen={screen} />
            </div>
          </MapSheet>
        )}
      </div>
      <Announcer screen={screen} />
      {exporting && <ExportDialog screen={screen} onClose={() => setExporting(false)} notify={warn} />}
    </div>
  );
}

/** What counts as a visitor's own move of the map. */
function gestures(onGesture: () => void) {
  return { onPointerDownCapture: onGesture, onWheelCapture: onGesture, onKeyDownCapture: onGesture };
}

function Announcer({ screen }: { screen: PublicMapScreen }) {
  const sites = useStore(screen.$sites);
  const all = useStore(screen.$allSites);
  const isShown = useStore(screen.$isShowingSites);
  const suggestions = useStore(screen.search.$suggestions);
  const hits =
    suggestions.status === 'ready'
      ? suggestions.items.filter(({ kind }) => kind !== 'find-place')
      : undefined;
  return (
    <p role="status">
      <VisuallyHidden>
        {all.length > 0 && isShown && `${sites.length} of ${all.length} sites on the map. `}
        {all.length > 0 && !isShown && 'The data points are hidden. '}
        {hits && `${hits.length} search ${hits.length === 1 ? 'result' : 'results'}.`}
      </VisuallyHidden>
    </p>
  );
}

function createMapScreen(): PublicMapScreen {
  return createPublicMap({
    request,
    address: createAddress(),
    $session,
    search: createSiteSearch(),
    findPlace: createLazyPlaceSearch(publicEnvironment.PUBLIC_GEOCODER_URL),
    storage: safeSessionStorage,
    notify: warn,
    now: () => new Date(),
    home: homeFor(mapSizeIn({ width: innerWidth, height: innerHeight }, isWideWindow())),
  });
}

function warn(message: string): void {
  showToast(message, 'warning');
}

/** On a wide screen two panels are open by default; on a narrow one at most one, by default none. */
function openPanels(chosen: readonly MapPanel[] | undefined, wide: boolean): readonly MapPanel[] {
  if (wide) return (chosen ?? ['sites', 'layers']).filter((panel) => panel !== 'filters');
  return (chosen ?? []).slice(0, 1);
}
