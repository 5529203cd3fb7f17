import type { Ref } from 'react';
import type { FieldError } from '#contract/field-validation.ts';
import { type Field, isInput } from '#contract/fields.ts';
import { Button } from '#kits/ui/index.ts';
import styles from './RecordForm.module.css';
import { isFieldPath } from './record-screen.ts';

type Props = { ref: Ref<HTMLDivElement>; fields: readonly Field[]; errors: readonly FieldError[] };

/** The summary of a form's errors; each one leads to its field. */
export function FormErrors({ ref, fields, errors }: Props) {
  if (errors.length === 0) return null;
  return (
    <div ref={ref} className={styles.summary} role="alert" tabIndex={-1}>
      <p>{errors.length === 1 ? 'Correct one field:' : `Correct ${errors.length} fields:`}</p>
      <ul>
        {errors.map(({ path, message }) => (
          <li key={path}>
            <Button variant="link" onClick={() => focusField(path)}>
              {labelOf(fields, path)}: {message}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The id of the element around a field. */
export function fieldWrapperId(name: string): string {
  return `field-${name}`;
}

function focusField(path: string): void {
  const wrapper = document.getElementById(fieldWrapperId(path.split('.')[0] ?? ''));
  wrapper?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

function labelOf(fields: readonly Field[], path: string): string {
  const field = fields.filter(isInput).find(({ name }) => isFieldPath(path, name));
  return field?.label ?? path;
}
