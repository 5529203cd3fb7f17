import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { glossaryLink } from '#config/glossary.ts';
import type { SiteSummary } from '#contract/time-series.ts';
import { exportedAt } from '#domain/exported-at.ts';
import { type TableData, TableView } from '#kits/table/index.ts';
import { HelpLink } from '#kits/ui/HelpLink.tsx';
import { fileName, Spinner } from '#kits/ui/index.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { $admitted } from '#stores/auth.ts';
import type { QueryState } from '#stores/queries.ts';
import styles from './Screen.module.css';
import { createSiteSummary } from './screen.ts';

const title = 'Site Summary Table';

/** The Site Summary Table. It asks for nothing before someone is signed in. */
export function SiteSummaryScreen() {
  return useStore($admitted) ? <SiteSummaryTable /> : null;
}

function SiteSummaryTable() {
  const [screen] = useState(() =>
    createSiteSummary({ request, address: createAddress(), now: () => new Date() }),
  );
  useEffect(() => screen.start(), [screen]);
  const state = useStore(screen.sites.$state);
  const table = useStore(screen.$table);
  const data = useMemo(() => tableData(state, () => void screen.sites.retry()), [state, screen]);
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {data.status === 'loading' && <Spinner size={22} label="Loading the sites" />}
      </div>
      <p className={styles.info}>
        Every location with each of its parameters and the period of its record
        <HelpLink {...glossaryLink('period-of-record')} />. A name leads to the map, the small chart to its
        time series.
      </p>
      <TableView
        caption={title}
        columns={screen.columns}
        data={data}
        state={table}
        onChange={screen.setTable}
        noun={{ one: 'record', many: 'records' }}
        empty="The portal has no sites yet."
        csv={{
          fileName: () => fileName(title, new Date(), 'csv'),
          comment: () => [
            title,
            'Days and periods of record are calendar days in America/Denver. Coordinates are decimal degrees.',
            exportedAt(new Date()),
          ],
        }}
      />
    </div>
  );
}

function tableData(state: QueryState<SiteSummary[]>, retry: () => void): TableData<SiteSummary> {
  switch (state.status) {
    case 'loading':
      return { status: 'loading' };
    case 'failed':
      return { status: 'failed', message: `The sites could not be loaded. ${state.error.message}`, retry };
    case 'stale':
      return {
        status: 'ready',
        rows: state.data,
        stale: { message: `The sites could not be renewed; these are older. ${state.error.message}`, retry },
      };
    default:
      return { status: 'ready', rows: state.data };
  }
}
