import { atom, computed } from 'nanostores';
import type { Model, RecordView } from '#contract/model.ts';
import type { ContentRecord } from '#contract/records.ts';
import { initialState, readTableState, type TableState, writeTableState } from '#kits/table/index.ts';
import type { Address } from '#stores/address.ts';
import { createQuery } from '#stores/queries.ts';
import type { RecordActions } from './actions.ts';
import { type ColumnOptions, columnsOf } from './columns.ts';
import { $lookups } from './lookups.ts';

export type ListSettings = {
  model: Model;
  actions: Pick<RecordActions, 'find'>;
  address: Address;
  columnOptions: ColumnOptions;
  /** On a phone a list says more than a table. */
  isNarrow?: boolean;
};

export type ListScreen = ReturnType<typeof createListScreen>;

/** A list of records without its looks: what it shows, how, and the address that says so. */
export function createListScreen({ model, actions, address, columnOptions, isNarrow = false }: ListSettings) {
  const defaultView: RecordView = isNarrow && model.views.includes('LIST') ? 'LIST' : model.views[0];
  const $columns = computed($lookups, (lookups) => columnsOf(model, lookups, columnOptions));
  const order = model.order ?? { field: model.titleField, direction: 'ascending' as const };
  const initial = initialState($columns.get(), {
    pageSize: 30,
    sort: { id: order.field, direction: order.direction },
  });
  const records = createQuery<ContentRecord[]>({
    fetch: async (signal) => {
      const outcome = await actions.find({ signal });
      if (!outcome.ok) throw outcome.error;
      return outcome.data;
    },
  });
  const $view = atom<RecordView>(readView(address.read()));
  const $table = atom<TableState>(readTableState(address.read(), $columns.get(), initial));

  function readView(query: string): RecordView {
    const wanted = new URLSearchParams(query).get('view')?.toUpperCase();
    return model.views.find((view) => view === wanted) ?? defaultView;
  }

  function serializeQuery(): string {
    const table = writeTableState($table.get(), initial);
    const view = $view.get() === defaultView ? '' : `view=${$view.get().toLowerCase()}`;
    return [view, table].filter(Boolean).join('&');
  }

  function start(): () => void {
    const disposers = [
      $table.listen((state, before = state) => {
        address[state.page !== before.page ? 'push' : 'write'](serializeQuery());
      }),
      $view.listen(() => address.write(serializeQuery())),
      address.listen((query) => {
        if (query === serializeQuery()) return;
        $view.set(readView(query));
        $table.set(readTableState(query, $columns.get(), initial));
      }),
    ];
    void records.load();
    return () => {
      for (const dispose of disposers) dispose();
      records.cancel();
      address.flush();
    };
  }

  return {
    model,
    columnOptions: columnOptions,
    records,
    $columns,
    $table,
    $view,
    setTable: (state: TableState) => $table.set(state),
    setView: (view: RecordView) => $view.set(view),
    start,
  };
}
