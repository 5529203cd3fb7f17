import { Columns3, Download, ListFilter, Search } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { reportMissingPart } from '#lib/page/missing-part.ts';
import { offeredColumns, type TableState, visibleColumns } from '#lib/table/columns.ts';
import type { RowIndex } from '#lib/table/rows.ts';
import { toCsv } from '#lib/table/rows.ts';
import { isFiltered, toggleColumn, withoutFilters, withSearch } from '#lib/table/state.ts';
import { Button, Row, VisuallyHidden } from '../ui/index.ts';
import { downloadCsv } from '../ui/print/download.ts';
import { CheckMenu } from './FilterPanel.tsx';
import styles from './TableView.module.css';

export type TableCsv = {
  /** Names the file. */
  readonly title: string;
  /** Returns the lines above the header: source, time, units. */
  readonly comment: () => readonly string[] | Promise<readonly string[]>;
};

type Props<Row> = {
  /** Names the table in what a screen reader reads of its buttons. */
  caption: string;
  index: RowIndex<Row>;
  state: TableState;
  onChange: (state: TableState) => void;
  filtersId: string;
  /** Undefined while there is nothing to download. */
  csv: TableCsv | undefined;
  hasCsv: boolean;
  tools: ReactNode;
  /** The filters, which a button toggles. */
  children: ReactNode;
};

/** The tools above the table: search, filters, columns, download. */
export function Toolbar<Row>(props: Props<Row>) {
  const { caption, index, state, onChange, filtersId, csv, hasCsv, tools, children } = props;
  const filters = Object.keys(state.filters).length;
  const [open, setOpen] = useState(filters > 0);
  const search = useRef<HTMLInputElement>(null);

  return (
    <>
      <Row gap={2} className="no-print">
        <label className={`control-frame search-frame ${styles.search}`}>
          <Search size={16} aria-hidden="true" />
          <VisuallyHidden>Search the table</VisuallyHidden>
          <input
            ref={search}
            type="search"
            placeholder="Search"
            maxLength={200}
            value={state.search}
            onChange={(event) => onChange(withSearch(state, event.target.value))}
          />
        </label>
        <Button aria-expanded={open} aria-controls={filtersId} onClick={() => setOpen(!open)}>
          <ListFilter size={16} aria-hidden="true" /> Filters
          {filters > 0 && (
            <span className="badge">
              {filters}
              <VisuallyHidden> set</VisuallyHidden>
            </span>
          )}
        </Button>
        <CheckMenu
          label="Columns"
          icon={<Columns3 size={16} aria-hidden="true" />}
          options={offeredColumns(index.columns).map(({ id, header }) => ({ value: id, label: header }))}
          chosen={visibleColumns(index.columns, state.hidden).map(({ id }) => id)}
          onToggle={(id) => onChange(toggleColumn(state, index.columns, id))}
        />
        {isFiltered(state) && (
          <Button
            variant="link"
            onClick={() => {
              onChange(withoutFilters(state));
              // The button disappears when there is nothing to clear.
              search.current?.focus();
            }}
          >
            Clear<VisuallyHidden> search and filters</VisuallyHidden>
          </Button>
        )}
        <Row gap={2} className={`${styles.end} push`}>
          {tools}
          {hasCsv && (
            <Button
              aria-disabled={csv === undefined}
              onClick={() => {
                if (csv) void saveCsv(csv, (comment) => toCsv(index, state, comment));
              }}
            >
              <Download size={16} aria-hidden="true" /> Download CSV
              <VisuallyHidden> of {caption}</VisuallyHidden>
            </Button>
          )}
        </Row>
      </Row>
      <div id={filtersId} hidden={!open}>
        {open && children}
      </div>
    </>
  );
}

async function saveCsv(csv: TableCsv, toText: (comment: readonly string[]) => string): Promise<void> {
  try {
    downloadCsv(toText(await csv.comment()), csv.title);
  } catch (error) {
    console.warn('A part of the page could not be loaded.', error);
    reportMissingPart();
  }
}
