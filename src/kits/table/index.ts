export { readTableState, writeTableState } from './address.ts';
export type { ItemsView } from './Items.tsx';
export { initialState, type TableDefaults } from './state.ts';
export { type TableData, TableView, type TableViewProps } from './TableView.tsx';
export {
  type CellAction,
  type CellLink,
  type Column,
  type ColumnFilter,
  type PageSize,
  pageSizes,
  type TableState,
} from './types.ts';
