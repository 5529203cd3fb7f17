import { useStore } from '@nanostores/react';
import { type KeyboardEvent, memo, useCallback, useId, useMemo, useRef } from 'react';
import { Row } from '#kits/ui/index.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { type MonthColumn, monthColumns, readCell } from '../rules/cells.ts';
import { type CellFault, type MonthRow, sumMonth } from '../rules/grid.ts';
import styles from './MonthEntry.module.css';
import { describeDay, describeTotals, formatDayHead, formatTotal, type MonthState } from './month-rows.ts';
import type { MonthScreen } from './month-screen.ts';

type Props = {
  screen: MonthScreen;
  state: Extract<MonthState, { status: 'ready' }>;
  /** The column that narrow screens show. */
  narrowColumn: MonthColumn;
  /** Names the grid: well and month. */
  label: string;
};

const noFaults: readonly CellFault[] = [];

/** The days of a month, a row each, with a field for each column. Enter goes to the field below. */
export function MonthGrid({ screen, state, narrowColumn, label }: Props) {
  const grid = useStore(screen.$grid);
  const changed = useStore(screen.$changed);
  const faults = useFaultsByRow(screen);
  const table = useRef<HTMLTableElement>(null);
  const totals = sumMonth(grid);

  const edit = useCallback(
    (row: number, column: MonthColumn, text: string) => screen.edit([{ row, cells: { [column]: text } }]),
    [screen],
  );

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    const { target, key, shiftKey } = event;
    if (key !== 'Enter' || !(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
    const [row = 0, column = 0] = (target.dataset.cell ?? '').split(':').map(Number);
    const next = table.current?.querySelector<HTMLInputElement>(
      `[data-cell="${row + (shiftKey ? -1 : 1)}:${column}"]`,
    );
    event.preventDefault();
    next?.focus();
    next?.select();
  }

  return (
    <table
      ref={table}
      className={`full-width text-sm ${styles.grid} surface`}
      data-narrow-column={narrowColumn}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          <th scope="col">Date</th>
          {monthColumns.map((column) => (
            <th key={column.name} scope="col" data-column={column.name}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grid.map((row, index) => (
          <MonthRowCells
            key={row.day}
            row={row}
            index={index}
            note={describeDay(row, state.month.days[index], changed.includes(index))}
            faults={faults.get(index) ?? noFaults}
            onEdit={edit}
          />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td data-column="hours_pumped">{formatTotal(totals.hours)}</td>
          <td data-column="meter_reading">
            {totals.meter === undefined ? '' : `${totals.meter < 0 ? '' : '+'}${formatTotal(totals.meter)}`}
          </td>
          <td data-column="reading_time" />
          <td data-column="method" />
          <td data-column="remarks">{describeTotals(totals)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The faults of the cells by row, those that the server has found included. */
function useFaultsByRow(screen: MonthScreen): ReadonlyMap<number, readonly CellFault[]> {
  const grid = useStore(screen.$grid);
  const faults = useStore(screen.$faults);
  const serverFaults = useStore(screen.$serverFaults);
  return useMemo(() => {
    const found = serverFaults.map(
      ({ day, column, message }): CellFault => ({
        row: grid.findIndex((row) => row.day === day),
        column: Math.max(
          0,
          monthColumns.findIndex(({ name }) => name === column),
        ),
        fault: message,
      }),
    );
    return Map.groupBy([...faults, ...found], ({ row }) => row);
  }, [grid, faults, serverFaults]);
}

type RowProps = {
  row: MonthRow;
  index: number;
  /** The state of the day, beneath its date. */
  note: string | undefined;
  faults: readonly CellFault[];
  onEdit: (row: number, column: MonthColumn, text: string) => void;
};

/** A day of the grid: its date and a text field for each column. */
const MonthRowCells = memo(function MonthRowCells(props: RowProps) {
  const { row, index, note, faults, onEdit } = props;
  const id = useId();
  const date = formatUsDate(row.day);
  return (
    <tr data-lock={row.lock}>
      <th scope="row">
        <Row as="span" gap="0 2" data-baseline data-spread>
          {formatDayHead(row.day)} {note !== undefined && <small className="quiet-xs regular">{note}</small>}
        </Row>
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
            if (clean !== text) onEdit(index, name, clean);
          },
        };
        return (
          <td
            key={name}
            data-column={name}
            data-number={name === 'hours_pumped' || name === 'meter_reading' ? '' : undefined}
          >
            {name === 'remarks' ? (
              <textarea {...shared} rows={1} onChange={(event) => onEdit(index, name, event.target.value)} />
            ) : (
              <input
                {...shared}
                type="text"
                autoComplete="off"
                inputMode={name === 'hours_pumped' || name === 'meter_reading' ? 'decimal' : undefined}
                enterKeyHint="next"
                onChange={(event) => onEdit(index, name, event.target.value)}
              />
            )}
            {fault !== undefined && (
              <span
                className={`anywhere block danger text-start text-xs ${styles.fault}`}
                id={`${id}-${column}`}
              >
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
function settleText(column: MonthColumn, text: string): string {
  const trimmed = text.trim();
  if (column !== 'method' && column !== 'reading_time') return trimmed;
  const reading = readCell(column, trimmed);
  return 'value' in reading && reading.value !== null ? String(reading.value) : trimmed;
}
