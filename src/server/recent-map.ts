/** Holds values by key, the most recently used ones up to a size. */
export type RecentMap<T> = {
  get(key: string): T | undefined;
  set(key: string, value: T, size?: number): void;
  /** Gives a value its size, where it is still the one of its key. */
  resize(key: string, value: T, size: number): void;
  /** Removes what is held of a key; with a value, only that one. */
  delete(key: string, value?: T): void;
};

export function createRecentMap<T>(maxSize: number): RecentMap<T> {
  const entries = new Map<string, { readonly value: T; size: number }>();
  let total = 0;

  function remove(key: string, value?: T) {
    const held = entries.get(key);
    if (!held || (value !== undefined && held.value !== value)) return;
    total -= held.size;
    entries.delete(key);
  }

  function shrink() {
    // A map iterates in the order of insertion, and every use inserts again.
    for (const oldest of entries.keys()) {
      if (total <= maxSize) break;
      remove(oldest);
    }
  }

  return {
    get(key) {
      const held = entries.get(key);
      if (!held) return undefined;
      entries.delete(key);
      entries.set(key, held);
      return held.value;
    },
    set(key, value, size = 1) {
      remove(key);
      entries.set(key, { value, size });
      total += size;
      shrink();
    },
    resize(key, value, size) {
      const held = entries.get(key);
      if (held?.value !== value) return;
      total += size - held.size;
      held.size = size;
      shrink();
    },
    delete: remove,
  };
}
