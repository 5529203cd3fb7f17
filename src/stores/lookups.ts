import { map } from 'nanostores';
import type { Requester } from '#client/request.ts';
import { type LookupEntry, type LookupName, lookupNames, readLookup } from '#contract/lookups.ts';
import { parseStoredJson, property, safeSessionStorage } from '#lib/storage.ts';

/** The loaded lookup tables, by name. */
export const $lookups = map<Partial<Record<LookupName, readonly LookupEntry[]>>>({});

type LookupSettings = {
  request: Requester;
  /** The user, who has a cache of their own. */
  subject: string;
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
};

const keyPrefix = 'lookups:';

let running: Promise<void> | undefined;

/**
 * Fetches every lookup table once after sign-in, and caches them for the other pages of the session. A failure is
 * only logged; the next page fetches that table again. Concurrent calls share one.
 */
export function loadLookups(settings: LookupSettings): Promise<void> {
  running ??= loadMissing(settings).finally(() => {
    running = undefined;
  });
  return running;
}

async function loadMissing({
  request,
  subject,
  storage = safeSessionStorage,
}: LookupSettings): Promise<void> {
  const key = keyPrefix + subject;
  const stored = parseStoredLookups(storage.getItem(key));
  $lookups.set({ ...$lookups.get(), ...stored });
  const missing = lookupNames.filter((name) => $lookups.get()[name] === undefined);
  await Promise.all(
    missing.map(async (name) => {
      try {
        $lookups.setKey(name, await request(readLookup, { params: { name } }));
      } catch (error) {
        console.warn(`The lookup table ${name} could not be loaded.`, error);
      }
    }),
  );
  if (missing.length === 0) return;
  storage.setItem(key, JSON.stringify($lookups.get()));
}

/** Clears the cache after a write that may change lookup tables, so that the next page fetches them again. */
export function clearStoredLookups(
  subject: string,
  storage: Pick<Storage, 'removeItem'> = safeSessionStorage,
): void {
  storage.removeItem(keyPrefix + subject);
}

function parseStoredLookups(text: string | null): Partial<Record<LookupName, readonly LookupEntry[]>> {
  const stored = parseStoredJson(text);
  return Object.fromEntries(
    lookupNames.flatMap((name) => {
      const { success, data } = readLookup.response.safeParse(property(stored, name));
      return success ? [[name, data]] : [];
    }),
  );
}
