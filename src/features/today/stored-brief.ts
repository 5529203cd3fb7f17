import { Brief } from '#contract/brief.ts';
import type { SafeStorage } from '#lib/storage.ts';

/** A brief, and when it came, in milliseconds since 1970. */
export type LoadedBrief = { readonly brief: Brief; readonly at: number };

const key = 'today-brief';

/** The last brief that this browser has loaded. Undefined for none, and for one of another version of the portal. */
export function readStoredBrief(storage: SafeStorage): LoadedBrief | undefined {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    const at: unknown = Reflect.get(stored, 'at');
    const brief = Brief.safeParse(Reflect.get(stored, 'brief'));
    return typeof at === 'number' && Number.isFinite(at) && brief.success
      ? { brief: brief.data, at }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a brief in place of the one before. Without storage, the page does without: nothing was entered. */
export function storeBrief(storage: SafeStorage, loaded: LoadedBrief): void {
  storage.setItem(key, JSON.stringify(loaded));
}
