import { spend } from '../limits/account.ts';

/** Holds computed parts of answers until the published data change, the most recently used ones up to a size. */
export type VersionedCache<T> = {
  /**
   * Gives what is held for a version of the data, as `readDataVersion` gives it, or computes it. The version has to be
   * read before computing, so that a change made meanwhile is noticed by the next call. Simultaneous calls share one
   * computation.
   * @throws HttpProblem 429 where the caller has no budget left for the computation
   */
  get(version: string, key: string, compute: () => Promise<T>): Promise<T>;
};

/** @param cost What a computation adds to the budget of the caller who is the first to ask. */
export function createVersionedCache<T>(
  maxBytes: number,
  bytesOf: (value: T) => number,
  cost = 0,
): VersionedCache<T> {
  let heldVersion: string | undefined;
  let entries = new Map<string, Promise<T>>();
  let sizes = new Map<string, number>();
  let bytes = 0;

  function clear(version: string) {
    heldVersion = version;
    entries = new Map();
    sizes = new Map();
    bytes = 0;
  }

  function remove(key: string) {
    entries.delete(key);
    bytes -= sizes.get(key) ?? 0;
    sizes.delete(key);
  }

  function add(key: string, compute: () => Promise<T>): Promise<T> {
    const result = compute();
    const own = entries;
    own.set(key, result);
    result.then(
      (value) => {
        if (own !== entries || entries.get(key) !== result) return;
        sizes.set(key, bytesOf(value));
        bytes += bytesOf(value);
        // A map iterates in the order of insertion, and every use inserts again.
        for (const oldest of entries.keys()) {
          if (bytes <= maxBytes) break;
          remove(oldest);
        }
      },
      () => {
        if (own === entries && entries.get(key) === result) remove(key);
      },
    );
    return result;
  }

  return {
    get: (version, key, compute) => {
      if (version !== heldVersion) clear(version);
      const held = entries.get(key);
      if (!held) {
        // Before anybody else can wait for it: what one caller may not have is not refused to others.
        spend(cost);
        return add(key, compute);
      }
      entries.delete(key);
      entries.set(key, held);
      return held;
    },
  };
}
