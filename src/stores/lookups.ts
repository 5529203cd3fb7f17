import { atom, map } from 'nanostores';
import { type LookupEntry, type LookupName, lookupNames, readLookup } from '#contract/records/lookups.ts';
import { type Requester, toRequestFailed } from '#contract/request.ts';
import { parseStoredJson, property, safeSessionStorage } from '#lib/page/storage.ts';
import type { Fault } from './queries.ts';

/** The loaded lookup tables, by name. */
export const $lookups = map<Partial<Record<LookupName, readonly LookupEntry[]>>>({});

/** What could not be loaded; empty while nothing is wrong. */
export const $lookupFaults = atom<readonly Fault[]>([]);

type LookupSettings = {
  request: Requester;
  /** The user, who has a cache of their own. */
  subject: string;
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
};

const keyPrefix = 'lookups:';

let running: Promise<void> | undefined;

/**
 * Fetches every lookup table once after sign-in, and caches them for the other pages of the session. After a failure,
 * `$lookupFaults` loads those that are missing again; the next page does, too. Concurrent calls share one.
 */
export function loadLookups(settings: LookupSettings): Promise<void> {
  running ??= loadMissing(settings).finally(() => {
    running = undefined;
  });
  return running;
}

async function loadMissing(settings: LookupSettings): Promise<void> {
  const { request, subject, storage = safeSessionStorage } = settings;
  const key = keyPrefix + subject;
  const stored = parseStoredLookups(storage.getItem(key));
  $lookups.set({ ...$lookups.get(), ...stored });
  const missing = lookupNames.filter((name) => $lookups.get()[name] === undefined);
  const retry = () => void loadLookups(settings);
  let faults: readonly Fault[] = [];
  await Promise.all(
    missing.map(async (name) => {
      try {
        $lookups.setKey(name, await request(readLookup, { params: { name } }));
      } catch (error) {
        console.warn(`The lookup table ${name} could not be loaded.`, error);
        faults = [{ what: 'The lists of choices', message: toRequestFailed(error).message, retry }];
      }
    }),
  );
  $lookupFaults.set(faults);
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
