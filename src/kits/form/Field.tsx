import { CircleQuestionMark } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { earliestDay, isPlausibleDay, latestDay } from '#lib/calendar.ts';
import { Button, Row, Spinner } from '../ui/index.ts';
import styles from './Field.module.css';

export type FieldNotes = {
  /** Always shown below the field. */
  hint?: ReactNode;
  /** What is wrong with the value. */
  error?: string | undefined;
  /** Marked with an asterisk, and announced by assistive technology. */
  required?: boolean | undefined;
  /** Shown next to the label: a link to an explanation. */
  help?: HelpLinkProps | undefined;
};

type FieldFrameProps = FieldNotes & {
  /** The id of the control; the ids of its notes derive from it. */
  id: string;
  label: ReactNode;
  children: ReactNode;
};

/** A control with its label above and its notes below. */
export function FieldFrame({ id, label, hint, error, required, help, children }: FieldFrameProps) {
  return (
    <div className={`shrinks ${styles.frame}`}>
      <Row gap={0} data-nowrap className={`above-control ${styles.head}`}>
        <label className={`block label hidden-if-compact ${styles.label}`} htmlFor={id} id={`${id}-label`}>
          {label}
          {required && (
            <span className="danger" aria-hidden="true">
              {' '}
              *
            </span>
          )}
        </label>
        {help && <HelpLink {...help} />}
      </Row>
      {children}
      {error !== undefined && (
        <p className={`danger text-xs ${styles.note}`} id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className={`quiet-xs hidden-if-compact ${styles.note}`} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** The ARIA attributes that connect a control to its notes. */
export function ariaProps(id: string, { hint, error, required }: FieldNotes) {
  const ids = [error === undefined ? '' : `${id}-error`, hint === undefined ? '' : `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  return {
    'aria-describedby': ids === '' ? undefined : ids,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-required': required ? true : undefined,
  };
}

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
        className="control full-width text-sm"
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
        className={`control full-width ${styles.text}`}
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
        className={`block control full-width ${styles.area}`}
        rows={4}
        value={value}
        maxLength={maxLength}
        onChange={(event) => onChange(event.target.value)}
        {...ariaProps(id, notes)}
      />
    </FieldFrame>
  );
}

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
        className={`control full-width ${styles.text}`}
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

type SegmentedFieldProps<Value extends string> = {
  label: string;
  value: Value;
  choices: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
};

/** A choice between two or three values that are all in view: radio buttons drawn as one control. */
export function SegmentedField<Value extends string>(props: SegmentedFieldProps<Value>) {
  const { label, value, choices, onChange } = props;
  const name = useId();
  return (
    <fieldset className="shrinks">
      <legend className="quiet above-control">{label}</legend>
      <div className={`frame ${styles.segments}`}>
        {choices.map((choice) => (
          <Row
            as="label"
            gap={0}
            data-nowrap
            key={choice.value}
            className={`text-sm ${styles.segment} relative control-height`}
          >
            <input
              className="cover-radio"
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </Row>
        ))}
      </div>
    </fieldset>
  );
}

type SubmitButtonProps = {
  children: ReactNode;
  /** Why nothing can be submitted yet; disables the button, which shows the reason. */
  reason?: string | undefined;
  /** The reason ends by itself in a moment: it is not shown, because the page would move when it goes, but announced. */
  isBrief?: boolean;
  /** A submission is in progress. The button can be pressed again. */
  pending?: boolean;
  onClick: () => void;
};

/** The red button that submits a form. */
export function SubmitButton({
  children,
  reason,
  isBrief = false,
  pending = false,
  onClick,
}: SubmitButtonProps) {
  const id = useId();
  return (
    <Row gap="2 3" className={styles.submitFrame}>
      <Button
        className={styles.submit}
        aria-disabled={reason !== undefined}
        aria-busy={pending}
        aria-describedby={reason === undefined ? undefined : id}
        onClick={() => reason === undefined && onClick()}
      >
        {pending && <Spinner />}
        {children}
      </Button>
      {reason !== undefined && (
        <p className={isBrief ? 'visually-hidden' : `quiet-xs ${styles.reason}`} id={id}>
          {reason}
        </p>
      )}
    </Row>
  );
}

export type HelpLinkProps = { readonly href: string; readonly label: string };

/** A question mark that links to an explanation in a new tab, so that the screen keeps its input. */
export function HelpLink({ href, label }: HelpLinkProps) {
  return (
    <a
      className={`no-print ${styles.help} muted round`}
      href={href}
      target="_blank"
      rel="noopener"
      aria-label={`${label} (opens in a new tab)`}
      title={label}
    >
      <CircleQuestionMark size={14} aria-hidden="true" />
    </a>
  );
}
