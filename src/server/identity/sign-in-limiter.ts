import { normalizeIP } from '@fastify/rate-limit';
import { createWorkQueue } from '../db/work-queue.ts';
import type { CounterStore } from '../limits/counters.ts';
import { normalizeEmail } from './accounts.ts';

export type SignInAttempt = {
  readonly address: string;
  readonly email: string;
  /** The id of a browser in which the owner of the account has signed in before. */
  readonly knownBrowser?: string | undefined;
};

/** `refused`: the password was not looked at. `checked`: `account` is undefined if it was wrong. */
export type SignInOutcome<Account> =
  | { readonly kind: 'refused'; readonly waitSeconds: number }
  | { readonly kind: 'checked'; readonly account: Account | undefined };

export type SignInLimiter = {
  attempt<Account>(
    who: SignInAttempt,
    checkPassword: () => Promise<Account | undefined>,
  ): Promise<SignInOutcome<Account>>;
};

type Limit = { readonly key: string; readonly max: number; readonly windowMs: number };

const minuteMs = 60_000;
const perQuarterHour = { max: 10, windowMs: 15 * minuteMs };
/** Two windows of an hour may lie within 60 minutes, so no 60 minutes have more than 100 guesses. */
const perHour = { max: 50, windowMs: 60 * minuteMs };

/** Attempts that wait for their turn; more are refused. */
const maxWaiting = 500;

/**
 * Limits the guesses of passwords per account and per client address. An attempt is counted before the password is
 * hashed, and given back if the password was right, so that parallel guesses are no way around. One address cannot
 * use up an account's guesses, and a known browser has guesses of its own, so that a stranger locks nobody out of it.
 * A right password also forgives the failures of its address at this account, among them attempts of a process that
 * was killed before it could give them back.
 */
export function createSignInLimiter(counters: CounterStore): SignInLimiter {
  // Hashes take time and memory. The queue also leaves few attempts at a time that may still be given back.
  const queue = createWorkQueue(2);

  async function giveBack(limits: readonly Limit[]) {
    await counters.add(limits.map(({ key, windowMs }) => ({ key, windowMs, amount: -1 })));
  }

  async function forgive([own, ...others]: readonly Limit[]) {
    if (own) await counters.add([{ ...own, amount: -own.max }]);
    await giveBack(others);
  }

  /** @returns the seconds to wait; 0 if the attempt was counted */
  async function reserve(limits: readonly Limit[]): Promise<number> {
    for (const [index, { key, max, windowMs }] of limits.entries()) {
      const [result] = await counters.add([{ key, windowMs, amount: 1 }]);
      if (!result || result.count <= max) continue;
      // What was refused must not use up the guesses of the account.
      await giveBack(limits.slice(0, index + 1));
      return Math.max(1, Math.ceil(result.msLeft / 1000));
    }
    return 0;
  }

  return {
    async attempt(who, checkPassword) {
      const limits = limitsOf(who);
      if (queue.stats().waiting >= maxWaiting) return { kind: 'refused', waitSeconds: 1 };
      return queue.run(async () => {
        const waitSeconds = await reserve(limits);
        if (waitSeconds > 0) return { kind: 'refused' as const, waitSeconds };
        const account = await checkPassword();
        if (account) await forgive(limits);
        return { kind: 'checked' as const, account };
      });
    },
  };
}

/** The first limit is that of the address or browser at this account. */
function limitsOf({ address, email, knownBrowser }: SignInAttempt): Limit[] {
  const account = normalizeEmail(email);
  if (knownBrowser) return [{ key: `sign-in browser ${knownBrowser} ${account}`, ...perQuarterHour }];
  const from = normalizeIP(address);
  return [
    { key: `sign-in pair ${from} ${account}`, ...perQuarterHour },
    { key: `sign-in address ${from}`, ...perHour },
    { key: `sign-in account ${account}`, ...perHour },
  ];
}

export function describeWait(seconds: number): string {
  return `Too many tries. Wait ${seconds} s, then try again.`;
}
