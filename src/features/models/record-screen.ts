import { atom } from 'nanostores';
import type { RequestFailed } from '#client/request.ts';
import { type FieldError, findErrors, normalizeContent } from '#contract/field-validation.ts';
import type { Model } from '#contract/model.ts';
import type { ContentRecord } from '#contract/records.ts';
import type { RecordContent } from '#domain/records/versions.ts';
import type { RecordActions } from './actions.ts';
import { type FormValues, toContent } from './form-values.ts';
import type { UnsavedStore } from './unsaved.ts';

/** `new`: one to come. `missing`: there is none with this id. */
export type RecordState =
  | { readonly status: 'new' }
  | { readonly status: 'loading' }
  | { readonly status: 'missing' }
  | { readonly status: 'failed'; readonly error: RequestFailed }
  | { readonly status: 'ready'; readonly record: ContentRecord };

/** Someone has saved the record since it was opened: theirs, and whether one goes on with one’s own text. */
export type Conflict = { readonly theirs: ContentRecord };

export type SaveAction = 'SAVE' | 'PUBLISH';

export type RecordScreenSettings = {
  model: Model;
  actions: RecordActions;
  /** The record’s id; undefined for one to come. */
  id: string | undefined;
  /** Where what is typed is kept until it is saved. */
  unsaved: UnsavedStore;
  newId: () => string;
  onCreated: (record: ContentRecord) => void;
  onDeleted: () => void;
};

export type RecordScreen = ReturnType<typeof createRecordScreen>;

/** A record’s page without its looks: loading, saving, publishing, and what came in between. */
export function createRecordScreen(settings: RecordScreenSettings) {
  const { model, actions, id, unsaved, newId, onCreated, onDeleted } = settings;
  const $state = atom<RecordState>(id === undefined ? { status: 'new' } : { status: 'loading' });
  const $errors = atom<readonly FieldError[]>([]);
  const $busy = atom<SaveAction | 'OTHER' | undefined>(undefined);
  const $conflict = atom<Conflict | undefined>(undefined);
  /** The state that what is typed was typed over: a newer one is not overwritten unasked. */
  let base: string | undefined = unsaved.read()?.base;
  // One id for all tries of a create, so that none of them makes a second record.
  const recordId = id ?? newId();

  async function load(): Promise<void> {
    if (id === undefined) return;
    if ($state.get().status !== 'ready') $state.set({ status: 'loading' });
    const outcome = await actions.fetch(id);
    if (outcome.ok) show(outcome.data);
    else if (outcome.error.status === 404) $state.set({ status: 'missing' });
    else $state.set({ status: 'failed', error: outcome.error });
  }

  function show(record: ContentRecord): void {
    $state.set({ status: 'ready', record });
  }

  function currentRecord(): ContentRecord | undefined {
    const state = $state.get();
    return state.status === 'ready' ? state.record : undefined;
  }

  /** @returns the content that may be sent; undefined after telling what is wrong */
  function validate(values: FormValues): RecordContent | undefined {
    const content = normalizeContent(model.fields, toContent(model.fields, values));
    const errors = findErrors(model.fields, model.rules ?? [], content);
    $errors.set(errors);
    return errors.length === 0 ? content : undefined;
  }

  /** @returns whether it is saved */
  async function save(values: FormValues, action: SaveAction): Promise<boolean> {
    if ($busy.get()) return false;
    const content = validate(values);
    if (!content) return false;
    return send(content, action);
  }

  async function send(content: RecordContent, action: SaveAction): Promise<boolean> {
    const record = currentRecord();
    $busy.set(action);
    const publish = action === 'PUBLISH';
    const outcome = record
      ? await actions.update(record.id, content, publish, base ?? record.updated_at)
      : await actions.create(recordId, content, publish);
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
    if (status === 409 && record) await loadConflict(record.id);
    return false;
  }

  async function loadConflict(record: string): Promise<void> {
    const theirs = await actions.fetch(record);
    if (theirs.ok) $conflict.set({ theirs: theirs.data });
  }

  function clearUnsaved(): void {
    unsaved.clear();
    base = undefined;
  }

  function discard(): void {
    clearUnsaved();
    $errors.set([]);
    $conflict.set(undefined);
  }

  /** What was typed is saved or given up. */
  function applySaved(record: ContentRecord): void {
    discard();
    show(record);
  }

  async function runAction(
    work: (record: ContentRecord) => ReturnType<RecordActions['publish']>,
  ): Promise<void> {
    const record = currentRecord();
    if (!record || $busy.get()) return;
    $busy.set('OTHER');
    const outcome = await work(record);
    $busy.set(undefined);
    if (outcome.ok) applySaved(outcome.data);
    else if (outcome.error.status === 409) await load();
  }

  async function remove(): Promise<void> {
    const record = currentRecord();
    if (!record || $busy.get()) return;
    $busy.set('OTHER');
    const outcome = await actions.remove(record);
    $busy.set(undefined);
    if (!outcome.ok) {
      if (outcome.error.status === 409) await load();
      return;
    }
    unsaved.clear();
    onDeleted();
  }

  return {
    model,
    $state,
    $errors,
    $busy,
    $conflict,
    load,
    save,
    /** What was kept of what someone typed here before, if it was not saved. */
    readUnsaved: () => unsaved.read(),
    writeUnsaved(values: FormValues): void {
      base ??= currentRecord()?.updated_at;
      unsaved.write(values, base);
    },
    /** Nothing is left to save: the form is as the record is. */
    clearUnsaved: clearUnsaved,
    /** A field is being put right. */
    touch(name: string): void {
      const errors = $errors.get();
      if (errors.some(({ path }) => isFieldPath(path, name)))
        $errors.set(errors.filter(({ path }) => !isFieldPath(path, name)));
    },
    discard,
    /** Takes their version: one’s own text is given up. */
    takeTheirs(): void {
      const conflict = $conflict.get();
      if (conflict) applySaved(conflict.theirs);
    },
    /** Goes on with one’s own text: the next save makes a version on top of theirs. */
    keepMine(values: FormValues): void {
      const conflict = $conflict.get();
      if (!conflict) return;
      base = conflict.theirs.updated_at;
      unsaved.write(values, base);
      $conflict.set(undefined);
      show(conflict.theirs);
    },
    publish: () => runAction(actions.publish),
    unpublish: () => runAction(actions.unpublish),
    enable: () => runAction(actions.enable),
    disable: () => runAction(actions.disable),
    /** Saves an old version’s content as the newest one; nothing is published by it. */
    async restore(content: RecordContent): Promise<void> {
      const record = currentRecord();
      if (!record || $busy.get()) return;
      base = record.updated_at;
      await send(normalizeContent(model.fields, content), 'SAVE');
    },
    remove,
  };
}

/** Whether an error is about a field, or about a part of its value. */
export function isFieldPath(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}
