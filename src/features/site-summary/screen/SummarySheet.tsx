import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { delivererOf } from '#domain/deliverer.ts';
import { $isPrinting } from '#kits/html/print-page.ts';
import type { Column, TableState } from '#kits/table/index.ts';
import { Sheet } from '#kits/ui/print/Sheet.tsx';
import { formatUsDate } from '#lib/calendar.ts';
import { countOf } from '#lib/count-text.ts';
import { formatValue } from '#lib/format-number.ts';
import { formatCell } from '#lib/table/columns.ts';
import { indexRows, selectRows } from '#lib/table/rows.ts';
import type { SiteRow } from '../files.ts';
import styles from './SiteSummaryScreen.module.css';

type SummarySheetProps<Row extends SiteRow> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  table: TableState;
  isLoading: boolean;
};

/** So many rows are on one sheet with the source: browsers do not keep what follows a table beside its rows. */
const lastCount = 3;

/** The rows of the table on paper, filtered and sorted as on the screen, with the columns that say what a record is and holds now. */
export function SummarySheet<Row extends SiteRow>({
  rows,
  columns,
  table,
  isLoading,
}: SummarySheetProps<Row>) {
  const isPrinting = useStore($isPrinting);
  const shown = useMemo(() => {
    if (!isPrinting) return [];
    return selectRows(indexRows(rows, columns), table).flatMap((at) => rows[at] ?? []);
  }, [isPrinting, rows, columns, table]);
  const standing = columns.find(({ id }) => id === 'class');
  const toPaperRow = (row: Row) => (
    <tr key={`${row.loc_ndx} ${row.parameter_ndx}`}>
      <th scope="row">{row.loc_name}</th>
      <td>{row.parameter_name}</td>
      <td className="strong text-end nowrap">
        {row.latest ? `${formatValue(row.latest.value)} ${row.units_name}` : ''}
      </td>
      <td className="nowrap">
        {row.latest && formatUsDate(row.latest.rdate)}
        {row.reporting === 'late' && <span className="warning"> late</span>}
      </td>
      <td>{standing && (standing.shown?.(row)?.text ?? formatCell(standing, row))}</td>
      <td className="nowrap">{describeYears(row)}</td>
    </tr>
  );
  const late = shown.filter(({ reporting }) => reporting === 'late').length;
  const records = countOf(shown.length, 'record');
  const isWhole = shown.length === rows.length;
  return (
    <Sheet
      kind="table"
      status={isLoading ? 'loading' : 'ready'}
      title={`${isWhole ? records : `${records} of ${rows.length}`}, ${late} late`}
      facts={{
        source: [
          ...new Set(shown.map(({ data_provider: provider, source }) => delivererOf({ provider, source }))),
        ]
          .toSorted()
          .join(', '),
      }}
    >
      {(foot) => (
        <table className={`only-print full-width paper-table ${styles.paper}`}>
          <thead>
            <tr>
              <th scope="col">Location</th>
              <th scope="col">Parameter</th>
              <th scope="col" className="text-end">
                Latest
              </th>
              <th scope="col">Date</th>
              <th scope="col">Standing for the date</th>
              <th scope="col">Record</th>
            </tr>
          </thead>
          <tbody>{shown.slice(0, -lastCount).map(toPaperRow)}</tbody>
          <tbody>
            {shown.slice(-lastCount).map(toPaperRow)}
            <tr>
              <td colSpan={6}>{foot}</td>
            </tr>
          </tbody>
        </table>
      )}
    </Sheet>
  );
}

/** `1911–2026`; empty without values. */
function describeYears({ por_start, por_end }: SiteRow): string {
  const years = [por_start, por_end].flatMap((day) => day?.slice(0, 4) ?? []);
  return [...new Set(years)].join('–');
}
