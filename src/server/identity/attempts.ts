type Limit = { readonly failures: number; readonly window: number };

type Tally = { failures: number; until: number };

const most = 10_000;

/** Counts failed tries by key, so that nobody can go through passwords. `window` is in milliseconds. */
export class Attempts {
  readonly #limit: Limit;
  readonly #now: () => number;
  readonly #tallies = new Map<string, Tally>();

  constructor(limit: Limit, now: () => number = Date.now) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Seconds to wait before the next try; 0 when it may come. */
  wait(key: string): number {
    const tally = this.#tallies.get(key);
    if (!tally || tally.failures < this.#limit.failures) return 0;
    return Math.max(0, Math.ceil((tally.until - this.#now()) / 1000));
  }

  failed(key: string): void {
    const now = this.#now();
    const tally = this.#tallies.get(key);
    if (tally && tally.until > now) tally.failures += 1;
    else this.#tallies.set(key, { failures: 1, until: now + this.#limit.window });
    if (this.#tallies.size > most) this.#forget(now);
  }

  #forget(now: number) {
    for (const [key, { until }] of this.#tallies) if (until <= now) this.#tallies.delete(key);
    // Still too many: the oldest go.
    for (const key of this.#tallies.keys()) {
      if (this.#tallies.size <= most) return;
      this.#tallies.delete(key);
    }
  }
}

const minutes = 60_000;

/** Tries to sign in, however they are made: of one address for one account, and of one address at all. */
export class SignInAttempts {
  readonly #byAccount = new Attempts({ failures: 10, window: 5 * minutes });
  readonly #byAddress = new Attempts({ failures: 50, window: 5 * minutes });

  wait(address: string, email: string): number {
    return Math.max(this.#byAccount.wait(keyOf(address, email)), this.#byAddress.wait(address));
  }

  failed(address: string, email: string): void {
    this.#byAccount.failed(keyOf(address, email));
    this.#byAddress.failed(address);
  }
}

function keyOf(address: string, email: string) {
  return `${address} ${email.trim().toLowerCase().slice(0, 200)}`;
}
