import type { ReactNode } from 'react';
import { HelpLink, type HelpLinkProps } from '../ui/HelpLink.tsx';
import { Row } from '../ui/Layout.tsx';
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
    <div className={styles.frame}>
      <Row gap={0} data-nowrap className={styles.head}>
        <label className={`label hidden-if-compact ${styles.label}`} htmlFor={id} id={`${id}-label`}>
          {label}
          {required && (
            <span className={styles.required} aria-hidden="true">
              {' '}
              *
            </span>
          )}
        </label>
        {help && <HelpLink {...help} />}
      </Row>
      {children}
      {error !== undefined && (
        <p className={`text-xs ${styles.error}`} id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p className={`quiet-xs hidden-if-compact ${styles.hint}`} id={`${id}-hint`}>
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
