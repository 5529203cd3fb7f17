import { ChevronDown } from 'lucide-react';
import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import {
  type Column,
  type ColumnFilter,
  filterKind,
  headerWithUnit,
  offeredColumns,
  type TableState,
} from '#lib/table/columns.ts';
import type { RowIndex } from '#lib/table/rows.ts';
import { withFilter } from '#lib/table/state.ts';
import { type CheckOption, CheckOptions } from '../ui/CheckList.tsx';
import { Button, Grid, lazyPart } from '../ui/index.ts';
import styles from './TableView.module.css';

type Props<Row> = {
  index: RowIndex<Row>;
  state: TableState;
  onChange: (state: TableState) => void;
};

/** One filter for each shown column, and for hidden columns that are filtered. */
export function FilterPanel<Row>({ index, state, onChange }: Props<Row>) {
  const columns = offeredColumns(index.columns).filter(
    ({ id }) => !state.hidden.includes(id) || state.filters[id] !== undefined,
  );
  return (
    <Grid as="fieldset" column="168px" gap={3} data-fill className={`card shrinks ${styles.panel}`}>
      <legend className="visually-hidden">Filters</legend>
      {columns.map((column) => (
        <FilterField
          key={column.id}
          index={index}
          column={column}
          filter={state.filters[column.id]}
          onFilter={(filter) => onChange(withFilter(state, column.id, filter))}
        />
      ))}
    </Grid>
  );
}

type FieldProps<Row> = {
  index: RowIndex<Row>;
  column: Column<Row>;
  filter: ColumnFilter | undefined;
  onFilter: (filter: ColumnFilter | undefined) => void;
};

function FilterField<Row>({ index, column, filter, onFilter }: FieldProps<Row>) {
  const kind = filterKind(column);
  const label = headerWithUnit(column);
  if (kind === undefined) return null;
  if (kind === 'contains') {
    return (
      <ContainsField
        label={label}
        text={filter?.kind === kind ? filter.text : ''}
        onText={(text) => onFilter({ kind, text })}
      />
    );
  }
  if (kind === 'among') {
    const values = filter?.kind === kind ? filter.values : [];
    return (
      <div>
        <span className="block label above-control" aria-hidden="true">
          {label}
        </span>
        <CheckMenu
          className="full-width"
          label={label}
          summary={values.length === 0 ? 'All' : values.map(nameOf).join(', ')}
          options={index.values(column).map(({ value, count }) => ({ value, label: nameOf(value), count }))}
          chosen={values}
          onToggle={(value) => onFilter({ kind, values: toggled(values, value) })}
        />
      </div>
    );
  }
  if (kind === 'numbers') {
    return (
      <RangeFilter
        label={label}
        range={filter?.kind === kind ? filter : {}}
        Input={NumberInput}
        onRange={(range) => onFilter({ kind, ...range })}
      />
    );
  }
  return (
    <RangeFilter
      label={label}
      isWide
      range={filter?.kind === kind ? filter : {}}
      Input={DayInput}
      onRange={(range) => onFilter({ kind, ...range })}
    />
  );
}

type ContainsProps = { label: string; text: string; onText: (text: string) => void };

function ContainsField({ label, text, onText }: ContainsProps) {
  const id = useId();
  return (
    <div>
      <label className="block label above-control" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="control full-width text-sm"
        type="text"
        placeholder="Contains"
        maxLength={200}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}

function nameOf(value: string): string {
  return value === '' ? '(none)' : value;
}

function toggled(values: readonly string[], value: string): readonly string[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

type Range<Value> = { readonly from?: Value | undefined; readonly to?: Value | undefined };

type RangeFilterProps<Value> = {
  label: string;
  isWide?: boolean;
  range: Range<Value>;
  Input: ComponentType<InputProps<Value>>;
  onRange: (range: Range<Value>) => void;
};

/** A filter with two bounds, each of which may be open. */
function RangeFilter<Value>({ label, isWide, range, Input, onRange }: RangeFilterProps<Value>) {
  const { from, to } = range;
  return (
    <div className={isWide ? styles.wide : undefined}>
      <span className="block label above-control" aria-hidden="true">
        {label}
      </span>
      <Grid gap={2} className={styles.pair}>
        <Input
          label={`${label} from`}
          hint="From"
          value={from}
          onValue={(value) => onRange({ from: value, to })}
        />
        <Input label={`${label} to`} hint="To" value={to} onValue={(value) => onRange({ from, to: value })} />
      </Grid>
    </div>
  );
}

type InputProps<Value> = {
  label: string;
  /** Shown while a field for a number is empty. */
  hint: string;
  value: Value | undefined;
  onValue: (value: Value | undefined) => void;
};

/** Keeps the text as typed, such as `1.` or `-`, as long as it parses to the value. */
function NumberInput({ label, hint, value, onValue }: InputProps<number>) {
  const [typed, setTyped] = useState('');
  const text = parseNumber(typed) === value ? typed : String(value ?? '');
  return (
    <input
      className="control full-width text-sm"
      type="text"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={text.trim() !== '' && parseNumber(text) === undefined}
      placeholder={hint}
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onValue(parseNumber(event.target.value));
      }}
    />
  );
}

function DayInput({ label, value, onValue }: InputProps<string>) {
  return (
    <input
      className="control full-width text-sm"
      type="date"
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onValue(event.target.value || undefined)}
    />
  );
}

function parseNumber(text: string): number | undefined {
  const value = Number(text.replaceAll(',', ''));
  return text.trim() !== '' && Number.isFinite(value) ? value : undefined;
}

const PopoverPanel = lazyPart(() =>
  import('../ui/overlay/PopoverPanel.tsx').then((module) => module.PopoverPanel),
);

type CheckMenuProps = {
  label: string;
  icon?: ReactNode;
  /** Shown on the button instead of the label, which remains in its accessible name. */
  summary?: string;
  options: readonly CheckOption[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
  className?: string | undefined;
};

/** A button with a list of options to check. */
export function CheckMenu({ label, icon, summary, options, chosen, onToggle, className }: CheckMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={button}
        className={className ?? ''}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={summary === undefined ? undefined : `${label}: ${summary}`}
        onPointerEnter={() => PopoverPanel.preload()}
        onFocus={() => PopoverPanel.preload()}
        onClick={() => setOpen(!open)}
      >
        {icon}
        <span className="ellipsis grow text-start">{summary ?? label}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      {open && (
        <PopoverPanel label={label} anchor={button} onClose={() => setOpen(false)}>
          <CheckOptions label={label} options={options} chosen={chosen} onToggle={onToggle} searchFrom={20} />
        </PopoverPanel>
      )}
    </>
  );
}
