import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { glossaryLink } from '#config/glossary.ts';
import { bands, noBandColor } from '#domain/snow-bands.ts';
import { Slider } from '#kits/form/Slider.tsx';
import { type Column, type TableState, TableView } from '#kits/table/index.ts';
import { HelpLink } from '#kits/ui/HelpLink.tsx';
import { Button, LoadErrors, SkeletonLines, toFileName } from '#kits/ui/index.ts';
import { useScreen } from '#kits/ui/use-screen.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { $admitted } from '#session/session.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import type { QueryState } from '#stores/queries.ts';
import type { HealthRow } from './columns.ts';
import styles from './SnotelScreen.module.css';
import { createSnotel, type SnotelScreen as Store } from './screen.ts';

const SnotelMap = lazy(() => import('./SnotelMap.tsx').then((module) => ({ default: module.SnotelMap })));

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
  const hasLate = siteRows.some(({ freshness }) => freshness?.state === 'late');
  return (
    <div className={styles.screen}>
      <h1>{title}</h1>
      <p className={styles.info}>
        Each water year’s largest snow water equivalent as a percentage of the median of the years 1991 to
        2020. A HUC8 is the ratio of sums over its sites. The same values are in the tables below.
      </p>
      <LoadErrors errors={faults} />
      <YearChoice screen={screen} />
      <section className={styles.map} aria-label="Map">
        <Suspense fallback={<SkeletonLines count={3} label="Loading the map…" />}>
          <SnotelMap screen={screen} />
        </Suspense>
        <div className={styles.legend}>
          <Button aria-expanded={legend} aria-controls="snotel-legend" onClick={screen.toggleLegend}>
            {legend ? 'Hide legend' : 'Show legend'}
          </Button>
          {legend && <Legend hasLate={hasLate} />}
        </div>
      </section>
      <HealthTable
        title="Data Points Table"
        noun="sites"
        columns={columns.sites}
        query={useStore(screen.sites.$state)}
        retry={() => void screen.sites.retry()}
        rows={siteRows}
        state={useStore(screen.$sitesTable)}
        onChange={screen.setSitesTable}
      />
      <HealthTable
        title="HUC8 Table"
        noun="HUC8s"
        columns={columns.hucs}
        query={useStore(screen.hucs.$state)}
        retry={() => void screen.hucs.retry()}
        rows={useStore(screen.$hucRows)}
        state={useStore(screen.$hucsTable)}
        onChange={screen.setHucsTable}
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

function Legend({ hasLate }: { hasLate: boolean }) {
  return (
    <div id="snotel-legend" className={styles.entries}>
      <p>
        Percent of Median Peak <HelpLink {...glossaryLink('percent-of-median-peak')} />
      </p>
      <ul>
        {[...bands, { label: 'No data, or above 1000', color: noBandColor }].map(({ label, color }) => (
          <li key={label}>
            <svg width="16" height="16" aria-hidden="true">
              <rect width="16" height="16" rx="3" fill={color} />
            </svg>
            {label}
          </li>
        ))}
      </ul>
      {hasLate && (
        <div className={styles.late}>
          <svg width="16" height="16" aria-hidden="true">
            <circle cx="8" cy="8" r="7" fill="#dfe4e7" stroke="#73828c" />
            <circle cx="8" cy="8" r="3" fill="#1b2328" />
          </svg>
          Late: has not reported as often as it usually does
        </div>
      )}
    </div>
  );
}

type HealthTableProps = {
  title: string;
  noun: string;
  columns: readonly Column<HealthRow>[];
  query: QueryState<unknown>;
  retry: () => void;
  rows: readonly HealthRow[];
  state: TableState;
  onChange: (state: TableState) => void;
};

function HealthTable({ title, noun, columns, query, retry, rows, state, onChange }: HealthTableProps) {
  return (
    <div className={styles.table}>
      <h2>{title}</h2>
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
        noun={{ one: noun.replace(/s$/, ''), many: noun }}
        empty="There is no SNOTEL data yet."
        csv={{
          fileName: () => toFileName(`SNOTEL ${title}`, new Date(), 'csv'),
          comment: () => [
            `${title}: percent of median peak snow water equivalent by water year`,
            'Source: NRCS Snotel',
            formatExportedAt(new Date()),
          ],
        }}
      />
    </div>
  );
}
