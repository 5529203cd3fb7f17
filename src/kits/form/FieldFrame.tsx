import type { ReactNode } from 'react';
import { HelpLink, type HelpLinkProps } from '../ui/HelpLink.tsx';
import styles from './Field.module.css';

export type FieldNotes = {
  /** Said below the field, always. */
  hint?: ReactNode;
  /** What is wrong with the value. */
  error?: string | undefined;
  /** Marked, and said to assistive technology. */
  required?: boolean | undefined;
  /** Stands beside the label: where it is explained. */
  help?: HelpLinkProps | undefined;
};

type FieldFrameProps = FieldNotes & {
  /** Of the control; its notes are named after it. */
  id: string;
  label: ReactNode;
  children: ReactNode;
};

/** The label above a control and the notes below it. */
export function FieldFrame({ id, label, hint, error, required, help, children }: FieldFrameProps) {
  return (
    <div className={styles.frame}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id} id={`${id}-label`}>
          {label}
          {required && (
            <span className={styles.required} aria-hidden="true">
              {' '}
              *
            </span>
          )}
        </label>
        {help && <HelpLink {...help} />}
      </div>
      {children}
      {error !== undefined && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** What a control says of its notes to assistive technology. */
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
