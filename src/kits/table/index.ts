export { readTableState, writeTableState } from './address.ts';
export { initialState } from './state.ts';
export { TableView } from './TableView.tsx';
export type { Column, TableState } from './types.ts';
