import { useStore } from '@nanostores/react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type MonthColumn, monthColumns, readCell } from '#domain/production-month/cells.ts';
import { type CellRange, copyCells, normalizeRange } from '#domain/production-month/clipboard.ts';
import {
  type CellFault,
  type CellPlace,
  columnAt,
  type MonthRow,
  sumMonth,
} from '#domain/production-month/grid.ts';
import { Row } from '#kits/ui/index.ts';
import { formatUsDate } from '#lib/calendar.ts';
import { findKeyAction, type KeyAction } from './grid-keys.ts';
import styles from './MonthEntry.module.css';
import {
  describeDay,
  describePaste,
  describeTotals,
  formatDayHead,
  formatTotal,
  type MonthState,
} from './month-rows.ts';
import type { MonthScreen } from './month-screen.ts';

type Props = {
  screen: MonthScreen;
  state: Extract<MonthState, { status: 'ready' }>;
  /** The column that narrow screens show. */
  narrowColumn: MonthColumn;
  /** Names the grid: well and month. */
  label: string;
  onMessage: (message: string) => void;
  /** Called by Escape in a cell that has nothing to revert. */
  onLeave: () => void;
};

const lastColumn = monthColumns.length - 1;
const noFaults: readonly CellFault[] = [];

/** The days of a month, typed into as in a spreadsheet. */
export function MonthGrid({ screen, state, narrowColumn, label, onMessage, onLeave }: Props) {
  const grid = useStore(screen.$grid);
  const changed = useStore(screen.$changed);
  const faults = useFaultsByRow(screen);
  const table = useRef<HTMLTableElement>(null);
  const [range, setRange] = useState<CellRange | undefined>(undefined);
  const focused = useRef({ text: '', isEditing: false, isMarked: false });
  const totals = sumMonth(grid);

  const edit = useCallback(
    (row: number, column: number, text: string) => {
      // A visit of a cell is one step of Undo.
      if (!focused.current.isMarked) screen.markUndo();
      focused.current.isMarked = true;
      screen.edit([{ row, cells: { [columnAt(column)]: text } }]);
    },
    [screen],
  );

  function focusCell({ row, column }: CellPlace): void {
    const place = `${clamp(row, grid.length - 1)}:${clamp(column, lastColumn)}`;
    table.current?.querySelector<HTMLElement>(`[data-cell="${place}"]`)?.focus();
  }

  function run(action: KeyAction, place: CellPlace, field: HTMLInputElement | HTMLTextAreaElement): void {
    const start = range ?? { from: place, to: place };
    switch (action.do) {
      case 'move': {
        const from = action.extend ? start.to : place;
        const to = {
          row: clamp(from.row + action.rows, grid.length - 1),
          column: clamp(from.column + action.columns, lastColumn),
        };
        if (action.extend) setRange({ from: start.from, to });
        else focusCell(to);
        break;
      }
      case 'jump':
        focusCell({
          row: action.to === 'grid-start' ? 0 : action.to === 'grid-end' ? grid.length - 1 : place.row,
          column: action.to.endsWith('start') ? 0 : lastColumn,
        });
        break;
      case 'edit':
        focused.current.isEditing = true;
        field.setSelectionRange(field.value.length, field.value.length);
        break;
      case 'revert': {
        focused.current.isEditing = false;
        if (isWide(range)) setRange({ from: place, to: place });
        else if (field.value === focused.current.text) onLeave();
        else {
          edit(place.row, place.column, focused.current.text);
          requestAnimationFrame(() => field.select());
        }
        break;
      }
      case 'clear': {
        screen.markUndo();
        const { from, to } = normalizeRange(start);
        const names = monthColumns.slice(from.column, to.column + 1).map(({ name }) => [name, '']);
        const rows = Array.from({ length: to.row - from.row + 1 }, (_, index) => from.row + index);
        screen.edit(rows.map((row) => ({ row, cells: Object.fromEntries(names) })));
        break;
      }
      case 'select-all':
        setRange({ from: { row: 0, column: 0 }, to: { row: grid.length - 1, column: lastColumn } });
        break;
      case 'undo':
        focused.current.isMarked = false;
        screen.undo();
        break;
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    const found = findCell(event.target);
    if (!found || event.nativeEvent.isComposing) return;
    const mode = { isEditing: focused.current.isEditing, isRange: isWide(range) };
    const action = findKeyAction(event, mode);
    if (!action) return;
    event.preventDefault();
    run(action, found.place, found.field);
  }

  function onMouseDown(event: MouseEvent<HTMLTableElement>): void {
    const found = findCell(event.target);
    if (!found) return;
    if (event.shiftKey && range) {
      event.preventDefault();
      setRange({ from: range.from, to: found.place });
    } else if (document.activeElement === found.field) {
      // The second click places the caret.
      focused.current.isEditing = true;
      setRange({ from: found.place, to: found.place });
    }
  }

  function onCopy(event: ClipboardEvent<HTMLTableElement>): void {
    if (!isWide(range)) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copyCells(grid, range));
    if (event.type === 'cut') run({ do: 'clear' }, range.from, event.target as HTMLInputElement);
  }

  function onPaste(event: ClipboardEvent<HTMLTableElement>): void {
    const found = findCell(event.target);
    const text = event.clipboardData.getData('text/plain');
    // One cell is pasted into the text by the browser; several lines of remarks, too, while they are edited.
    if (!found || (!/[\t\r\n]/.test(text) && !isWide(range)) || focused.current.isEditing) return;
    event.preventDefault();
    const at = isWide(range) ? normalizeRange(range).from : found.place;
    onMessage(describePaste(screen.paste(text, at)));
    focused.current.text = found.field.value;
  }

  return (
    <table
      ref={table}
      className={`full-width text-sm ${styles.grid} surface`}
      data-narrow-column={narrowColumn}
      aria-label={label}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      onCopy={onCopy}
      onCut={onCopy}
      onPaste={onPaste}
      onFocus={({ target }) => {
        const found = findCell(target);
        if (!found) return;
        focused.current = { text: found.field.value, isEditing: false, isMarked: false };
        setRange({ from: found.place, to: found.place });
        found.field.select();
      }}
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
            selected={selectedColumns(range, index)}
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

function findCell(target: EventTarget) {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const [row, column] = isField ? (target.dataset.cell ?? '').split(':').map(Number) : [];
  return isField && row !== undefined && column !== undefined
    ? { field: target, place: { row, column } }
    : undefined;
}

function isWide(range: CellRange | undefined): range is CellRange {
  return range !== undefined && (range.from.row !== range.to.row || range.from.column !== range.to.column);
}

function selectedColumns(range: CellRange | undefined, row: number): string {
  if (!isWide(range)) return '';
  const { from, to } = normalizeRange(range);
  return row >= from.row && row <= to.row ? `${from.column}-${to.column}` : '';
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}

type RowProps = {
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
const MonthRowCells = memo(function MonthRowCells(props: RowProps) {
  const { row, index, note, faults, selected, onEdit } = props;
  const id = useId();
  const [from = -1, to = -1] = selected === '' ? [] : selected.split('-').map(Number);
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
function settleText(column: (typeof monthColumns)[number]['name'], text: string): string {
  const trimmed = text.trim();
  if (column !== 'method' && column !== 'reading_time') return trimmed;
  const reading = readCell(column, trimmed);
  return 'value' in reading && reading.value !== null ? String(reading.value) : trimmed;
}
