import type { FastifyRequest } from 'fastify';
import { callerKey } from './caller-key.ts';
import { HttpProblem } from './problems.ts';

/** Downloads that one caller may have at the same time. */
export const maxDownloadsPerCaller = 4;

/** Counts the running downloads of each caller: the person where signed in, the address otherwise. */
export type DownloadSlots = {
  /** Returns a function that ends the download; further calls of it do nothing. @throws HttpProblem 429 */
  take(request: FastifyRequest): () => void;
};

export function createDownloadSlots(max = maxDownloadsPerCaller): DownloadSlots {
  const running = new Map<string, number>();
  return {
    take: (request) => {
      const key = callerKey(request);
      const count = running.get(key) ?? 0;
      if (count >= max) {
        throw new HttpProblem(
          429,
          `${max} of your downloads are running. Wait until one ends, then try again.`,
          {
            headers: { 'retry-after': '10' },
          },
        );
      }
      running.set(key, count + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (running.get(key) ?? 1) - 1;
        if (left > 0) running.set(key, left);
        else running.delete(key);
      };
    },
  };
}
