import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { isSameValue } from '#domain/records/same-value.ts';
import type { RecordContent } from '#domain/records/versions.ts';
import type { StorageFault } from '#lib/storage.ts';
import { answerTypedText, type TypedText } from '#lib/typed-text.ts';
import { type FormValues, toFormValues } from './form-values.ts';
import type { RecordScreen, SaveAction } from './record-screen.ts';

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
export function useRecordForm(screen: RecordScreen, content: RecordContent | undefined): RecordFormState {
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
      screen.stopStoring();
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
    const subscription = form.watch((values, { name }) => {
      setDirty(!isSameValue(values, initial));
      if (name) screen.touch(name);
      screen.storeSoon(persist);
    });
    const flush = () => {
      if (screen.isStoring()) persist();
    };
    addEventListener('pagehide', flush);
    const stopAnswering = answerTypedText(persist);
    return () => {
      stopAnswering();
      subscription.unsubscribe();
      screen.stopStoring();
      removeEventListener('pagehide', flush);
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
