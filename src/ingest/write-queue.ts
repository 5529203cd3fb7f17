type Running<T> = { readonly site: string; readonly result: Promise<T> };

export type WriteQueue<T> = {
  /** Starts a write as soon as no other write of its site runs. @throws what an earlier write threw */
  add(site: string, write: () => Promise<T>): Promise<void>;
  /** Waits for all writes. @throws what a write threw */
  finish(): Promise<void>;
};

/**
 * Runs up to `limit` writes at the same time, so that a database server works while the next series is prepared. Passes
 * on the results in the order in which the writes were added. With a limit of 1, `add` waits for the write itself.
 */
export function createWriteQueue<T>(limit: number, onResult: (result: T) => void): WriteQueue<T> {
  const running: Running<T>[] = [];
  const settleFirst = async () => {
    const first = running.shift();
    if (first) onResult(await first.result);
  };
  return {
    async add(site, write) {
      while (running.some((each) => each.site === site)) await settleFirst();
      const result = write();
      // A failure is thrown by the call that waits for it.
      result.catch(() => {});
      running.push({ site, result });
      while (running.length >= limit) await settleFirst();
    },
    async finish() {
      try {
        while (running.length > 0) await settleFirst();
      } finally {
        await Promise.allSettled(running.map(({ result }) => result));
      }
    },
  };
}
