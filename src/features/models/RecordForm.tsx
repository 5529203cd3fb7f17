import { useStore } from '@nanostores/react';
import { type ReactNode, useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { basin } from '#config/basin.ts';
import { type Field, isInput } from '#contract/fields.ts';
import type { ContentRecord } from '#contract/records.ts';
import type { RecordContent } from '#domain/records/versions.ts';
import { Button, Notice } from '#kits/ui/index.ts';
import { describeStorageFault } from '#lib/storage.ts';
import { confirmPublishing } from './confirm-publishing.ts';
import { FieldInput } from './FieldInput.tsx';
import { FormErrors, fieldWrapperId } from './FormErrors.tsx';
import { type FormValues, toContent, toTypedPlace } from './form-values.ts';
import { formatShortDateTime } from './labels.ts';
import { PlaceQuestion } from './PlaceQuestion.tsx';
import { type DoubtedPlace, findDoubtedPlace } from './place-doubt.ts';
import styles from './RecordForm.module.css';
import { isFieldPath, type RecordScreen, type SaveAction } from './record-screen.ts';
import sticky from './StickyActions.module.css';
import { useRecordForm } from './use-record-form.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

type Props = {
  screen: RecordScreen;
  /** The saved content; undefined for a new record. */
  content: ContentRecord | undefined;
  /** Names the record in the question before leaving: `“Monitoring Sites”`. */
  what: string;
  onSaved: () => void;
  /** Renders the button beside Save. */
  cancel: (isDirty: boolean) => ReactNode;
  /** Renders a notice above the fields. */
  notice?: (values: () => FormValues, reset: (content: RecordContent) => void) => ReactNode;
};

/** The form of a record. */
export function RecordForm({ screen, content, what, onSaved, cancel, notice }: Props) {
  const { model } = screen;
  const { fields } = model;
  const { form, isDirty, restoredAt, fault, reset, save } = useRecordForm(screen, content);
  const errors = useStore(screen.$errors);
  const busy = useStore(screen.$busy);
  const summary = useRef<HTMLDivElement>(null);
  const [question, setQuestion] = useState<DoubtedPlace & { readonly action: SaveAction }>();
  const confirmedPlace = useRef<string>(undefined);
  useUnsavedGuard(isDirty, what, screen.discard);

  function focusErrors(): void {
    if (screen.$errors.get().length > 0) requestAnimationFrame(() => summary.current?.focus());
  }

  async function submit(action: SaveAction): Promise<void> {
    if (await save(action)) onSaved();
    else focusErrors();
  }

  /** Checks the form before it asks anything. */
  function begin(action: SaveAction): void {
    if (busy) return;
    const values = form.getValues();
    const doubted = findDoubtedPlace({ fields, extent: basin.extent }, values, content);
    if (!screen.check(values)) focusErrors();
    else if (doubted && doubted.typed !== confirmedPlace.current) setQuestion({ action, ...doubted });
    else proceed(action, values);
  }

  function proceed(action: SaveAction, values: FormValues): void {
    if (action === 'SAVE') {
      void submit(action);
      return;
    }
    const record = screen.$isDeleted.get() ? undefined : content;
    confirmPublishing({ model, record, content: toContent(fields, values), what }, () => void submit(action));
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        begin('SAVE');
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
              Discard
            </Button>
          }
        >
          Unsaved changes from {formatShortDateTime(restoredAt)} have been restored.
        </Notice>
      )}
      {question && (
        <PlaceQuestion
          doubt={question.doubt}
          typed={question.typed}
          onCorrect={() => setQuestion(undefined)}
          onUse={(place) => {
            setQuestion(undefined);
            form.setValue(question.field, toTypedPlace(place));
          }}
          onConfirm={() => {
            setQuestion(undefined);
            confirmedPlace.current = question.typed;
            proceed(question.action, form.getValues());
          }}
        />
      )}
      {notice?.(form.getValues, reset)}
      <FormErrors ref={summary} fields={fields} errors={errors} />
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
            <div
              key={field.name}
              id={fieldWrapperId(field.name)}
              className={isWide ? styles.wide : undefined}
            >
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
      <div className={sticky.actions}>
        {fault && (
          <div className={styles.fault}>
            <Notice severity="warning">
              {describeStorageFault(
                fault,
                'what you type is lost when this page closes. Save it before you leave',
              )}
            </Notice>
          </div>
        )}
        {cancel(isDirty)}
        <Button type="submit" aria-disabled={busy !== undefined} aria-busy={busy === 'SAVE'}>
          {busy === 'SAVE' ? 'Saving…' : 'Save'}
        </Button>
        <Button
          variant="primary"
          aria-disabled={busy !== undefined}
          aria-busy={busy === 'PUBLISH'}
          onClick={() => begin('PUBLISH')}
        >
          {busy === 'PUBLISH' ? 'Publishing…' : 'Publish'}
        </Button>
      </div>
    </form>
  );
}

/** Drops the lines and headings after the last input, which belong to read-only fields. */
function trimTrailingLayout(fields: readonly Field[]): readonly Field[] {
  return fields.slice(0, fields.findLastIndex(isInput) + 1);
}
