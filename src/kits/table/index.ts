export { initialState, readTableState, writeTableState } from '#lib/table/state.ts';
export type { CellAction, Column, TableState } from '#lib/table/types.ts';
export { TableView } from './TableView.tsx';
