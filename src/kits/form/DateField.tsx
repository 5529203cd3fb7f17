import { useEffect, useId, useRef } from 'react';
import { earliestDay, isPlausibleDay, latestDay } from '#lib/calendar.ts';
import styles from './Field.module.css';
import { ariaProps, FieldFrame, type FieldNotes } from './FieldFrame.tsx';

type DateFieldProps = FieldNotes & {
  label: string;
  /** `YYYY-MM-DD`; undefined if empty. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  disabled?: boolean;
};

/** A native date field. An incomplete day changes nothing until it is complete. */
export function DateField({ label, value, onChange, disabled, ...notes }: DateFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // The browser keeps the typed parts of an incomplete day; setting the value would lose them.
  useEffect(() => {
    const input = field.current;
    const isHalfTyped = input?.validity.badInput === true && value === undefined;
    if (input && !isHalfTyped && input.value !== (value ?? '')) input.value = value ?? '';
  }, [value]);
  return (
    <FieldFrame id={id} label={label} {...notes}>
      <input
        ref={field}
        id={id}
        className={`control ${styles.text}`}
        type="date"
        min={earliestDay}
        max={latestDay}
        defaultValue={value ?? ''}
        disabled={disabled}
        onChange={({ target }) => {
          // While 2020 is typed, the year is 0002 and 0020.
          if (target.value === '' || isPlausibleDay(target.value)) onChange(target.value || undefined);
        }}
        // An incomplete year is replaced by the last complete day.
        onBlur={({ target }) => {
          if (target.value !== '' && !isPlausibleDay(target.value)) target.value = value ?? '';
        }}
        {...ariaProps(id, notes)}
      />
    </FieldFrame>
  );
}
