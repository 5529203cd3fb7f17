import { useMemo, useState } from 'react';
import { Button, Disclosure } from '../../ui/index.ts';
import { axisOf } from '../axes.ts';
import { columnsOf } from '../drawing/bands.ts';
import { ScrolledTable } from '../ScrolledTable.tsx';
import { labelAt, xNames } from '../time.ts';
import type { ChartContent, ChartSeries, Extent } from '../types.ts';
import styles from './DataTable.module.css';
import { columnHeader, dataRows } from './data-table.ts';
import { factLines } from './export-lines.ts';

const pageSize = 100;

/** The content is without what is hidden. */
type DataTableProps = { content: ChartContent; window: Extent };

/** The chart's numbers as a table, for those who cannot see the chart or want exact values. */
export function DataTable(props: DataTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure label="The numbers of this chart as a table" open={open} onToggle={() => setOpen(!open)}>
      {open && <DataTablePage {...props} />}
    </Disclosure>
  );
}

function DataTablePage({ content, window }: DataTableProps) {
  const shown = useMemo(() => columnsOf(content), [content]);
  const [wanted, setPage] = useState(0);
  const rows = useMemo(() => [...dataRows(shown, window)], [shown, window]);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(wanted, pages - 1);
  const first = page * pageSize;
  const last = Math.min(rows.length, first + pageSize);
  return (
    <>
      <ScrolledTable className={styles.numbers} label={`Numbers of ${content.title}`}>
        <table>
          <caption>
            <span>{content.title}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">{xNames[content.time.kind]}</th>
              {shown.map((series) => (
                <th key={series.id} scope="col">
                  {columnHeader(series, content)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(first, last).map(({ x, positions, excluded }) => (
              <tr key={x}>
                <th scope="row">{labelAt(x, content.time)}</th>
                {shown.map((series, index) => (
                  <DataCell
                    key={series.id}
                    content={content}
                    series={series}
                    at={positions[index]}
                    excludedAt={excluded[index]}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrolledTable>
      {factLines(content, undefined).map((line) => (
        <p key={line} className={styles.facts}>
          {line}
        </p>
      ))}
      <div className={styles.pager}>
        <span role="status">
          {rows.length === 0 ? 'No values' : `${first + 1}–${last} of ${rows.length} days`}
        </span>
        <Button aria-disabled={page === 0} onClick={() => setPage(Math.max(0, page - 1))}>
          Earlier
        </Button>
        <Button aria-disabled={page === pages - 1} onClick={() => setPage(Math.min(pages - 1, page + 1))}>
          Later
        </Button>
      </div>
    </>
  );
}

type DataCellProps = {
  content: ChartContent;
  series: ChartSeries;
  /** The positions of the line's value and of the excluded value. */
  at: number | undefined;
  excludedAt: number | undefined;
};

function DataCell({ content, series, at, excludedAt }: DataCellProps) {
  const { excluded } = series;
  const { format = String } = axisOf(content, series.side);
  const isMarked = at !== undefined && series.isMarked?.(at);
  const note = at === undefined ? undefined : series.noteOf?.(at);
  const isEstimated = at !== undefined && series.isEstimated?.(at);
  return (
    <td>
      {at !== undefined && format(series.ys[at] ?? 0)}
      {isMarked && content.mark && <small> {content.mark.label.toLowerCase()}</small>}
      {note !== undefined && note !== '' && <small> {note}</small>}
      {isEstimated && content.estimatedMark && <small> {content.estimatedMark.label.toLowerCase()}</small>}
      {excluded && excludedAt !== undefined && (
        <span className={styles.excluded}>
          {format(excluded.ys[excludedAt] ?? 0)} <small>{excluded.noteOf(excludedAt)}</small>
        </span>
      )}
    </td>
  );
}
