import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { type Field, isInput } from '#contract/fields.ts';
import { isSameValue } from '#domain/records/same-value.ts';
import type { RecordContent } from '#domain/records/versions.ts';
import { Button, Notice } from '#kits/ui/index.ts';
import { FieldInput } from './FieldInput.tsx';
import { type FormValues, toContent, toFormValues } from './form-values.ts';
import { formatShortDateTime } from './labels.ts';
import styles from './RecordForm.module.css';
import { isFieldPath, type RecordScreen, type SaveAction } from './record-screen.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

type Props = {
  screen: RecordScreen;
  /** What the form begins with; nothing for a record to come. */
  content: RecordContent | undefined;
  /** What the text belongs to, in the question whether to leave it. */
  what: string;
  /** Asks before publishing. */
  onPublish: (go: () => void) => void;
  onSaved: () => void;
  /** The button beside Save. `leave` gives up what was typed, after asking. */
  cancel: (isDirty: boolean) => ReactNode;
  /** What is told above the fields, of what stands in the form. */
  notice?: (values: () => FormValues, reset: (content: RecordContent) => void) => ReactNode;
};

const debounceMs = 300;

/** The form of a record. What is typed is kept in the browser until it is saved or given up. */
export function RecordForm({ screen, content, what, onPublish, onSaved, cancel, notice }: Props) {
  const { fields } = screen.model;
  const [initial, setInitial] = useState(() => toFormValues(fields, content));
  const [unsaved] = useState(() => screen.readUnsaved());
  const form = useForm<FormValues>({ defaultValues: unsaved ? { ...initial, ...unsaved.values } : initial });
  const [isDirty, setDirty] = useState(
    () => unsaved !== undefined && !isSameValue(form.getValues(), initial),
  );
  const errors = useStore(screen.$errors);
  const busy = useStore(screen.$busy);
  const summary = useRef<HTMLDivElement>(null);
  const [restoredAt, setRestoredAt] = useState(isDirty ? unsaved?.at : undefined);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const persist = () => {
      clearTimeout(timer);
      timer = undefined;
      const values = form.getValues();
      if (isSameValue(values, initial)) screen.clearUnsaved();
      else screen.writeUnsaved(values);
    };
    const subscription = form.watch((values, { name }) => {
      setDirty(!isSameValue(values, initial));
      if (name) screen.touch(name);
      clearTimeout(timer);
      timer = setTimeout(persist, debounceMs);
    });
    const flush = () => {
      if (timer !== undefined) persist();
    };
    addEventListener('pagehide', flush);
    return () => {
      subscription.unsubscribe();
      clearTimeout(timer);
      removeEventListener('pagehide', flush);
    };
  }, [form, initial, screen]);

  useUnsavedGuard(isDirty, what, screen.discard);

  function reset(next: RecordContent | undefined): void {
    const values = toFormValues(fields, next);
    setInitial(values);
    form.reset(values);
    setDirty(false);
    setRestoredAt(undefined);
  }

  async function save(action: SaveAction): Promise<void> {
    const values = form.getValues();
    if (await screen.save(values, action)) {
      setInitial(values);
      setDirty(false);
      onSaved();
      return;
    }
    if (screen.$errors.get().length > 0) requestAnimationFrame(() => summary.current?.focus());
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save('SAVE');
      }}
    >
      {restoredAt !== undefined && (
        <Notice
          severity="info"
          action={
            <Button
              onClick={() => {
                screen.discard();
                reset(content);
              }}
            >
              Discard it
            </Button>
          }
        >
          What you typed on {formatShortDateTime(restoredAt)} and did not save is back.
        </Notice>
      )}
      {notice?.(form.getValues, reset)}
      {errors.length > 0 && (
        <div ref={summary} className={styles.summary} role="alert" tabIndex={-1}>
          <p>
            {errors.length === 1
              ? 'One field needs another look:'
              : `${errors.length} fields need another look:`}
          </p>
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
      )}
      <div className={styles.fields}>
        {trimTrailingLayout(fields).map((field) => {
          if (field.kind === 'DIVIDER') return <hr key={field.name} className={styles.divider} />;
          if (field.kind === 'SECTION_HEADER') {
            return (
              <h2 key={field.name} className={styles.section}>
                {field.label}
              </h2>
            );
          }
          if (!isInput(field)) return null;
          const isWide = field.kind === 'MULTILINE_TEXT' || field.kind === 'CUSTOM';
          return (
            <div key={field.name} id={wrapperId(field.name)} className={isWide ? styles.wide : undefined}>
              <Controller
                control={form.control}
                name={field.name}
                render={({ field: { value, onChange } }) => (
                  <FieldInput
                    field={field}
                    value={value}
                    error={errors.find(({ path }) => isFieldPath(path, field.name))?.message}
                    onChange={onChange}
                  />
                )}
              />
            </div>
          );
        })}
      </div>
      <div className={styles.actions}>
        {cancel(isDirty)}
        <Button type="submit" aria-disabled={busy !== undefined} aria-busy={busy === 'SAVE'}>
          {busy === 'SAVE' ? 'Saving…' : 'Save'}
        </Button>
        <Button
          variant="primary"
          aria-disabled={busy !== undefined}
          aria-busy={busy === 'PUBLISH'}
          onClick={() => onPublish(() => void save('PUBLISH'))}
        >
          {busy === 'PUBLISH' ? 'Publishing…' : 'Publish'}
        </Button>
      </div>
    </form>
  );
}

/** Without what follows the last field that is entered: lines and headings of what is only read. */
function trimTrailingLayout(fields: readonly Field[]): readonly Field[] {
  return fields.slice(0, fields.findLastIndex(isInput) + 1);
}

function wrapperId(name: string): string {
  return `field-${name}`;
}

function focusField(path: string): void {
  const wrapper = document.getElementById(wrapperId(path.split('.')[0] ?? ''));
  wrapper?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

function labelOf(fields: readonly Field[], path: string): string {
  const field = fields.filter(isInput).find(({ name }) => isFieldPath(path, name));
  return field?.label ?? path;
}

/** The content of a form, to compare it with what others have saved. */
export function contentOf(screen: RecordScreen, values: FormValues): RecordContent {
  return toContent(screen.model.fields, values);
}
