import { useStore } from '@nanostores/react';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { basin } from '#config/basin/basin.ts';
import type { ForecastGroup, OutlookOptions } from '#config/forecast.ts';
import { markOfType } from '#domain/site-families.ts';
import { createCrosshair } from '#kits/chart/index.ts';
import { Button, Grid, Notice, useScreen } from '#kits/ui/index.ts';
import { Tool } from '#kits/ui/Tool.tsx';
import { countOf } from '#lib/count-text.ts';
import { AsYouLeftIt } from '#season/AsYouLeftIt.tsx';
import { LocationsMap, mapFallback } from '#season/LocationsMap.tsx';
import { SeriesField } from '#season/years/ChoiceFields.tsx';
import { CompareWith } from '#season/years/CompareWith.tsx';
import { normalsNote } from '#season/years/chart-data.ts';
import { $admitted } from '#session/session.ts';
import { type Address, createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { rememberLastChoice } from '#stores/last-choice.ts';
import { dataOf } from '#stores/queries.ts';
import styles from './Forecast.module.css';
import { ForecastGraph } from './ForecastGraph.tsx';
import { jumpToGraph } from './jump-to-graph.ts';
import { SiteStrip } from './SiteStrip.tsx';
import { createForecast, type ForecastScreen as Store } from './screen.ts';
import { moreTabs } from './tabs.ts';
import { addressOfView, firstView, queryOfView, readView } from './view-address.ts';

type ForecastProps = { title: string; groups: readonly ForecastGroup[]; zoom: number };
type ForecastScreenProps = ForecastProps & {
  /** With them the page has more parts than its charts. */
  outlook?: OutlookOptions | undefined;
};

/**
 * A page of charts by water years under their headings, with tabs where the basin file has outlooks. Requests nothing before
 * someone is signed in.
 */
export function ForecastScreen({ outlook, ...props }: ForecastScreenProps) {
  const admitted = useStore($admitted);
  const [address] = useState(createAddress);
  if (!admitted) return null;
  const indicators = (own: Address, tabs?: ReactNode) =>
    props.groups.length > 0 ? (
      <Forecast {...props} address={own} tabs={tabs} />
    ) : (
      <NoForecast title={props.title} tabs={tabs} />
    );
  return outlook && moreTabs.length > 0 ? (
    <ForecastTabs title={props.title} address={address} options={outlook} indicators={indicators} />
  ) : (
    indicators(address)
  );
}

function Forecast({
  title,
  groups,
  zoom,
  address,
  tabs,
}: ForecastProps & { address: Address; tabs: ReactNode }) {
  const [last] = useState(() =>
    rememberLastChoice(address, `last-choice ${location.pathname}`, (query) => query.includes('series=')),
  );
  const screen = useScreen(() => createForecast({ request, address: last.address, now: () => new Date() }));
  const [crosshair] = useState(createCrosshair);
  const { series } = useStore(screen.$selection);
  const [hasStrip, setHasStrip] = useState(false);
  return (
    <Tool
      title={title}
      tabs={tabs}
      faults={useStore(screen.$faults)}
      fields={(isCompact) => (
        <>
          <SeriesField screen={screen} isCompact={isCompact} />
          <CompareWith screen={screen} />
        </>
      )}
      summary={`${series.length} series in ${countOf(groups.flatMap((group) => group.charts).length, 'graph')}`}
      submit={{
        reason: useStore(screen.$reason),
        isBrief: useStore(screen.$isBrief),
        onSubmit: screen.submit,
        submitted: dataOf(useStore(screen.result.$state)) ?? 'opening',
      }}
      more={
        <Button aria-expanded={hasStrip} onClick={() => setHasStrip(!hasStrip)}>
          Latest values
        </Button>
      }
      headline={hasStrip && <SiteStrip screen={screen} groups={groups} />}
      map={{
        label: 'Map of locations',
        content: (close) => <ForecastMap screen={screen} groups={groups} zoom={zoom} onChosen={close} />,
      }}
    >
      <AsYouLeftIt last={last} onStartNew={() => screen.goTo('')} />
      {groups.map(({ heading, charts }) => (
        <Grid
          as="section"
          key={heading ?? 'all'}
          column="620px"
          className={styles.group}
          data-align="start"
          aria-label={heading ?? 'Graphs'}
        >
          {heading !== undefined && <h2 className="whole-row">{heading}</h2>}
          {charts.map((chart) => (
            <ForecastGraph key={chart.id} screen={screen} chart={chart} crosshair={crosshair} />
          ))}
        </Grid>
      ))}
      <p className="quiet">
        After selecting your series, click the red 'Submit' button to load all graphs. {normalsNote}. Each
        graph says which of these years its record has.
      </p>
    </Tool>
  );
}

/** The page of a portal whose basin file has no forecast charts. */
function NoForecast({ title, tabs }: { title: string; tabs: ReactNode }) {
  return (
    <Tool title={title} tabs={tabs}>
      <Notice severity="info">
        This portal has no forecast graphs yet. Its operator can list them in the basin file, as described in{' '}
        <a href="/documentation/recipes/your-own-basin">Your own basin</a>.
      </Notice>
    </Tool>
  );
}

type ForecastTabsProps = {
  title: string;
  address: Address;
  options: OutlookOptions;
  /** The first part, which is there without an outlook, too. */
  indicators: (address: Address, tabs: ReactNode) => ReactNode;
};

/** The parts of Forecast Supply. Only the one that is shown is loaded, and the address is its own. */
function ForecastTabs({ title, address, options, indicators }: ForecastTabsProps) {
  const offered = moreTabs.filter(({ isOffered }) => isOffered(options));
  const views = [{ view: firstView, label: 'Supply indicators' }, ...offered];
  const viewOf = (query: string) => {
    const named = readView(query);
    return views.some((each) => each.view === named) ? named : firstView;
  };
  const [shown, setView] = useState(() => viewOf(address.read()));
  const queries = useRef(new Map<string, string>());
  const own = useMemo(() => addressOfView(address, shown), [address, shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tabs of a page stay the same
  useEffect(() => address.listen((query) => setView(viewOf(query))), [address]);

  function show(next: string): void {
    if (next === shown) return;
    address.flush();
    const present = address.read();
    queries.current.set(shown, present);
    address.push(queryOfView(next, queries.current.get(next), present));
    setView(next);
  }

  const follow = (event: MouseEvent, next: string) => {
    // A new tab or window is the browser's.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(next);
  };

  const tabs = (
    <nav className="no-print row scroll-x" data-nowrap data-gap={5} aria-label={`Parts of ${title}`}>
      {views.map(({ view, label }) => (
        <a
          key={view}
          className="tab rigid text-sm"
          href={view === firstView ? '?' : `?view=${view}`}
          aria-current={view === shown ? 'page' : undefined}
          onClick={(event) => follow(event, view)}
        >
          {label}
        </a>
      ))}
    </nav>
  );
  const Part = offered.find(({ view }) => view === shown)?.Part;
  return Part ? <Part title={title} address={own} tabs={tabs} options={options} /> : indicators(own, tabs);
}

/** The middle of all points, so that a low map shows them all. */
function centerOf(points: readonly { lat: number; lon: number }[]): readonly [number, number] {
  const middle = (all: readonly number[]) => (Math.min(...all) + Math.max(...all)) / 2;
  return [middle(points.map((each) => each.lat)), middle(points.map((each) => each.lon))];
}

type ForecastMapProps = {
  screen: Store;
  groups: readonly ForecastGroup[];
  zoom: number;
  onChosen: () => void;
};

/** The locations of the charts. A click scrolls to the chart. */
function ForecastMap({ screen, groups, zoom, onChosen }: ForecastMapProps) {
  const byLocId = useStore(screen.$byLocId);
  const chartLocations = useMemo(
    () =>
      groups
        .flatMap((group) => group.charts)
        .flatMap((chart) => {
          const location = byLocId.get(chart.locId);
          return location ? [{ chart, location }] : [];
        }),
    [groups, byLocId],
  );
  const points = useMemo(
    () =>
      chartLocations.map(({ chart, location }) => ({
        id: location.loc_ndx,
        lat: location.lat_dd,
        lon: location.lon_dd,
        label: `${chart.title} at ${location.loc_name}`,
        mark: markOfType(location.loc_type_name),
      })),
    [chartLocations],
  );
  const ready = useStore(screen.$ready);
  const homeView = useMemo(
    () => ({ center: points.length > 0 ? centerOf(points) : basin.center, zoom }),
    [points, zoom],
  );
  // Until the locations are loaded, the map shows the basin.
  if (points.length === 0 && !ready) return mapFallback;
  return (
    <LocationsMap
      label="Locations of the graphs"
      homeView={homeView}
      points={points}
      onPick={([ndx]) => {
        const hit = chartLocations.find(({ location }) => location.loc_ndx === ndx);
        if (!hit) return;
        onChosen();
        jumpToGraph(hit.chart.id);
      }}
    />
  );
}
