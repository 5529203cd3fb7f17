export type { CellAction, Column, TableState } from '#lib/table/columns.ts';
export { initialState, readTableState, writeTableState } from '#lib/table/state.ts';
export { TableView } from './TableView.tsx';
