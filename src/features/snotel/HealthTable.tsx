import { useCallback } from 'react';
import { dataAddress } from '#domain/data-address.ts';
import type { SnowMeasure } from '#domain/snowpack.ts';
import { exportNotes, sourceOfRows } from '#downloads/snow-columns.ts';
import { percentageNames } from '#downloads/snow-labels.ts';
import type { HealthRow } from '#downloads/snow-rows.ts';
import { type Column, initialState, type TableState, TableView, writeTableState } from '#kits/table/index.ts';
import { toFileName } from '#kits/ui/index.ts';
import { LinkToData } from '#kits/ui/LinkToData.tsx';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { describeListAccess } from '#stores/data-access.ts';
import type { QueryState } from '#stores/queries.ts';
import { showToast } from '#stores/toasts.ts';
import styles from './SnotelScreen.module.css';

const tableNotes: Readonly<Record<SnowMeasure, string>> = {
  date: 'In percent of the median for the date; inches where that is below 1 in. Medians of 1991–2020, unless a row says otherwise. Gray cells have a remark: choose a row to read its remarks above.',
  peak: 'In percent of the median peak; inches where that is below 1 in. Medians of 1991–2020, unless a row says otherwise. Gray cells have a remark: choose a row to read its remarks above.',
};

type HealthTableProps = {
  title: string;
  noun: 'sites' | 'HUC8s';
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

/** A table of percentages by year. A click on a row, or Enter, chooses it. */
export function HealthTable(props: HealthTableProps) {
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
        tools={
          <LinkToData
            of={title}
            address={dataAddress(
              'snow',
              { of: noun === 'sites' ? 'sites' : 'huc8s', percent: measure },
              writeTableState(state, initialState(columns)),
            )}
            access={describeListAccess()}
            notify={showToast}
          />
        }
        noun={{ one: noun.replace(/s$/, ''), many: noun }}
        empty="There is no SNOTEL data yet."
        csv={{
          fileName: () => toFileName(`SNOTEL ${title}`, new Date(), 'csv'),
          comment: () => [
            `${title}: ${percentageNames[measure]} of snow water equivalent by water year`,
            ...exportNotes(rows, measure),
            `Source: ${sourceOfRows(rows)}`,
            formatExportedAt(new Date()),
          ],
        }}
      />
    </div>
  );
}
