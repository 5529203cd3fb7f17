import { atom } from 'nanostores';
import { parameterNdx } from '#domain/vocabulary.ts';
import {
  type Column,
  initialState,
  readTableState,
  type TableState,
  writeTableState,
} from '#kits/table/index.ts';
import { among, dateColumn, numberColumn, textColumn } from '#lib/table/columns.ts';
import { createAddress } from '#stores/address.ts';
import { request } from '#stores/api.ts';
import { addressPart, createScreen } from '#stores/create-screen.ts';
import { createQuery } from '#stores/queries.ts';
import { type FeatureTemplateRow, listFeatureTemplate } from '../contract.ts';
import { changeSince } from '../rules.ts';

export const featureTemplateColumns: readonly Column<FeatureTemplateRow>[] = [
  textColumn('site', 'Site', (row) => row.loc_name),
  dateColumn('day', 'Day', (row) => row.day),
  numberColumn('value', 'Value', (row) => row.value),
  numberColumn('before', 'A Week Before', (row) => row.value_before),
  textColumn('units', 'Units', (row) => row.units_name),
  textColumn('change', 'Change', (row) => changeSince(row.value_before, row.value) ?? null, among),
];

/** The state of Feature Template: its rows, and a table whose search, order and filters the address holds. */
export function createFeatureTemplateScreen() {
  const params = { parameter: String(parameterNdx.streamflow) };
  const rows = createQuery({ fetch: (signal) => request(listFeatureTemplate, { params }, { signal }) });
  const initial = initialState(featureTemplateColumns);
  const $table = atom<TableState>(initial);
  const { start } = createScreen({
    address: createAddress(),
    queries: [rows],
    parts: [
      addressPart($table, {
        read: (query) => readTableState(query, featureTemplateColumns, initial),
        write: (state) => writeTableState(state, initial),
      }),
    ],
  });
  return { rows, $table, start };
}
