import { useStore } from '@nanostores/react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { basin } from '#config/basin/basin.ts';
import type { FieldError } from '#contract/records/field-validation.ts';
import { type Field, isInput } from '#contract/records/fields.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import { isSameValue, type RecordContent } from '#domain/records/versions.ts';
import { Button, Grid, LoadErrors, Notice, Row } from '#kits/ui/index.ts';
import { Dialog } from '#kits/ui/overlay/Dialog.tsx';
import { formatMoment } from '#lib/calendar-text.ts';
import type { LatLng } from '#lib/geometry/coordinates.ts';
import { describeStorageFault, type StorageFault } from '#lib/page/storage.ts';
import { answerTypedText, type TypedText } from '#lib/page/typed-text.ts';
import { $lookupFaults } from '#stores/lookups.ts';
import { confirmPublishing } from './actions.ts';
import { FieldInput } from './FieldInput.tsx';
import { type FormValues, toContent, toFormValues, toTypedPlace } from './form-values.ts';
import {
  type DoubtedPlace,
  describeDoubt,
  describeMeant,
  findDoubtedPlace,
  type PlaceDoubt,
} from './place-doubt.ts';
import styles from './RecordForm.module.css';
import { isFieldPath, type RecordScreen, type SaveAction } from './record-screen.ts';
import { useUnsavedGuard } from './unsaved.ts';

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
      className="stack readable"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        begin('SAVE');
      }}
    >
      <LoadErrors errors={useStore($lookupFaults)} />
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
          Unsaved changes from {formatMoment(restoredAt)} have been restored.
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
      <Grid gap="4 5" data-align="start" data-columns="wide" data-fill>
        {trimTrailingLayout(fields).map((field) => {
          if (field.kind === 'DIVIDER') return <hr key={field.name} className="full-width whole-row" />;
          if (field.kind === 'SECTION_HEADER') {
            return (
              <h2 key={field.name} className="whole-row apart">
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
              className={isWide ? 'whole-row' : undefined}
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
      </Grid>
      <Row gap={2} className={`ruled-above ${styles.actions} ground`}>
        {fault && (
          <div className="full-width">
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
      </Row>
    </form>
  );
}

/** Drops the lines and headings after the last input, which belong to read-only fields. */
function trimTrailingLayout(fields: readonly Field[]): readonly Field[] {
  return fields.slice(0, fields.findLastIndex(isInput) + 1);
}

type FormErrorsProps = { ref: Ref<HTMLDivElement>; fields: readonly Field[]; errors: readonly FieldError[] };

/** The summary of a form's errors; each one leads to its field. */
function FormErrors({ ref, fields, errors }: FormErrorsProps) {
  if (errors.length === 0) return null;
  return (
    <div ref={ref} className={`card ${styles.summary}`} data-severity="error" role="alert" tabIndex={-1}>
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
function fieldWrapperId(name: string): string {
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

type PlaceQuestionProps = {
  doubt: PlaceDoubt;
  /** The coordinates as typed. */
  typed: string;
  onCorrect: () => void;
  onUse: (place: LatLng) => void;
  onConfirm: () => void;
};

/** Asks back before coordinates far outside the basin are saved. */
function PlaceQuestion({ doubt, typed, onCorrect, onUse, onConfirm }: PlaceQuestionProps) {
  const { meant } = doubt;
  return (
    <Dialog
      open
      title="Is this the right place?"
      onDismiss={onCorrect}
      actions={
        <>
          <Button onClick={onConfirm}>Save it as typed</Button>
          <Button variant={meant ? 'plain' : 'primary'} onClick={onCorrect}>
            Correct it
          </Button>
          {meant && (
            <Button variant="primary" onClick={() => onUse(meant)}>
              Use {describeMeant(meant)}
            </Button>
          )}
        </>
      }
    >
      <p>
        {typed}: {describeDoubt(doubt)}
      </p>
      {meant && <p>{describeMeant(meant)} is in or near the basin.</p>}
    </Dialog>
  );
}

type RecordFormState = {
  readonly form: UseFormReturn<FormValues>;
  readonly isDirty: boolean;
  /** When the restored text was typed, in milliseconds since 1970; undefined if none was restored. */
  readonly restoredAt: number | undefined;
  /** Why the typed text could not be stored; undefined if it was, or if there is none. */
  readonly fault: StorageFault | undefined;
  reset(content: RecordContent | undefined): void;
  /** @returns whether the record was saved */
  save(action: SaveAction): Promise<boolean>;
};

/** Holds the values of a record's form. Typed text is stored in the browser until it is saved or discarded. */
function useRecordForm(screen: RecordScreen, content: RecordContent | undefined): RecordFormState {
  const { fields } = screen.model;
  const [initial, setInitial] = useState(() => toFormValues(fields, content));
  const [unsaved] = useState(() => screen.readUnsaved());
  const form = useForm<FormValues>({ defaultValues: unsaved ? { ...initial, ...unsaved.values } : initial });
  const [isDirty, setDirty] = useState(
    () => unsaved !== undefined && !isSameValue(form.getValues(), initial),
  );
  const [restoredAt, setRestoredAt] = useState(isDirty ? unsaved?.at : undefined);

  const [fault, setFault] = useState<StorageFault>();

  useEffect(() => {
    const persist = (): TypedText => {
      const values = form.getValues();
      if (isSameValue(values, initial)) {
        screen.clearUnsaved();
        setFault(undefined);
        return 'none';
      }
      const found = screen.writeUnsaved(values);
      setFault(found);
      return found ? 'unstored' : 'stored';
    };
    const subscription = form.watch((_, { name }) => {
      // No field has changed when the form is reset.
      if (!name) return;
      screen.touch(name);
      setDirty(persist() !== 'none');
    });
    const stopAnswering = answerTypedText(persist);
    return () => {
      stopAnswering();
      subscription.unsubscribe();
    };
  }, [form, initial, screen]);

  return {
    form,
    isDirty,
    restoredAt,
    fault: isDirty ? fault : undefined,
    reset(next) {
      const values = toFormValues(fields, next);
      setInitial(values);
      form.reset(values);
      setDirty(false);
      setRestoredAt(undefined);
    },
    async save(action) {
      const values = form.getValues();
      const isSaved = await screen.save(values, action);
      if (isSaved) {
        setInitial(values);
        setDirty(false);
      }
      return isSaved;
    },
  };
}
