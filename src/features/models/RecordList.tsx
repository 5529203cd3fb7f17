import { useStore } from '@nanostores/react';
import { LayoutGrid, List as ListIcon, type LucideIcon, Table } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { RecordView } from '#contract/model.ts';
import type { ContentRecord } from '#contract/records.ts';
import { TableView } from '#kits/table/index.ts';
import { Button, toFileName } from '#kits/ui/index.ts';
import { basinTimeZone } from '#lib/calendar.ts';
import { formatExportedAt } from '#lib/calendar-text.ts';
import { toQueryRows } from '#stores/query-rows.ts';
import type { ListScreen } from './list-screen.ts';
import { RecordItem } from './RecordItem.tsx';
import styles from './RecordList.module.css';

type Props = {
  screen: ListScreen;
  title: string;
  empty: ReactNode;
};

const icons: Record<RecordView, LucideIcon> = { TABLE: Table, CARD: LayoutGrid, LIST: ListIcon };
const names: Record<RecordView, string> = { TABLE: 'Table', CARD: 'Cards', LIST: 'List' };

/** Shows records as a table, cards or a list; search, filters and pages work the same in all three views. */
export function RecordList({ screen, title, empty }: Props) {
  const { model, columnOptions } = screen;
  const columns = useStore(screen.$columns);
  const table = useStore(screen.$table);
  const view = useStore(screen.$view);
  const state = useStore(screen.records.$state);
  const data = useMemo(
    () =>
      toQueryRows(
        state,
        (records) => records,
        title,
        () => void screen.records.retry(),
      ),
    [state, title, screen],
  );
  const layout = view === 'CARD' ? 'cards' : 'list';
  const items = useMemo(
    () =>
      view === 'TABLE'
        ? undefined
        : ({
            layout,
            keyOf: (record: ContentRecord) => record.id,
            render: (record: ContentRecord) => (
              <RecordItem model={model} record={record} layout={layout} columnOptions={columnOptions} />
            ),
          } as const),
    [view, layout, model, columnOptions],
  );
  return (
    <TableView
      caption={title}
      columns={columns}
      data={data}
      state={table}
      onChange={screen.setTable}
      noun={{ one: model.singular, many: model.plural }}
      empty={empty}
      items={items}
      tools={
        <fieldset className={styles.views}>
          <legend className={styles.legend}>View</legend>
          {model.views.map((each) => {
            const Icon = icons[each];
            return (
              <Button
                key={each}
                variant="quiet"
                icon
                aria-pressed={view === each}
                aria-label={names[each]}
                title={names[each]}
                onClick={() => screen.setView(each)}
              >
                <Icon size={18} aria-hidden="true" />
              </Button>
            );
          })}
        </fieldset>
      }
      csv={{
        fileName: () => toFileName(title, new Date(), 'csv'),
        comment: () => [title, `Days are calendar days in ${basinTimeZone()}.`, formatExportedAt(new Date())],
      }}
    />
  );
}
