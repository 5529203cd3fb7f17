import { useEffect, useRef } from 'react';
import { guardStorage, parseStoredJson, property, type StorageFault } from '#lib/page/storage.ts';
import { isReloadAllowed } from '#lib/page/typed-text.ts';
import { askToLeave } from './confirm.tsx';

/** Text that was typed but not saved, stored in the browser until it is saved or discarded. */
export type Unsaved = {
  readonly values: Readonly<Record<string, unknown>>;
  /** The `updated_at` of the version that was edited; undefined for a new record. */
  readonly base: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
};

export type UnsavedStore = {
  read(): Unsaved | undefined;
  /** @returns why the text could not be stored; undefined if it was */
  write(values: Readonly<Record<string, unknown>>, base: string | undefined): StorageFault | undefined;
  clear(): void;
};

type Settings = {
  /** The user. */
  readonly subject: string;
  readonly model: string;
  /** The id of the record, or `new`. */
  readonly id: string;
  readonly storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  readonly now?: () => number;
};

/** Creates the store of one form's text in local storage, so that it survives closing the browser. */
export function createUnsaved(settings: Settings): UnsavedStore {
  const { subject, model, id, now = Date.now } = settings;
  const storage = guardStorage(() => settings.storage ?? localStorage);
  const key = `unsaved:${subject}:${model}:${id}`;
  return {
    read() {
      const stored = parseStoredJson(storage.getItem(key));
      const [values, base, at] = ['values', 'base', 'at'].map((name) => property(stored, name));
      if (typeof values !== 'object' || values === null || typeof at !== 'number') return undefined;
      const typed = values as Readonly<Record<string, unknown>>;
      return { values: typed, base: typeof base === 'string' ? base : undefined, at };
    },
    write(values, base) {
      return storage.setItem(key, JSON.stringify({ values, base, at: now() }));
    },
    clear: () => storage.removeItem(key),
  };
}

/** While text is unsaved, asks for confirmation before a link, a reload or closing the tab discards it. */
export function useUnsavedGuard(isUnsaved: boolean, what: string, discard: () => void): void {
  const latest = useRef({ what, discard });
  useEffect(() => {
    latest.current = { what, discard };
  });
  useEffect(() => {
    if (!isUnsaved) return;
    let leaving = false;
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving && !isReloadAllowed()) event.preventDefault();
    };
    const confirmLeaving = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || !isLeavingClick(link, event)) return;
      event.preventDefault();
      event.stopPropagation();
      askToLeave(latest.current.what, () => {
        leaving = true;
        latest.current.discard();
        location.assign(link.href);
      });
    };
    addEventListener('beforeunload', warn);
    document.addEventListener('click', confirmLeaving, true);
    return () => {
      removeEventListener('beforeunload', warn);
      document.removeEventListener('click', confirmLeaving, true);
    };
  }, [isUnsaved]);
}

/** Whether the click replaces this page with another one. */
function isLeavingClick(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target === '_blank' || link.hasAttribute('download')) return false;
  return link.origin !== location.origin || link.pathname !== location.pathname || !link.hash;
}
