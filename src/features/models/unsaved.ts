import { guardStorage } from '#lib/storage.ts';

/** What someone typed and has not saved: kept in their browser until they save or discard it. */
export type Unsaved = {
  readonly values: Readonly<Record<string, unknown>>;
  /** The `updated_at` of the record it was typed over; undefined for a new one. */
  readonly base: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
};

export type UnsavedStore = {
  read(): Unsaved | undefined;
  /** @returns whether it is kept */
  write(values: Readonly<Record<string, unknown>>, base: string | undefined): boolean;
  clear(): void;
};

type Settings = {
  /** Whose text it is, of which record (`new` for one to come) of which model. */
  readonly subject: string;
  readonly model: string;
  readonly id: string;
  readonly storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  readonly now?: () => number;
};

/** The place of one form's text. It outlives the page, the session and the browser's window. */
export function createUnsaved(settings: Settings): UnsavedStore {
  const { subject, model, id, now = Date.now } = settings;
  const storage = guardStorage(() => settings.storage ?? localStorage);
  const key = `unsaved:${subject}:${model}:${id}`;
  return {
    read() {
      try {
        const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null');
        if (typeof stored !== 'object' || stored === null) return undefined;
        const { values, base, at } = stored as Partial<Record<keyof Unsaved, unknown>>;
        if (typeof values !== 'object' || values === null || typeof at !== 'number') return undefined;
        const typed = values as Readonly<Record<string, unknown>>;
        return { values: typed, base: typeof base === 'string' ? base : undefined, at };
      } catch {
        return undefined;
      }
    },
    write(values, base) {
      return storage.setItem(key, JSON.stringify({ values, base, at: now() }));
    },
    clear: () => storage.removeItem(key),
  };
}
