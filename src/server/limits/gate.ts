/** Runs at most `maxRunning` tasks at a time; the others wait, first come, first served. */
export function createGate(maxRunning: number, maxWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    /** @returns undefined, without running the task, if too many wait already */
    async run<T>(task: () => Promise<T>): Promise<T | undefined> {
      if (running >= maxRunning) {
        if (waiting.length >= maxWaiting) return undefined;
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else running += 1;
      try {
        return await task();
      } finally {
        // A place is passed on, not freed, so that no newcomer takes it first.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
