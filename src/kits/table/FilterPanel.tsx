import { useId } from 'react';
import { filterKind, headerWithUnit, offeredColumns } from '#lib/table/columns.ts';
import type { RowIndex } from '#lib/table/row-index.ts';
import { withFilter } from '#lib/table/state.ts';
import type { Column, ColumnFilter, TableState } from '#lib/table/types.ts';
import { CheckMenu } from './CheckMenu.tsx';
import styles from './FilterPanel.module.css';
import { RangeFilter } from './RangeFilter.tsx';

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
    <fieldset className={styles.panel}>
      <legend className={styles.legend}>Filters</legend>
      {columns.map((column) => (
        <FilterField
          key={column.id}
          index={index}
          column={column}
          filter={state.filters[column.id]}
          onFilter={(filter) => onChange(withFilter(state, column.id, filter))}
        />
      ))}
    </fieldset>
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
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
        <CheckMenu
          className={styles.choice}
          label={label}
          summary={values.length === 0 ? 'All' : values.map(nameOf).join(', ')}
          options={index.values(column).map(({ value, count }) => ({ value, label: nameOf(value), count }))}
          chosen={values}
          onToggle={(value) => onFilter({ kind, values: toggled(values, value) })}
        />
      </div>
    );
  }
  return <RangeFilter label={label} kind={kind} filter={filter} onFilter={onFilter} />;
}

type ContainsProps = { label: string; text: string; onText: (text: string) => void };

function ContainsField({ label, text, onText }: ContainsProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles.input}
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
