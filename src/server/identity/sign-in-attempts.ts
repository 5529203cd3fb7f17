type Limit = { readonly failures: number; readonly window: number };

type Tally = { failures: number; until: number };

const maxTallies = 10_000;

/** Counts failed attempts by key, to stop password guessing. `window` is in milliseconds. */
export class AttemptLimiter {
  readonly #limit: Limit;
  readonly #now: () => number;
  readonly #tallies = new Map<string, Tally>();

  constructor(limit: Limit, now: () => number = Date.now) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Seconds to wait before the next attempt; 0 if it is allowed now. */
  secondsToWait(key: string): number {
    const tally = this.#tallies.get(key);
    if (!tally || tally.failures < this.#limit.failures) return 0;
    return Math.max(0, Math.ceil((tally.until - this.#now()) / 1000));
  }

  recordFailure(key: string): void {
    const now = this.#now();
    const tally = this.#tallies.get(key);
    if (tally && tally.until > now) tally.failures += 1;
    else this.#tallies.set(key, { failures: 1, until: now + this.#limit.window });
    if (this.#tallies.size > maxTallies) this.#removeExpired(now);
  }

  #removeExpired(now: number) {
    for (const [key, { until }] of this.#tallies) if (until <= now) this.#tallies.delete(key);
    // If there are still too many, remove the oldest.
    for (const key of this.#tallies.keys()) {
      if (this.#tallies.size <= maxTallies) return;
      this.#tallies.delete(key);
    }
  }
}

const minuteMs = 60_000;

/** Limits failed sign-ins of a client address, per account and in total. */
export class SignInLimiter {
  readonly #byAccount = new AttemptLimiter({ failures: 10, window: 5 * minuteMs });
  readonly #byAddress = new AttemptLimiter({ failures: 50, window: 5 * minuteMs });

  secondsToWait(address: string, email: string): number {
    return Math.max(
      this.#byAccount.secondsToWait(keyOf(address, email)),
      this.#byAddress.secondsToWait(address),
    );
  }

  recordFailure(address: string, email: string): void {
    this.#byAccount.recordFailure(keyOf(address, email));
    this.#byAddress.recordFailure(address);
  }
}

function keyOf(address: string, email: string) {
  return `${address} ${email.trim().toLowerCase().slice(0, 200)}`;
}
