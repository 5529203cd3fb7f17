import { createWorkQueue } from '../db/work-queue.ts';
import { HttpProblem } from '../http/problems.ts';

/** Rows of one answer. Records fill a client's memory; more CSV rows than 50 locations of a century have are a mistake. */
export const maxRows = { records: 250_000, csv: 2_000_000 } as const;

/** Downloads that may run at the same time: of one caller, and of all. A part of each is in memory. */
export const maxDownloadsPerCaller = 4;
const maxDownloads = 48;
/** How long a download waits for its turn. */
const maxWaitMs = 5000;

/** The running downloads of the portal. Each caller, and not each download, gets the next turn. */
export type DownloadSlots = {
  /**
   * Waits for a turn, and begins a download. It ends when `release` is called, whose further calls do nothing, or where
   * it cannot begin.
   * @throws HttpProblem 429, 503
   */
  start<T>(signal: AbortSignal, begin: (release: () => void) => Promise<T>): Promise<T>;
};

export function createDownloadSlots({
  max = maxDownloads,
  maxPerCaller = maxDownloadsPerCaller,
  waitMs = maxWaitMs,
} = {}): DownloadSlots {
  const queue = createWorkQueue(max, { maxPerOwner: maxPerCaller });
  async function take(signal: AbortSignal): Promise<() => void> {
    const late = new AbortController();
    const timer = setTimeout(() => {
      const isFull = queue.stats().running >= max;
      late.abort(
        isFull
          ? refuse(503, 'Many downloads are running. Try again in a moment.')
          : refuse(
              429,
              `${maxPerCaller} of your downloads are running. Wait until one ends, then try again.`,
            ),
      );
    }, waitMs);
    try {
      return await queue.take(AbortSignal.any([signal, late.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    start: async (signal, begin) => {
      const release = await take(signal);
      try {
        return await begin(release);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

function refuse(status: number, detail: string): HttpProblem {
  return new HttpProblem(status, detail, { headers: { 'retry-after': '10' } });
}
