import { atom } from 'nanostores';
import { type FieldError, findErrors, normalizeContent } from '#contract/records/field-validation.ts';
import type { Model } from '#contract/records/model.ts';
import type { ContentRecord } from '#contract/records/records.ts';
import type { RequestFailed } from '#contract/request.ts';
import type { RecordContent } from '#domain/records/versions.ts';
import type { StorageFault } from '#lib/page/storage.ts';
import { createScreen } from '#stores/create-screen.ts';
import type { Outcome, RecordActions } from './actions.ts';
import { type FormValues, toContent, toFormValues } from './form-values.ts';
import type { UnsavedStore } from './unsaved.ts';

/** `new`: a record to be created. `missing`: no record has the id, or the user may not see it. */
export type RecordState =
  | { readonly status: 'new' }
  | { readonly status: 'loading' }
  | { readonly status: 'missing' }
  | { readonly status: 'failed'; readonly error: RequestFailed }
  | { readonly status: 'ready'; readonly record: ContentRecord };

/** Someone else has saved the record since it was opened: `theirs` is their version. */
export type Conflict = { readonly theirs: ContentRecord };

export type SaveAction = 'SAVE' | 'PUBLISH';

export type RecordScreenSettings = {
  model: Model;
  actions: RecordActions;
  /** Undefined for a new record. */
  id: string | undefined;
  /** Stores typed text until it is saved. */
  unsaved: UnsavedStore;
  newId: () => string;
  onCreated: (record: ContentRecord) => void;
  onDeleted: () => void;
};

export type RecordScreen = ReturnType<typeof createRecordScreen>;

/** Creates the state and the actions of a record's page. */
export function createRecordScreen(settings: RecordScreenSettings) {
  const { model, actions, id, unsaved, newId, onCreated, onDeleted } = settings;
  const $state = atom<RecordState>(id === undefined ? { status: 'new' } : { status: 'loading' });
  const $errors = atom<readonly FieldError[]>([]);
  const $busy = atom<SaveAction | 'OTHER' | undefined>(undefined);
  const $conflict = atom<Conflict | undefined>(undefined);
  /** Whether someone deleted the record while it was edited: the next save creates it as a new one. */
  const $isDeleted = atom(false);
  /** The `updated_at` of the version that was edited, so that a save does not overwrite a newer one. */
  let base: string | undefined = unsaved.read()?.base;
  // Retries of a create use the same id, so that they do not create a second record.
  const createdId = newId();

  let loading: AbortController | undefined;

  async function load(): Promise<void> {
    if (id === undefined) return;
    if ($state.get().status !== 'ready') $state.set({ status: 'loading' });
    loading?.abort();
    const controller = new AbortController();
    loading = controller;
    const outcome = await actions.fetch(id, { signal: controller.signal });
    if (controller.signal.aborted) return;
    if (outcome.ok) show(outcome.data);
    else if (outcome.error.status === 404) showMissing();
    else $state.set({ status: 'failed', error: outcome.error });
  }

  /** Text that was typed before the record was deleted can still be saved. */
  function showMissing(): void {
    $isDeleted.set(unsaved.read() !== undefined);
    $state.set({ status: 'missing' });
  }

  function show(record: ContentRecord): void {
    $state.set({ status: 'ready', record });
  }

  function currentRecord(): ContentRecord | undefined {
    const state = $state.get();
    return state.status === 'ready' ? state.record : undefined;
  }

  /** Checks the form and shows its errors. @returns the content to send; undefined if there are errors */
  function validate(values: FormValues): RecordContent | undefined {
    const content = normalizeContent(model.fields, toContent(model.fields, values));
    const errors = findErrors(model.fields, model.rules ?? [], content);
    $errors.set(errors);
    return errors.length === 0 ? content : undefined;
  }

  /** @returns whether the record was saved */
  async function save(values: FormValues, action: SaveAction): Promise<boolean> {
    if ($busy.get()) return false;
    const content = validate(values);
    if (!content) return false;
    return send(content, action);
  }

  async function send(content: RecordContent, action: SaveAction): Promise<boolean> {
    const record = $isDeleted.get() ? undefined : currentRecord();
    $busy.set(action);
    const publish = action === 'PUBLISH';
    const outcome = record
      ? await actions.update(record.id, content, publish, base ?? record.updated_at)
      : await actions.create(createdId, content, publish);
    $busy.set(undefined);
    if (outcome.ok) {
      applySaved(outcome.data);
      if (!record) onCreated(outcome.data);
      return true;
    }
    const { status, problem } = outcome.error;
    $errors.set(
      (problem?.errors ?? []).map(({ path, message }) => ({ path: path.replace(/^body\./, ''), message })),
    );
    if (status === 404 && record) $isDeleted.set(true);
    if (status === 409 && record) await loadConflict(record.id);
    return false;
  }

  async function loadConflict(record: string): Promise<void> {
    const theirs = await actions.fetch(record);
    if (theirs.ok) $conflict.set({ theirs: theirs.data });
    else if (theirs.error.status === 404) $isDeleted.set(true);
  }

  function clearUnsaved(): void {
    unsaved.clear();
    base = undefined;
  }

  function discard(): void {
    clearUnsaved();
    $errors.set([]);
    $conflict.set(undefined);
    $isDeleted.set(false);
  }

  /** Shows a saved version; typed text is saved or discarded by then. */
  function applySaved(record: ContentRecord): void {
    discard();
    show(record);
  }

  async function run<T>(
    work: (record: ContentRecord) => Promise<Outcome<T>>,
    onDone: (data: T) => void,
  ): Promise<void> {
    const record = currentRecord();
    if (!record || $busy.get()) return;
    $busy.set('OTHER');
    const outcome = await work(record);
    $busy.set(undefined);
    if (outcome.ok) onDone(outcome.data);
    else if (hasChanged(outcome.error)) await load();
  }

  const { start } = createScreen({ queries: [{ load, cancel: () => loading?.abort() }] });

  return {
    model,
    $state,
    $errors,
    $busy,
    $conflict,
    $isDeleted,
    load,
    start,
    /** Checks the form and shows its errors, without saving. */
    check: (values: FormValues): boolean => validate(values) !== undefined,
    /** Checks the saved content, which may be older than its rules. Its errors are shown in the form. */
    checkSaved(): boolean {
      const record = currentRecord();
      return record !== undefined && validate(toFormValues(model.fields, record)) !== undefined;
    },
    save,
    /** The unsaved text of an earlier visit, if any. */
    readUnsaved: () => unsaved.read(),
    /** @returns why the text could not be stored; undefined if it was */
    writeUnsaved(values: FormValues): StorageFault | undefined {
      base ??= currentRecord()?.updated_at;
      return unsaved.write(values, base);
    },
    /** Called when the form equals the record again. */
    clearUnsaved,
    /** Removes the errors of a field that is being edited. */
    touch(name: string): void {
      const errors = $errors.get();
      if (errors.some(({ path }) => isFieldPath(path, name)))
        $errors.set(errors.filter(({ path }) => !isFieldPath(path, name)));
    },
    discard,
    /** Resolves a conflict with their version, discarding the typed text. */
    takeTheirs(): void {
      const conflict = $conflict.get();
      if (conflict) applySaved(conflict.theirs);
    },
    /** Resolves a conflict with the typed text: the next save creates a version based on theirs. */
    keepMine(values: FormValues): void {
      const conflict = $conflict.get();
      if (!conflict) return;
      base = conflict.theirs.updated_at;
      unsaved.write(values, base);
      $conflict.set(undefined);
      show(conflict.theirs);
    },
    publish: () => run(actions.publish, applySaved),
    unpublish: () => run(actions.unpublish, applySaved),
    enable: () => run(actions.enable, applySaved),
    disable: () => run(actions.disable, applySaved),
    remove: () =>
      run(actions.remove, () => {
        clearUnsaved();
        onDeleted();
      }),
    /** Saves the content of an old version as the newest version, without publishing it. */
    async restore(content: RecordContent): Promise<void> {
      const record = currentRecord();
      if (!record || $busy.get()) return;
      base = record.updated_at;
      await send(normalizeContent(model.fields, content), 'SAVE');
    },
  };
}

/** Whether someone else has changed or deleted the record since it was loaded. */
function hasChanged({ status }: RequestFailed): boolean {
  return status === 409 || status === 404;
}

/** Whether the path of an error is that of a field or of a part of its value: `coordinates.latitude_dd`. */
export function isFieldPath(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}
