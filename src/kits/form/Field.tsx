import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';
import { describedBy, FieldFrame, type FieldNotes } from './FieldFrame.tsx';

export type Choice<V extends string> = { readonly value: V; readonly label: string };

export type SelectFieldProps<V extends string> = FieldNotes & {
  label: ReactNode;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
  disabled?: boolean;
};

/** One of a few: the browser's own select, which phones show in their own way. */
export function SelectField<V extends string>(props: SelectFieldProps<V>) {
  const { label, value, choices, onChange, disabled, ...notes } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} {...notes}>
      <select
        id={id}
        className={styles.select}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        {...describedBy(id, notes)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

export type TextFieldProps = FieldNotes & {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
};

export function TextField({ label, value, onChange, maxLength, ...notes }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} {...notes}>
      <input
        id={id}
        className={styles.text}
        type="text"
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
        {...describedBy(id, notes)}
      />
    </FieldFrame>
  );
}
