import { spend } from '../limits/account.ts';
import { createRecentMap } from '../recent-map.ts';

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
  let entries = createRecentMap<Promise<T>>(maxBytes);

  function add(key: string, compute: () => Promise<T>): Promise<T> {
    const result = compute();
    const own = entries;
    own.set(key, result, 0);
    result.then(
      (value) => own.resize(key, result, bytesOf(value)),
      () => own.delete(key, result),
    );
    return result;
  }

  return {
    get: (version, key, compute) => {
      if (version !== heldVersion) {
        heldVersion = version;
        entries = createRecentMap(maxBytes);
      }
      const held = entries.get(key);
      if (held) return held;
      // Before anybody else can wait for it: what one caller may not have is not refused to others.
      spend(cost);
      return add(key, compute);
    },
  };
}
