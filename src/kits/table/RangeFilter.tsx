import { useState } from 'react';
import type { ColumnFilter } from '#lib/table/types.ts';
import styles from './FilterPanel.module.css';

type Props = {
  label: string;
  kind: 'numbers' | 'days';
  filter: ColumnFilter | undefined;
  onFilter: (filter: ColumnFilter) => void;
};

/** A filter with two bounds, each of which may be open. */
export function RangeFilter({ label, kind, filter, onFilter }: Props) {
  if (kind === 'numbers') {
    const { from, to } = filter?.kind === kind ? filter : {};
    return (
      <RangePair label={label}>
        <NumberInput
          label={`${label} from`}
          hint="From"
          value={from}
          onValue={(value) => onFilter({ kind, from: value, to })}
        />
        <NumberInput
          label={`${label} to`}
          hint="To"
          value={to}
          onValue={(value) => onFilter({ kind, from, to: value })}
        />
      </RangePair>
    );
  }
  const { from, to } = filter?.kind === kind ? filter : {};
  return (
    <RangePair label={label} wide>
      <DayInput
        label={`${label} from`}
        value={from}
        onValue={(value) => onFilter({ kind, from: value, to })}
      />
      <DayInput label={`${label} to`} value={to} onValue={(value) => onFilter({ kind, from, to: value })} />
    </RangePair>
  );
}

function RangePair({
  label,
  wide = false,
  children,
}: {
  label: string;
  wide?: boolean;
  children: React.ReactNode;
}) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <div className={styles.pair}>{children}</div>
    </div>
  );
}

type InputProps<Value> = {
  label: string;
  value: Value | undefined;
  onValue: (value: Value | undefined) => void;
};

/** Keeps the text as typed, such as `1.` or `-`, as long as it parses to the value. */
function NumberInput({ label, hint, value, onValue }: InputProps<number> & { hint: string }) {
  const [typed, setTyped] = useState('');
  const text = parseNumber(typed) === value ? typed : String(value ?? '');
  return (
    <input
      className={styles.input}
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
      className={styles.input}
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
