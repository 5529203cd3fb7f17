import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import type { SnowMeasure } from '#domain/snowpack.ts';
import { remarksOn } from '#downloads/snow-columns.ts';
import { SegmentedField } from '#kits/form/Field.tsx';
import { Slider } from '#kits/form/Slider.tsx';
import { FigureButton } from '#kits/ui/FigureButton.tsx';
import { Button, lazyPart, SkeletonLines, useScreen } from '#kits/ui/index.ts';
import { Tool } from '#kits/ui/Tool.tsx';
import { $admitted } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { offerFigure, snowFigure } from '#stores/figure-links.ts';
import { showToast } from '#stores/toasts.ts';
import type { Chosen } from './chosen.ts';
import { HealthTable } from './HealthTable.tsx';
import { SnotelLegend } from './SnotelLegend.tsx';
import styles from './SnotelScreen.module.css';
import { createSnotel, type SnotelScreen as Store } from './screen.ts';

const SnotelMap = lazyPart(
  () => import('./SnotelMap.tsx').then((module) => module.SnotelMap),
  <SkeletonLines count={3} label="Loading the map…" />,
);
const StationPanel = lazyPart(
  () => import('./StationPanel.tsx').then((module) => module.StationPanel),
  <SkeletonLines count={6} label="Loading the station…" />,
);

const measureChoices = [
  { value: 'date', label: 'For the date' },
  { value: 'peak', label: 'Of the median peak' },
] as const;

const shared =
  'A HUC8 is the ratio of sums over its sites. The same values are in the tables below; a row there shows its place on the map.';
const explanations: Readonly<Record<SnowMeasure, string>> = {
  date: `Each site’s latest snow water equivalent, and that of past years on the same day, as a percentage of the median for that day of the years 1991 to 2020. ${shared}`,
  peak: `Each water year’s largest snow water equivalent as a percentage of the median of the years 1991 to 2020. ${shared}`,
};

type SnotelScreenProps = {
  title: string;
  /** The groups of snow sites that have a figure for other sites, by their labels in the basin file. */
  groups: readonly string[];
};

/** SNOTEL SWE Data. Requests nothing before someone is signed in. */
export function SnotelScreen(props: SnotelScreenProps) {
  return useStore($admitted) ? <Snotel {...props} /> : null;
}

function Snotel({ title, groups }: SnotelScreenProps) {
  const screen = useScreen(() =>
    createSnotel({
      request,
      address: createAddress(),
      now: () => new Date(),
      isNarrow: matchMedia('(width < 900px)').matches,
    }),
  );
  const legend = useStore(screen.$legend);
  const measure = useStore(screen.$measure);
  const chosen = useStore(screen.$chosen);
  const station = useStore(screen.station.$row);
  const unknown = useStore(screen.$unknown);
  const map = useRef<HTMLElement>(null);
  const stationHeading = useRef<HTMLHeadingElement>(null);
  /** A row was chosen: the focus follows to the station as soon as it is there. */
  const wantsFocus = useRef(false);
  /** On a phone, a link to a station shows the station, not the map above it. */
  const isLinked = useRef(chosen?.kind === 'site' && matchMedia('(width < 768px)').matches);
  const focusStation = () => {
    if (isLinked.current) showHeading(stationHeading.current);
    isLinked.current = false;
    if (wantsFocus.current) stationHeading.current?.focus({ preventScroll: true });
    wantsFocus.current = false;
  };
  const choose = (kind: Chosen['kind']) => (id: number) => {
    screen.choose({ kind, id });
    map.current?.scrollIntoView({ block: 'nearest' });
    wantsFocus.current = kind === 'site';
    if (station?.id === id) focusStation();
  };
  return (
    <Tool title={title} faults={useStore(screen.$faults)} refused={unknown ? [describeUnknown(unknown)] : []}>
      <div className={styles.choices}>
        <YearChoice screen={screen} />
        <SegmentedField
          label="Percentage of the Median"
          value={measure}
          choices={measureChoices}
          onChange={screen.setMeasure}
        />
      </div>
      <section ref={map} className={styles.map} aria-label="Map">
        <SnotelMap screen={screen} onShowCurve={() => showHeading(stationHeading.current)} />
        <div className={styles.legend}>
          <Button aria-expanded={legend} aria-controls="snotel-legend" onClick={screen.toggleLegend}>
            {legend ? 'Hide legend' : 'Show legend'}
          </Button>
          {legend && <SnotelLegend screen={screen} />}
        </div>
      </section>
      {station ? (
        <StationPanel screen={screen} heading={stationHeading} onShown={focusStation} />
      ) : (
        <p className="quiet">
          Choose a site on the map or in the first table to see its snow water equivalent over the year.
        </p>
      )}
      <SnowFigures groups={groups} />
      <p className="quiet">{explanations[measure]}</p>
      <Remarks screen={screen} />
      <HealthTable screen={screen} kind="site" onChoose={choose('site')} />
      <HealthTable screen={screen} kind="huc8" onChoose={choose('huc8')} />
    </Tool>
  );
}

function SnowFigures({ groups }: Pick<SnotelScreenProps, 'groups'>) {
  const [first, ...others] = groups.map((group) => offerFigure(snowFigure(group)));
  if (!first) return null;
  return (
    <div>
      <FigureButton figures={[first, ...others]} notify={showToast}>
        Use a snow figure elsewhere
      </FigureButton>
    </div>
  );
}

const nouns = { site: 'SNOTEL site', huc8: 'HUC8' } as const;

function describeUnknown({ kind, id }: Chosen): string {
  return `The address names a ${nouns[kind]} that this portal does not have (${id}). Choose one on the map or in a table.`;
}

/** Brings the chosen station into view, and moves the focus there. */
function showHeading(heading: HTMLElement | null): void {
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

function YearChoice({ screen }: { screen: Store }) {
  const range = useStore(screen.$range);
  const year = useStore(screen.$year);
  if (!range) return <SkeletonLines count={2} label="Loading the water years…" />;
  return (
    <Slider
      label="Select a Year to Visualize its Data on the Map"
      value={year}
      min={range.min}
      max={range.max}
      onChange={screen.setYear}
      format={(value) => `Water year ${value}`}
    />
  );
}

/** What the gray and marked cells of the chosen row say on hover, as text. */
function Remarks({ screen }: { screen: Store }) {
  const chosen = useStore(screen.$chosen);
  const row = useStore(screen.$row);
  const columns = useStore(screen.tables[chosen?.kind ?? 'site'].$columns);
  const remarks = row ? remarksOn(row, columns) : [];
  if (!row || remarks.length === 0) return null;
  return (
    <details className={styles.remarks}>
      <summary>{`Remarks on ${row.name} in the table (${remarks.length})`}</summary>
      <dl>
        {remarks.map(({ header, note }) => (
          <div key={header}>
            <dt>{header}</dt>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
