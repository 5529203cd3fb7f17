import { useStore } from '@nanostores/react';
import { Suspense, useCallback, useRef } from 'react';
import type { SnowMeasure } from '#domain/snowpack.ts';
import { SegmentedField } from '#kits/form/SegmentedField.tsx';
import { Slider } from '#kits/form/Slider.tsx';
import { type Column, type TableState, TableView } from '#kits/table/index.ts';
import { Button, LoadErrors, SkeletonLines, toFileName } from '#kits/ui/index.ts';
import { lazyPart } from '#kits/ui/lazy-part.tsx';
import { useScreen } from '#kits/ui/use-screen.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { $admitted } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import type { QueryState } from '#stores/queries.ts';
import type { Chosen } from './chosen.ts';
import { exportNotes } from './columns.ts';
import { percentageNames } from './labels.ts';
import type { HealthRow } from './rows.ts';
import { SnotelLegend } from './SnotelLegend.tsx';
import styles from './SnotelScreen.module.css';
import { createSnotel, type SnotelScreen as Store } from './screen.ts';

const SnotelMap = lazyPart(() => import('./SnotelMap.tsx').then((module) => module.SnotelMap));

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
const tableNotes: Readonly<Record<SnowMeasure, string>> = {
  date: 'In percent of the median for the date; inches where that is below 1 in. Medians of 1991–2020, unless a row says otherwise.',
  peak: 'In percent of the median peak. Medians of 1991–2020, unless a row says otherwise.',
};

/** SNOTEL SWE Data. Requests nothing before someone is signed in. */
export function SnotelScreen({ title }: { title: string }) {
  return useStore($admitted) ? <Snotel title={title} /> : null;
}

function Snotel({ title }: { title: string }) {
  const screen = useScreen(() => createSnotel({ request, address: createAddress(), now: () => new Date() }));
  const faults = useStore(screen.$faults);
  const legend = useStore(screen.$legend);
  const columns = useStore(screen.$columns);
  const siteRows = useStore(screen.$siteRows);
  const hucRows = useStore(screen.$hucRows);
  const measure = useStore(screen.$measure);
  const chosen = useStore(screen.$chosen);
  const map = useRef<HTMLElement>(null);
  const choose = (kind: Chosen['kind']) => (id: number) => {
    screen.choose({ kind, id });
    map.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className={styles.screen}>
      <h1>{title}</h1>
      <p className={styles.info}>{explanations[measure]}</p>
      <LoadErrors errors={faults} />
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
        <Suspense fallback={<SkeletonLines count={3} label="Loading the map…" />}>
          <SnotelMap screen={screen} />
        </Suspense>
        <div className={styles.legend}>
          <Button aria-expanded={legend} aria-controls="snotel-legend" onClick={screen.toggleLegend}>
            {legend ? 'Hide legend' : 'Show legend'}
          </Button>
          {legend && <SnotelLegend screen={screen} />}
        </div>
      </section>
      <HealthTable
        title="Data Points Table"
        noun="sites"
        measure={measure}
        columns={columns.sites}
        query={useStore(screen.sites.$state)}
        retry={() => void screen.sites.retry()}
        rows={siteRows}
        state={useStore(screen.$sitesTable)}
        onChange={screen.setSitesTable}
        chosen={chosen?.kind === 'site' ? chosen.id : undefined}
        onChoose={choose('site')}
      />
      <HealthTable
        title="HUC8 Table"
        noun="HUC8s"
        measure={measure}
        columns={columns.hucs}
        query={useStore(screen.hucs.$state)}
        retry={() => void screen.hucs.retry()}
        rows={hucRows}
        state={useStore(screen.$hucsTable)}
        onChange={screen.setHucsTable}
        chosen={chosen?.kind === 'huc8' ? chosen.id : undefined}
        onChoose={choose('huc8')}
      />
    </div>
  );
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

type HealthTableProps = {
  title: string;
  noun: string;
  measure: SnowMeasure;
  columns: readonly Column<HealthRow>[];
  query: QueryState<unknown>;
  retry: () => void;
  rows: readonly HealthRow[];
  state: TableState;
  onChange: (state: TableState) => void;
  /** The id of the row that the map shows. */
  chosen: number | undefined;
  onChoose: (id: number) => void;
};

function HealthTable(props: HealthTableProps) {
  const { title, noun, measure, columns, query, retry, rows, state, onChange, chosen, onChoose } = props;
  const isHighlighted = useCallback((row: HealthRow) => row.id === chosen, [chosen]);
  return (
    <div className={styles.table}>
      <h2>{title}</h2>
      <p className={styles.note}>{tableNotes[measure]}</p>
      <TableView
        caption={title}
        columns={columns}
        data={
          query.status === 'failed'
            ? { status: 'failed', message: `The table could not be loaded. ${query.error.message}`, retry }
            : query.status === 'loading'
              ? { status: 'loading' }
              : { status: 'ready', rows }
        }
        state={state}
        onChange={onChange}
        isHighlighted={isHighlighted}
        onRowClick={(row) => onChoose(row.id)}
        noun={{ one: noun.replace(/s$/, ''), many: noun }}
        empty="There is no SNOTEL data yet."
        csv={{
          fileName: () => toFileName(`SNOTEL ${title}`, new Date(), 'csv'),
          comment: () => [
            `${title}: ${percentageNames[measure]} of snow water equivalent by water year`,
            ...exportNotes(rows, measure),
            'Source: NRCS Snotel',
            formatExportedAt(new Date()),
          ],
        }}
      />
    </div>
  );
}
