import { useStore } from '@nanostores/react';
import { Suspense, useState } from 'react';
import { publicEnvironment } from '#config/environment.ts';
import { VisuallyHidden } from '#kits/ui/index.ts';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { safeSessionStorage } from '#lib/storage.ts';
import { $session } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { showToast } from '#stores/toasts.ts';
import { DisclaimerDialog } from './DisclaimerDialog.tsx';
import { FilterBar, panelToggleId } from './FilterBar.tsx';
import { FiltersPanel } from './FiltersPanel.tsx';
import { LayersPanel } from './LayersPanel.tsx';
import { MapArea } from './MapArea.tsx';
import type { MapPanel } from './map-address.ts';
import { Notices } from './Notices.tsx';
import styles from './PublicMap.module.css';
import { createLazyPlaceSearch } from './place-search.ts';
import { SitesPanel } from './SitesPanel.tsx';
import { createPublicMap, type PublicMapScreen } from './screen.ts';
import { createSiteSearch } from './search-client.ts';
import { useOnline, useWide } from './use-browser.ts';

const ExportDialog = lazyPart(() => import('./ExportDialog.tsx').then((module) => module.ExportDialog));

/** The screen of the public map, below the top bar. */
export function PublicMap() {
  const screen = useScreen(createMapScreen);
  const wide = useWide();
  const online = useOnline(screen.data.retryFailedLoads);
  const [exporting, setExporting] = useState(false);
  const panels = openPanels(useStore(screen.$panels), wide);

  function toggle(panel: MapPanel): void {
    const without = panels.filter((each) => each !== panel);
    if (panels.includes(panel)) screen.setPanels(without);
    else screen.setPanels(wide ? [...without, panel] : [panel]);
  }

  function close(panel: MapPanel): void {
    toggle(panel);
    document.getElementById(panelToggleId(panel))?.focus();
  }

  return (
    <div className={styles.screen}>
      <FilterBar
        screen={screen}
        wide={wide}
        panels={panels}
        onPanel={toggle}
        onExport={() => setExporting(true)}
      />
      <div className={styles.body}>
        <div className={styles.map}>
          <MapArea screen={screen} />
          <Notices screen={screen} online={online} />
        </div>
        {panels.includes('sites') && <SitesPanel screen={screen} onClose={() => close('sites')} />}
        {panels.includes('layers') && <LayersPanel screen={screen} onClose={() => close('layers')} />}
        {panels.includes('filters') && <FiltersPanel screen={screen} onClose={() => close('filters')} />}
      </div>
      <Announcer screen={screen} />
      <DisclaimerDialog screen={screen} />
      {exporting && (
        <Suspense fallback={null}>
          <ExportDialog screen={screen} onClose={() => setExporting(false)} notify={warn} />
        </Suspense>
      )}
    </div>
  );
}

function Announcer({ screen }: { screen: PublicMapScreen }) {
  const sites = useStore(screen.$sites);
  const all = useStore(screen.$allSites);
  const suggestions = useStore(screen.search.$suggestions);
  const hits =
    suggestions.status === 'ready'
      ? suggestions.items.filter(({ kind }) => kind !== 'find-place')
      : undefined;
  return (
    <p role="status">
      <VisuallyHidden>
        {all.length > 0 && `${sites.length} of ${all.length} sites on the map. `}
        {hits && `${hits.length} search results.`}
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
