export { readTableState, writeTableState } from './address.ts';
export { initialState } from './state.ts';
export { TableView } from './TableView.tsx';
export type { CellAction, Column, TableState } from './types.ts';
