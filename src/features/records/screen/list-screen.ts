import { atom, computed } from 'nanostores';
import type { Model, RecordView } from '#contract/records/model.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import { useScreen } from '#kits/ui/index.ts';
import { createAddress } from '#stores/address.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { $lookups } from '#stores/lookups.ts';
import { createQuery } from '#stores/queries.ts';
import { actionsFor } from './actions.ts';
import { type ColumnOptions, columnsOf } from './columns.ts';

export type ListSettings = ColumnOptions & {
  model: Model;
  /** Undefined for a visitor. */
  subject: string | undefined;
  /** What everyone sees, also for administrators. */
  only?: 'published';
};

export type ListScreen = ReturnType<typeof createListScreen>;

/** Creates the state of a list of records. The address holds the view and the state of the table. */
function createListScreen({ model, subject, only, ...columnOptions }: ListSettings) {
  const actions = actionsFor(model, subject);
  // A screen may be too narrow for a table.
  const isNarrow = matchMedia('(width < 640px)').matches;
  const defaultView: RecordView = isNarrow && model.views.includes('LIST') ? 'LIST' : model.views[0];
  const $columns = computed($lookups, (lookups) => columnsOf(model, lookups, columnOptions));
  const order = model.order ?? { field: model.titleField, direction: 'ascending' as const };
  const initial = initialState($columns.get(), {
    pageSize: 30,
    sort: { id: order.field, direction: order.direction },
  });
  const records = createQuery<ContentRecord[]>({
    fetch: async (signal) => {
      const outcome = await actions.find({ signal, ...(only && { only }) });
      if (!outcome.ok) throw outcome.error;
      return outcome.data;
    },
  });
  const $view = atom<RecordView>(defaultView);
  const $table = atom<TableState>(initial);
  const { start } = createScreen({
    address: createAddress(),
    queries: [records],
    parts: [
      addressPart($view, {
        read: (query) => {
          const wanted = new URLSearchParams(query).get('view')?.toUpperCase();
          return model.views.find((view) => view === wanted) ?? defaultView;
        },
        write: (view) => (view === defaultView ? '' : `view=${view.toLowerCase()}`),
      }),
      addressPart($table, {
        read: (query) => readTableState(query, $columns.get(), initial),
        write: (state) => writeTableState(state, initial),
        isStep: (state, before) => state.page !== before.page,
      }),
    ],
  });

  return {
    model,
    columnOptions,
    records,
    $columns,
    $table,
    $view,
    setView: (view: RecordView) => $view.set(view),
    start,
  };
}

/** Creates and starts the list of a model's records on this page. */
export function useListScreen(settings: ListSettings): ListScreen {
  return useScreen(() => createListScreen(settings));
}
