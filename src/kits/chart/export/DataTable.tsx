import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { formatShortDate, parseDay } from '#lib/calendar.ts';
import type { CsvCell } from '#lib/csv.ts';
import { formatMeasurement } from '#lib/format-number.ts';
import { Button, Row } from '../../ui/index.ts';
import { axisOf, formatValue, labelAt, xNames } from '../axes.ts';
import styles from '../Chart.module.css';
import { timeExtent } from '../drawing/bars.ts';
import { columnsOf } from '../drawing/lines.ts';
import { xsWithin } from '../reading/bisect.ts';
import { valueOn } from '../reading/read-out.ts';
import { dashOf } from '../theme.ts';
import type { AnyContent, ChartContent, ChartSeries, Extent, PointContent } from '../types.ts';
import { columnHeader, factLines, summarize } from './data-table.ts';

type NumbersProps = {
  content: AnyContent;
  /** Of the columns. */
  names: readonly string[];
  /** What stands in a header instead of its name; the first column has only a name. */
  head?: (column: number, name: string) => ReactNode;
  /** The bodies of the table. */
  children: ReactNode;
};

/** A table of numbers that scrolls in itself, and what they are. */
function Numbers({ content, names, head, children }: NumbersProps) {
  return (
    <>
      <section
        className={`outlined scroll-table ${styles.numbers}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={`Numbers of ${content.title}`}
      >
        <table>
          <caption>
            <span>{content.title}</span>
          </caption>
          <thead>
            <tr>
              {names.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal, and columns stay
                <th key={at} scope="col">
                  {(at > 0 && head?.(at - 1, name)) || name}
                </th>
              ))}
            </tr>
          </thead>
          {children}
        </table>
      </section>
      {factLines(content, undefined).map((line) => (
        <p key={line} className="quiet-xs">
          {line}
        </p>
      ))}
    </>
  );
}

const pageSize = 100;

type DataTableProps = {
  /** With what is hidden. */
  content: ChartContent;
  /** Default: everything. */
  window?: Extent;
  hidden?: readonly string[];
  /** Hides or shows a line or a band. Absent where the page has no chart beside the table. */
  onToggle?: (id: string) => void;
};

/** The chart's numbers: what each series comes to in the window that is shown, and then day by day. */
export function DataTable({ content, window: chosen, hidden = [], onToggle }: DataTableProps) {
  const all = useMemo(() => columnsOf(content), [content]);
  // The drawing has precedence while the window moves.
  const settled = useDeferredValue(chosen);
  const window = useMemo(() => settled ?? timeExtent(all), [settled, all]);
  const [wanted, setPage] = useState(0);
  const rows = useMemo(() => xsWithin(all, window), [all, window]);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(wanted, pages - 1);
  const first = page * pageSize;
  const last = Math.min(rows.length, first + pageSize);
  return (
    <div>
      <Numbers
        content={content}
        names={[xNames[content.time.kind], ...all.map((series) => columnHeader(series, content))]}
        head={(column, name) => {
          const series = all[column];
          const id = series?.of ?? series?.id;
          if (!onToggle || !series || id === undefined) return undefined;
          const isShown = !hidden.includes(id);
          return (
            <button
              type="button"
              className={`inline-row ${styles.toggle}`}
              data-gap={2}
              aria-pressed={isShown}
              title={isShown ? 'Hide in the chart' : 'Show in the chart'}
              onClick={() => onToggle(id)}
            >
              <Swatch series={series} />
              {name}
            </button>
          );
        }}
      >
        <SummaryRows content={content} columns={all} window={window} />
        <tbody>
          {rows.slice(first, last).map((x) => (
            <tr key={x}>
              <th scope="row">{labelAt(x, content.time)}</th>
              {all.map((series) => (
                <DataCell key={series.id} content={content} series={series} x={x} />
              ))}
            </tr>
          ))}
        </tbody>
      </Numbers>
      <Row gap={2} className="text-sm apart">
        <span role="status">
          {rows.length === 0 ? 'No values' : `${first + 1}–${last} of ${rows.length} days`}
        </span>
        <Button aria-disabled={page === 0} onClick={() => setPage(Math.max(0, page - 1))}>
          Earlier
        </Button>
        <Button aria-disabled={page === pages - 1} onClick={() => setPage(Math.min(pages - 1, page + 1))}>
          Later
        </Button>
      </Row>
    </div>
  );
}

/** The numbers behind points, for those who cannot see the chart or want exact values. */
export function PointTable({ content }: { content: PointContent }) {
  const { header, rows } = content.table;
  return (
    <div>
      <Numbers content={content} names={header}>
        <tbody>
          {rows.map(([first = '', ...cells]) => (
            <tr key={String(first)}>
              <th scope="row">{first}</th>
              {cells.map((cell, at) => (
                <td key={header[at + 1]}>{formatCell(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Numbers>
    </div>
  );
}

/** Days of a file are `2026-04-01`; the portal shows them as it shows all days. */
function formatCell(cell: CsvCell): string {
  if (typeof cell === 'number') return formatMeasurement(cell);
  return cell !== null && parseDay(cell) !== undefined ? formatShortDate(cell) : (cell ?? '');
}

/** The color and the dashes of a line. */
function Swatch({ series }: { series: ChartSeries }) {
  return (
    <svg width="20" height="10" aria-hidden="true">
      <line
        x2="20"
        y1="5"
        y2="5"
        stroke={series.color}
        strokeWidth={series.shape === 'bars' ? 8 : 2.5}
        strokeDasharray={dashOf(series).join(' ') || undefined}
      />
    </svg>
  );
}

type SummaryRowsProps = { content: ChartContent; columns: readonly ChartSeries[]; window: Extent };

const summaryNames = {
  last: 'Last value',
  min: 'Minimum',
  max: 'Maximum',
  mean: 'Mean',
  count: 'Count',
} as const;

/** The last value, the extremes and the mean of each series in the window. */
function SummaryRows({ content, columns, window }: SummaryRowsProps) {
  const summaries = useMemo(() => columns.map((each) => summarize(each, window)), [columns, window]);
  return (
    <tbody className={styles.summary}>
      {(Object.keys(summaryNames) as (keyof typeof summaryNames)[]).map((name) => (
        <tr key={name}>
          <th scope="row">{summaryNames[name]}</th>
          {columns.map(({ id, side }, index) => {
            const value = summaries[index]?.[name];
            const axis = axisOf(content, side);
            return (
              <td key={id}>
                {value !== undefined &&
                  (name === 'count' ? value.toLocaleString('en-US') : formatValue(axis, value))}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}

type DataCellProps = { content: ChartContent; series: ChartSeries; x: number };

function DataCell({ content, series, x }: DataCellProps) {
  const { format = String } = axisOf(content, series.side);
  const found = valueOn(content, series, x);
  if (!found) return <td />;
  return (
    <td className={found.isExcluded ? styles.excluded : undefined}>
      {format(found.value)}
      {found.remarks.map((remark) => (
        <small key={remark}> {remark}</small>
      ))}
    </td>
  );
}
