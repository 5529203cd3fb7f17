import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, useDeferredValue, useMemo } from 'react';
import { Disclosure } from '../../ui/index.ts';
import { axisOf } from '../axes.ts';
import { columnHeader } from '../export/data-table.ts';
import { formatWithUnit } from '../format.ts';
import { ScrolledTable } from '../ScrolledTable.tsx';
import { labelAt } from '../time.ts';
import type { ChartContent, Extent, LegendColumn, LegendSort } from '../types.ts';
import { LineSample } from './LegendSamples.tsx';
import styles from './LegendTable.module.css';
import { nextSort, type SeriesSummary, sortSummaries, summarize } from './summary.ts';

const columns: readonly (readonly [column: LegendColumn, header: string])[] = [
  ['label', 'Series'],
  ['last', 'Last value'],
  ['date', 'Last date'],
  ['min', 'Minimum'],
  ['max', 'Maximum'],
  ['mean', 'Mean'],
  ['count', 'Count'],
];

type LegendTableProps = {
  /** With what is hidden. */
  content: ChartContent;
  window: Extent;
  hidden: readonly string[];
  onToggle: (id: string) => void;
  /** Undefined while the table is closed. */
  sort: LegendSort | undefined;
  onSort: (sort: LegendSort | undefined) => void;
};

/** A table on demand of what each series comes to in the window that is shown. Each can be hidden. */
export const LegendTable = memo(function LegendTable(props: LegendTableProps) {
  const { sort, onSort } = props;
  return (
    <div>
      <Disclosure
        label="Legend table"
        open={sort !== undefined}
        onToggle={() => onSort(sort === undefined ? 'none' : undefined)}
      >
        {sort !== undefined && <SummaryTable {...props} sort={sort} />}
      </Disclosure>
    </div>
  );
});

type SummaryTableProps = LegendTableProps & { sort: LegendSort };

function SummaryTable({ content, window, hidden, onToggle, sort, onSort }: SummaryTableProps) {
  // The drawing has precedence while the window moves.
  const settled = useDeferredValue(window);
  const all = useMemo(() => content.series.map((each) => summarize(each, settled)), [content, settled]);
  const rows = useMemo(() => sortSummaries(all, sort), [all, sort]);
  return (
    <ScrolledTable className={styles.scroll} label={`Legend table of ${content.title}`}>
      <table>
        <caption>Values in the shown period</caption>
        <thead>
          <tr>
            {columns.map(([column, header]) => (
              <SortHeader key={column} column={column} header={header} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <SummaryRow
              key={row.series.id}
              row={row}
              content={content}
              isHidden={hidden.includes(row.series.id)}
              onToggle={onToggle}
            />
          ))}
        </tbody>
      </table>
    </ScrolledTable>
  );
}

type SortHeaderProps = {
  column: LegendColumn;
  header: string;
  sort: LegendSort;
  onSort: (sort: LegendSort) => void;
};

function SortHeader({ column, header, sort, onSort }: SortHeaderProps) {
  const own = sort !== 'none' && sort.by === column ? sort : undefined;
  const Arrow = own?.descending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={own ? (own.descending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" onClick={() => onSort(nextSort(sort, column))}>
        {header}
        <Arrow size={14} aria-hidden="true" data-sorted={own !== undefined} />
      </button>
    </th>
  );
}

type SummaryRowProps = {
  row: SeriesSummary;
  content: ChartContent;
  isHidden: boolean;
  onToggle: (id: string) => void;
};

const SummaryRow = memo(function SummaryRow({ row, content, isHidden, onToggle }: SummaryRowProps) {
  const { series, last, min, max, mean, count } = row;
  const { format } = axisOf(content, series.side);
  const textOf = (value: number | undefined) =>
    value === undefined ? '' : formatWithUnit({ unit: '', ...(format && { format }) }, value);
  return (
    <tr data-series={series.id} data-hidden={isHidden || undefined}>
      <th scope="row">
        <button
          type="button"
          aria-pressed={!isHidden}
          title={isHidden ? 'Show this line' : 'Hide this line'}
          onClick={() => onToggle(series.id)}
        >
          <LineSample series={series} />
          {columnHeader(series, content)}
        </button>
      </th>
      <td>{textOf(last?.value)}</td>
      <td>{last ? labelAt(last.x, content.time) : 'no value'}</td>
      <td>{textOf(min)}</td>
      <td>{textOf(max)}</td>
      <td>{textOf(mean)}</td>
      <td>{count.toLocaleString('en-US')}</td>
    </tr>
  );
});
