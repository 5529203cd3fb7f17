import { todayInBasin } from '#lib/basin-clock.ts';

/** Values change about once a day, and imports may run every hour. */
const renewAfterMs = 15 * 60_000;
/** A computer that sleeps, and a tab in the background, hold long timers up. */
const tickMs = 60_000;

/** The time, and the page that a person may be looking at. */
export type PageClock = {
  now(): Date;
  isVisible(): boolean;
  /** Calls back every minute, and when the page is shown again. @returns how to stop */
  onTick(callback: () => void): () => void;
};

/**
 * Calls back every 15 minutes and after midnight in the basin, so that a page that stays open shows what is true. One
 * that is hidden is renewed when it is shown again. @returns how to stop
 */
export function followRenewal(renew: () => void, clock: PageClock = pageClock): () => void {
  let at = clock.now();
  return clock.onTick(() => {
    const now = clock.now();
    const isDue =
      Math.abs(now.getTime() - at.getTime()) >= renewAfterMs || todayInBasin(now) !== todayInBasin(at);
    if (!isDue || !clock.isVisible()) return;
    at = now;
    renew();
  });
}

const pageClock: PageClock = {
  now: () => new Date(),
  isVisible: () => document.visibilityState === 'visible',
  onTick(callback) {
    if (typeof document === 'undefined') return () => {};
    const timer = setInterval(callback, tickMs);
    document.addEventListener('visibilitychange', callback);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', callback);
    };
  },
};
