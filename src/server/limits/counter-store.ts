/** How often something happened under a key in its running window, which begins with its first event. */
export type Count = {
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
};

export type Addition = {
  readonly key: string;
  /** Negative to give events back. */
  readonly amount: number;
  readonly windowMs: number;
};

/** Counts by key. Each call adds everything at once and returns the counts that result, in the order of the additions. */
export type CounterStore = {
  add(additions: readonly Addition[]): Promise<Count[]>;
};

type Entry = { count: number; endsAt: number };

const maxEntries = 50_000;

/** Counts in this process. `now` is a clock in milliseconds that is never set back. */
export function createMemoryCounters(now: () => number = () => performance.now()) {
  const entries = new Map<string, Entry>();

  function addOne({ key, amount, windowMs }: Addition): Count {
    const time = now();
    const entry = entries.get(key);
    if (entry && entry.endsAt > time) {
      entry.count = Math.max(0, entry.count + amount);
      return { count: entry.count, msLeft: entry.endsAt - time };
    }
    if (amount <= 0) return { count: 0, msLeft: 0 };
    set(key, { count: amount, msLeft: windowMs });
    return { count: amount, msLeft: windowMs };
  }

  function set(key: string, { count, msLeft }: Count) {
    const time = now();
    entries.set(key, { count, endsAt: time + msLeft });
    if (entries.size > maxEntries) removeEntries(entries, time);
  }

  return {
    addOne,
    add: async (additions: readonly Addition[]) => additions.map(addOne),
    /** The count of a key; 0 where its window has ended. */
    read(key: string): number {
      const entry = entries.get(key);
      return entry && entry.endsAt > now() ? entry.count : 0;
    },
    /** Replaces a count. */
    set,
  };
}

/** Removes the expired counts. If these are few, the lowest go, so that a flood of new keys does not clear a high one. */
function removeEntries(entries: Map<string, Entry>, time: number) {
  for (const [key, { endsAt }] of entries) if (endsAt <= time) entries.delete(key);
  const excess = entries.size - maxEntries * 0.9;
  if (excess <= 0) return;
  const lowestFirst = [...entries].sort(([, a], [, b]) => a.count - b.count);
  for (const [key] of lowestFirst.slice(0, Math.ceil(excess))) entries.delete(key);
}
