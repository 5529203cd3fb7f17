import { memo, useId } from 'react';
import { monthColumns, readCell } from '#domain/production-month/cells.ts';
import type { CellFault, MonthRow } from '#domain/production-month/grid.ts';
import { formatUsDate } from '#lib/calendar.ts';
import styles from './MonthGrid.module.css';
import { formatDayHead } from './month-labels.ts';

type Props = {
  row: MonthRow;
  index: number;
  /** The state of the day, beneath its date. */
  note: string | undefined;
  faults: readonly CellFault[];
  /** The selected columns as `from-to`; empty if none is. Text, because it is compared on every change. */
  selected: string;
  onEdit: (row: number, column: number, text: string) => void;
};

/** A day of the grid: its date and a text field for each column. */
export const MonthRowCells = memo(function MonthRowCells(props: Props) {
  const { row, index, note, faults, selected, onEdit } = props;
  const id = useId();
  const [from = -1, to = -1] = selected === '' ? [] : selected.split('-').map(Number);
  const date = formatUsDate(row.day);
  return (
    <tr data-lock={row.lock}>
      <th scope="row">
        <span className={styles.day}>
          {formatDayHead(row.day)} {note !== undefined && <small>{note}</small>}
        </span>
      </th>
      {monthColumns.map(({ name, label }, column) => {
        const fault = faults.find((each) => each.column === column)?.fault;
        const shared = {
          'data-cell': `${index}:${column}`,
          'aria-label': `${label}, ${date}`,
          'aria-invalid': fault === undefined ? undefined : true,
          'aria-describedby': fault === undefined ? undefined : `${id}-${column}`,
          readOnly: row.lock !== undefined,
          tabIndex: row.lock === 'future' ? -1 : 0,
          value: row.cells[name],
          onBlur: () => {
            const text = row.cells[name];
            const clean = settleText(name, text);
            if (clean !== text) onEdit(index, column, clean);
          },
        };
        return (
          <td
            key={name}
            data-column={name}
            data-selected={column >= from && column <= to ? '' : undefined}
            data-number={name === 'hours_pumped' || name === 'meter_reading' ? '' : undefined}
          >
            {name === 'remarks' ? (
              <textarea
                {...shared}
                rows={1}
                onChange={(event) => onEdit(index, column, event.target.value)}
              />
            ) : (
              <input
                {...shared}
                type="text"
                autoComplete="off"
                inputMode={name === 'hours_pumped' || name === 'meter_reading' ? 'decimal' : undefined}
                enterKeyHint="next"
                onChange={(event) => onEdit(index, column, event.target.value)}
              />
            )}
            {fault !== undefined && (
              <span className={styles.fault} id={`${id}-${column}`}>
                {fault}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
});

/** Completes what was typed when the cell is left: a method by its first letters, a time as HH:MM. */
function settleText(column: (typeof monthColumns)[number]['name'], text: string): string {
  const trimmed = text.trim();
  if (column !== 'method' && column !== 'reading_time') return trimmed;
  const reading = readCell(column, trimmed);
  return 'value' in reading && reading.value !== null ? String(reading.value) : trimmed;
}
