import { useStore } from '@nanostores/react';
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { publicEnvironment } from '#config/environment.ts';
import { listenToPrint } from '#kits/html/print-page.ts';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { Button, Notice, VisuallyHidden } from '#kits/ui/index.ts';
import { Stack } from '#kits/ui/Layout.tsx';
import { lazyPart, useMediaQuery, useScreen } from '#kits/ui/screen-parts.tsx';
import { safeSessionStorage } from '#lib/page/storage.ts';
import { $session, audiencesOfPage } from '#session/session.ts';
import { mapConditions } from './colors/map-conditions.ts';
import { homeFor, mapSizeIn } from './home.ts';
import type { MapPanel } from './map-address.ts';
import styles from './PublicMap.module.css';
import { FilterBar, panelToggleId } from './panels/FilterBar.tsx';
import { MapLegend } from './panels/MapLegend.tsx';
import { MapSheet, useSheet } from './panels/MapSheet.tsx';
import { PanelPlace } from './panels/Panel.tsx';
import { SitesPanel } from './panels/SitesPanel.tsx';
import { describeSkipped } from './read-sites.ts';
import type { RiverSites } from './river-sites.ts';
import { createPublicMap, type PublicMapScreen } from './screen.ts';
import type { PlaceSearcher } from './search/geocode.ts';
import { createSiteSearch } from './search/search-client.ts';

// The island has loaded its script; it is mounted after the bar and the list, so that the page answers in between.
const MapArea = lazyPart(() => import('./MapArea.tsx').then((module) => module.MapArea));
const LayersPanel = lazyPart(
  () => import('./panels/LayersPanel.tsx').then((module) => module.LayersPanel),
  ({ onClose }) => <PanelPlace title="Layers and Basemaps" onClose={onClose} />,
);
const FiltersPanel = lazyPart(
  () => import('./panels/FiltersPanel.tsx').then((module) => module.FiltersPanel),
  ({ onClose }) => <PanelPlace title="Filters" onClose={onClose} />,
);
const ExportDialog = lazyPart(() =>
  import('./panels/ExportDialog.tsx').then((module) => module.ExportDialog),
);
const MeasurementsPanel = lazyPart(() =>
  import('./panels/MeasurementsPanel.tsx').then((module) => module.MeasurementsPanel),
);
const SiteSheet = lazyPart(() => import('./panels/SiteDetail.tsx').then((module) => module.SiteSheet));

/** The screen of the public map, below the top bar. `rivers` are those of the basin file. */
export function PublicMap({ rivers }: { rivers: readonly RiverSites[] }) {
  const screen = useScreen(() => createMapScreen(rivers));
  const wide = useWide();
  const online = useOnline(screen.data.retryFailedLoads);
  const [exporting, setExporting] = useState(false);
  const popup = useStore(screen.$popup);
  const roomy = useMediaQuery('(width >= 1200px)');
  const panels = openPanels(useStore(screen.$panels), wide, roomy);
  const hasDay = useStore(screen.$coloring) === 'conditions';
  const narrowPanel = wide ? undefined : panels[0];
  const onPanel = useCallback(
    (panel: MapPanel | undefined) => screen.setPanels(panel ? [panel] : []),
    [screen],
  );
  const isMeasuring = useStore(screen.measurements.$panel) === 'shown';
  const measurementsInSheet = isMeasuring && !popup && narrowPanel === undefined;
  const selected = wide ? undefined : (popup?.key ?? (measurementsInSheet ? 'measurements' : undefined));
  const { stop, onStop } = useSheet({ panel: narrowPanel, selected, onPanel });

  useEffect(() => listenToPrint(() => setExporting(true)), []);
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
    <div className={`column ${styles.screen} full-height ground`}>
      <FilterBar
        screen={screen}
        wide={wide}
        hasFilterMenus={roomy}
        panels={panels}
        onPanel={toggle}
        onExport={() => setExporting(true)}
      />
      <div
        className={`${styles.body} relative`}
        data-sheet={wide ? undefined : stop}
        data-has-day={hasDay || undefined}
      >
        <div className={`column grow ${styles.middle}`}>
          <div className={`${styles.map} relative`} {...gestures(screen.onMapGesture)}>
            <MapArea screen={screen} wide={wide} />
            {!panels.includes('layers') && (wide || !isMeasuring) && (
              <MapLegend key={String(wide)} screen={screen} wide={wide} />
            )}
            <Notices screen={screen} online={online} />
          </div>
          {hasDay && (
            <>
              {!wide && mapConditions?.renderKey()}
              {screen.data.days?.renderChoice(screen)}
            </>
          )}
        </div>
        {wide && panels.includes('filters') && filters}
        {wide && !panels.includes('filters') && (isMeasuring || panels.includes('sites')) && (
          <div className={`column ${styles.side}`}>
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
              className="column grow"
              hidden={Boolean(popup) || measurementsInSheet || (narrowPanel ?? 'sites') !== 'sites'}
            >
              <SitesPanel screen={screen} />
            </div>
          </MapSheet>
        )}
      </div>
      <Announcer screen={screen} />
      {exporting && <ExportDialog screen={screen} onClose={() => setExporting(false)} />}
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

function createMapScreen(rivers: readonly RiverSites[]): PublicMapScreen {
  return createPublicMap({
    audiences: audiencesOfPage,
    open: (href) => location.assign(href),
    rivers,
    $session,
    search: createSiteSearch(),
    findPlace: createLazyPlaceSearch(publicEnvironment.PUBLIC_GEOCODER_URL),
    storage: safeSessionStorage,
    home: homeFor(mapSizeIn({ width: innerWidth, height: innerHeight }, isWideWindow())),
  });
}

/** On a wide screen the list is open by default; on a narrow one at most one panel, by default none. */
function openPanels(
  chosen: readonly MapPanel[] | undefined,
  wide: boolean,
  roomy: boolean,
): readonly MapPanel[] {
  // The bar has the filters where there is room for them.
  if (wide) return (chosen ?? ['sites']).filter((panel) => panel !== 'filters' || !roomy);
  return (chosen ?? []).slice(0, 1);
}

const wideEnough = '(width >= 1100px)';

/** Whether the screen is wide enough for panels beside the map, before anything is drawn. */
const isWideWindow = (): boolean => matchMedia(wideEnough).matches;

/** Whether the screen is wide enough for panels beside the map. */
function useWide(): boolean {
  return useMediaQuery(wideEnough);
}

/** Whether the browser is online; calls `onReconnect` when the connection returns. */
function useOnline(onReconnect: () => void): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const listening = new AbortController();
      const { signal } = listening;
      addEventListener('online', onReconnect, { signal });
      addEventListener('online', changed, { signal });
      addEventListener('offline', changed, { signal });
      return () => listening.abort();
    },
    [onReconnect],
  );
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

/** Loads the geocoder with the first search; undefined if the address is `none` or not a URL. */
function createLazyPlaceSearch(address: string): PlaceSearcher | undefined {
  if (address === 'none' || !URL.canParse(address)) return undefined;
  return async (text, signal) => {
    const geocode = await import('./search/geocode.ts').catch(() => undefined);
    const found = await geocode?.createGeocoder(address)?.(text, signal);
    return found ?? { kind: 'failed', message: 'The place search cannot be reached. Try again.' };
  };
}

/** Notices about what is missing from the map, each with a button to fix it. */
function Notices({ screen, online }: { screen: PublicMapScreen; online: boolean }) {
  const loadErrors = useStore(screen.data.$loadErrors);
  const emptyReason = useStore(screen.$emptyReason);
  const idMatches = useStore(screen.$idMatches);
  const skipped = describeSkipped(useStore(screen.data.$skipped));
  return (
    <Stack gap={2} className={`${styles.notices} untouchable`} data-over-map>
      {!online && (
        <Notice severity="warning">
          You are offline. The map keeps what was loaded, and loads the rest when you are online again.
        </Notice>
      )}
      {loadErrors.map((loadError) => (
        <Notice
          key={loadError.id}
          severity={loadError.outdated ? 'warning' : 'error'}
          action={<Button onClick={loadError.retry}>Try again</Button>}
        >
          {loadError.message}
        </Notice>
      ))}
      {skipped && <Notice severity="info">{skipped}</Notice>}
      {idMatches && idMatches.unknown.length > 0 && (
        <UnknownIds
          unknown={idMatches.unknown}
          count={idMatches.found.length + idMatches.unknown.length}
          action={
            emptyReason === 'ids' && <Button onClick={thenFocusContent(screen.clearIds)}>Clear ids</Button>
          }
        />
      )}
      {emptyReason === 'filters' && (
        <Notice
          severity="info"
          action={<Button onClick={thenFocusContent(screen.clearFilters)}>Clear filters</Button>}
        >
          No site matches all of these filters.
        </Notice>
      )}
      {emptyReason === 'none' && <Notice severity="info">There are no monitoring sites yet.</Notice>}
    </Stack>
  );
}

/** More of them are counted, and listed on request. */
const maxNamedIds = 5;

type UnknownIdsProps = { unknown: readonly string[]; count: number; action: ReactNode };

function UnknownIds({ unknown, count, action }: UnknownIdsProps) {
  const [open, setOpen] = useState(false);
  const numberOf = (ids: number) => ids.toLocaleString('en-US');
  return (
    <Notice severity="warning" action={action}>
      {unknown.length > maxNamedIds ? (
        <>
          {numberOf(unknown.length)} of {numberOf(count)} ids were not found.
          <Disclosure label="Show them" open={open} onToggle={() => setOpen(!open)}>
            {open && <span className="anywhere block">{unknown.join(', ')}</span>}
          </Disclosure>
        </>
      ) : (
        <>
          {unknown.length === 1 ? 'No site has the id ' : 'No site has any of the ids '}
          {unknown.join(', ')}.
        </>
      )}
    </Notice>
  );
}

/** The button disappears with its notice, so the focus moves to the start of the page's content. */
function thenFocusContent(act: () => void): () => void {
  return () => {
    act();
    document.getElementById('content')?.focus();
  };
}
