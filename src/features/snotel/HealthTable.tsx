import { useStore } from '@nanostores/react';
import { useCallback } from 'react';
import { dataAddress } from '#domain/data-address.ts';
import type { SnowMeasure } from '#domain/snowpack.ts';
import { exportNotes, sourceOfRows } from '#downloads/snow-columns.ts';
import { percentageNames } from '#downloads/snow-labels.ts';
import type { HealthRow } from '#downloads/snow-rows.ts';
import { initialState, TableView, writeTableState } from '#kits/table/index.ts';
import { Stack } from '#kits/ui/index.ts';
import { LinkToData } from '#kits/ui/LinkToData.tsx';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { describeListAccess } from '#stores/data-access.ts';
import { toQueryRows } from '#stores/queries.ts';
import { showToast } from '#stores/toasts.ts';
import type { Chosen } from './chosen.ts';
import type { SnotelScreen } from './screen.ts';

const tableNotes: Readonly<Record<SnowMeasure, string>> = {
  date: 'In percent of the median for the date; inches where that is below 1 in. Medians of 1991–2020, unless a row says otherwise. Gray cells have a remark: choose a row to read its remarks above.',
  peak: 'In percent of the median peak; inches where that is below 1 in. Medians of 1991–2020, unless a row says otherwise. Gray cells have a remark: choose a row to read its remarks above.',
};

const titles = { site: 'Data Points Table', huc8: 'HUC8 Table' } as const;
const nouns = {
  site: { one: 'site', many: 'sites' },
  huc8: { one: 'HUC8', many: 'HUC8s' },
} as const;

type HealthTableProps = { screen: SnotelScreen; kind: Chosen['kind']; onChoose: (id: number) => void };

/** A table of percentages by year. A click on a row, or Enter, chooses it. */
export function HealthTable({ screen, kind, onChoose }: HealthTableProps) {
  const { query, $rows, $columns, $table } = screen.tables[kind];
  const title = titles[kind];
  const measure = useStore(screen.$measure);
  const columns = useStore($columns);
  const rows = useStore($rows);
  const state = useStore($table);
  const loaded = useStore(query.$state);
  const chosen = useStore(screen.$chosen);
  const isHighlighted = useCallback(
    (row: HealthRow) => chosen?.kind === kind && row.id === chosen.id,
    [chosen, kind],
  );
  return (
    <Stack gap={3}>
      <h2>{title}</h2>
      <p className="quiet">{tableNotes[measure]}</p>
      <TableView
        caption={title}
        columns={columns}
        data={toQueryRows<unknown, HealthRow>(query, loaded, () => rows, 'The table')}
        $table={$table}
        isHighlighted={isHighlighted}
        onRowClick={(row) => onChoose(row.id)}
        tools={
          <LinkToData
            of={title}
            address={dataAddress(
              'snow',
              { of: kind === 'site' ? 'sites' : 'huc8s', percent: measure },
              writeTableState(state, initialState(columns)),
            )}
            access={describeListAccess()}
            notify={showToast}
          />
        }
        noun={nouns[kind]}
        empty="There is no SNOTEL data yet."
        csv={{
          title: `SNOTEL ${title}`,
          comment: () => [
            `${title}: ${percentageNames[measure]} of snow water equivalent by water year`,
            ...exportNotes(rows, measure),
            `Source: ${sourceOfRows(rows)}`,
            formatExportedAt(new Date()),
          ],
        }}
      />
    </Stack>
  );
}
