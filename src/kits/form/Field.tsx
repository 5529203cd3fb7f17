import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';
import { ariaProps, FieldFrame, type FieldNotes } from './FieldFrame.tsx';

type Choice<V extends string> = { readonly value: V; readonly label: string };

type SelectFieldProps<V extends string> = FieldNotes & {
  label: ReactNode;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
  disabled?: boolean;
};

/** A native select, which phones show in their own style. */
export function SelectField<V extends string>(props: SelectFieldProps<V>) {
  const { label, value, choices, onChange, disabled, ...notes } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} {...notes}>
      <select
        id={id}
        className={`control text-sm ${styles.select}`}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        {...ariaProps(id, notes)}
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

type TextFieldProps = FieldNotes & {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number | undefined;
  /** `number`: a text field with a number pad; the caller validates the text. */
  type?: 'text' | 'email' | 'url' | 'number' | 'time' | 'datetime-local';
  /** Shown after the field, such as a unit. */
  unit?: string | undefined;
  disabled?: boolean;
};

const inputTypes = { number: 'text', url: 'text', email: 'text' } as const;
const inputModes = { number: 'decimal', url: 'url', email: 'email' } as const;

/** A text field of one line. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, maxLength, type = 'text', unit, disabled, ...notes } = props;
  const id = useId();
  const isPad = type === 'number' || type === 'url' || type === 'email';
  return (
    <FieldFrame
      id={id}
      label={
        <>
          {label}
          {unit !== undefined && ` (${unit})`}
        </>
      }
      {...notes}
    >
      <input
        id={id}
        className={`control ${styles.text}`}
        type={isPad ? inputTypes[type] : type}
        inputMode={isPad ? inputModes[type] : undefined}
        value={value}
        maxLength={maxLength}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        {...ariaProps(id, notes)}
      />
    </FieldFrame>
  );
}

type TextAreaProps = FieldNotes & {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number | undefined;
};

/** A text field of several lines, which grows with its text if the browser supports it. */
export function TextArea({ label, value, onChange, maxLength, ...notes }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} {...notes}>
      <textarea
        id={id}
        className={`control ${styles.area}`}
        rows={4}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
        {...ariaProps(id, notes)}
      />
    </FieldFrame>
  );
}
