import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

export type Choice<V extends string> = { readonly value: V; readonly label: string };

export type SelectFieldProps<V extends string> = {
  label: ReactNode;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
};

/** One of a few: the browser's own select, which phones show in their own way. */
export function SelectField<V extends string>({ label, value, choices, onChange }: SelectFieldProps<V>) {
  const id = useId();
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.select}
        value={value}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}

export type TextFieldProps = {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
};

export function TextField({ label, value, onChange, maxLength }: TextFieldProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles.text}
        type="text"
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
