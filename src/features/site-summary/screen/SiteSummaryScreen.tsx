import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { glossaryLink } from '#config/documentation-links.ts';
import { dataAddress } from '#domain/page-paths.ts';
import { minYearsForMedian, normalPeriod } from '#domain/statistics/statistics.ts';
import { HelpLink } from '#kits/form/Field.tsx';
import { initialState, TableView, writeTableState } from '#kits/table/index.ts';
import { CopyPageLink, LinkToData } from '#kits/ui/CopyButton.tsx';
import { Disclosure } from '#kits/ui/Disclosure.tsx';
import { Button, Spinner, useScreen } from '#kits/ui/index.ts';
import { Tool } from '#kits/ui/Tool.tsx';
import { basinTimeZone } from '#lib/basin-clock.ts';
import { $admitted } from '#session/session.ts';
import { describeListAccess } from '#stores/data-access.ts';
import { toQueryRows } from '#stores/queries.ts';
import type { SiteRowActions } from '#stores/site-hooks.ts';
import styles from './SiteSummaryScreen.module.css';
import { SummarySheet } from './SummarySheet.tsx';
import { createSiteSummary, isLateOnly } from './screen.ts';

const rowActions = Object.values(
  import.meta.glob<SiteRowActions>('../../*/fills/site-row-actions.ts', { eager: true, import: 'default' }),
);

const signs = new Intl.ListFormat('en-US').format([
  'to its time series',
  'to the map',
  ...rowActions.map(({ about }) => about),
]);

/** The Site Summary Table. Requests nothing before someone is signed in. */
export function SiteSummaryScreen({ title }: { title: string }) {
  return useStore($admitted) ? <SiteSummaryTable title={title} /> : null;
}

function SiteSummaryTable({ title }: { title: string }) {
  const screen = useScreen(() => createSiteSummary({ rowActions }));
  const state = useStore(screen.sites.$state);
  const table = useStore(screen.$table);
  const rows = useStore(screen.$rows);
  const isWaiting = useStore(screen.$isWaiting);
  const [isOpen, setIsOpen] = useState(false);
  const lateCount = useStore(screen.$lateCount);
  const data = useMemo(
    () =>
      toQueryRows(
        screen.sites,
        isWaiting && state.status === 'ready' ? { status: 'loading' as const } : state,
        () => rows,
        'The sites',
      ),
    [state, rows, isWaiting, screen],
  );
  return (
    <Tool
      title={title}
      faults={useStore(screen.$faults)}
      headline={
        <Disclosure label="About this table" open={isOpen} onToggle={() => setIsOpen(!isOpen)}>
          <p>
            Every location with each of its parameters, its latest value, classed among those of the same day
            or month of other years, and the period of its record.{' '}
            <HelpLink {...glossaryLink('period-of-record')} /> A class needs {minYearsForMedian} years from{' '}
            {normalPeriod.from} to {normalPeriod.to}. A name leads to the page of the site; the signs beside
            it {signs}.
          </p>
        </Disclosure>
      }
    >
      {data.status === 'loading' && <Spinner size={22} label="Loading the sites" />}
      <div className={styles.table}>
        <TableView
          caption={title}
          columns={screen.columns}
          data={data}
          $table={screen.$table}
          noun={{ one: 'record', many: 'records' }}
          empty="The portal has no sites yet."
          csv={{
            title,
            comment: async () => [
              title,
              `Days and periods of record are calendar days in ${basinTimeZone()}. Coordinates are decimal degrees.`,
              await exportedAt(),
            ],
          }}
          tools={
            <>
              <Button aria-pressed={isLateOnly(table)} onClick={screen.toggleLateOnly}>
                Late only ({lateCount})
              </Button>
              <CopyPageLink />
              <LinkToData
                of={title}
                address={dataAddress('sites', {}, writeTableState(table, initialState(screen.columns)))}
                access={describeListAccess()}
              />
            </>
          }
        />
      </div>
      <SummarySheet
        rows={rows}
        columns={screen.columns}
        table={table}
        isLoading={data.status === 'loading'}
      />
    </Tool>
  );
}

/** Loads the formats with the first download. */
async function exportedAt(): Promise<string> {
  const { formatExportedAt } = await import('#lib/calendar-text.ts');
  return formatExportedAt(new Date());
}
