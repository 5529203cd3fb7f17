import { atom } from 'nanostores';
import { type RequestFailed, toRequestFailed } from '#contract/request.ts';
import { parseStoredJson, type SafeStorage, type StorageFault } from '#lib/page/storage.ts';

/** Something that was typed and is not on the server yet. The server takes the same id a second time without harm. */
export type OutboxEntry = {
  readonly id: string;
  /** Why the server has refused it. Without one, it is tried again. */
  readonly refusal?: string;
};

type Settings<Entry extends OutboxEntry> = {
  readonly key: string;
  readonly storage: SafeStorage;
  readonly send: (entry: Entry) => Promise<void>;
  /** Calls back later. @returns how to cancel that */
  readonly later?: (callback: () => void, milliseconds: number) => () => void;
};

const retryMs = 30_000;

/** What is on its way to the server. The browser stores it until the server has it, over a reload and for several tabs. */
export function createOutbox<Entry extends OutboxEntry>(settings: Settings<Entry>) {
  const { key, storage, send, later = setTimer } = settings;
  const $entries = atom<readonly Entry[]>([]);
  /** Why the last try did not reach the server. */
  const $failure = atom<string | undefined>(undefined);
  const $isSending = atom(false);
  /** Why the browser does not store them: they last until the page is left. */
  const $storageFault = atom<StorageFault | undefined>(undefined);
  let stopTimer = () => {};

  function readStored(): readonly Entry[] {
    const stored = parseStoredJson(storage.getItem(key));
    return Array.isArray(stored) ? stored : [];
  }

  /** Begins with what is stored, because another tab may have added some, or sent them. */
  function update(change: (entries: readonly Entry[]) => readonly Entry[]): void {
    const after = change($storageFault.get() === undefined ? readStored() : $entries.get());
    $entries.set(after);
    if (after.length > 0) $storageFault.set(storage.setItem(key, JSON.stringify(after)));
    else {
      storage.removeItem(key);
      $storageFault.set(undefined);
    }
  }

  const remove = (id: string) => update((all) => all.filter((each) => each.id !== id));

  /** @returns why the server could not be reached */
  async function trySending(): Promise<string | undefined> {
    for (;;) {
      const next = $entries.get().find(({ refusal }) => refusal === undefined);
      if (!next) return undefined;
      try {
        await send(next);
        remove(next.id);
      } catch (cause) {
        const error = toRequestFailed(cause);
        if (!isRefusal(error)) return error.message;
        const refusal = error.message;
        update((all) => all.map((each) => (each.id === next.id ? { ...each, refusal } : each)));
      }
    }
  }

  async function sendAll(): Promise<void> {
    if ($isSending.get()) return;
    stopTimer();
    $isSending.set(true);
    const failure = await trySending();
    $failure.set(failure);
    $isSending.set(false);
    if (failure !== undefined) stopTimer = later(() => void sendAll(), retryMs);
  }

  return {
    $entries,
    $failure,
    $isSending,
    $storageFault,
    sendAll,
    remove,
    add(entry: Entry): Promise<void> {
      update((all) => [...all, entry]);
      return sendAll();
    },
    /** Sends what an earlier visit has left, and whatever waits when the network is back. @returns how to stop */
    follow(): () => void {
      const sendNow = () => void sendAll();
      $entries.set(readStored());
      sendNow();
      addEventListener('online', sendNow);
      return () => {
        removeEventListener('online', sendNow);
        stopTimer();
      };
    },
  };
}

/** Statuses of a server that may take the same later: no session, too slow, not itself, or too busy. */
const passingStatuses = [401, 408, 421, 429];

/** Whether the server will not take it as it is. */
function isRefusal({ status }: RequestFailed): boolean {
  return status !== undefined && status < 500 && !passingStatuses.includes(status);
}

function setTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}
