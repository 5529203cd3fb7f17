import { AsyncLocalStorage } from 'node:async_hooks';
import { HttpProblem } from '../http/problems.ts';
import type { RequestCounters } from './counters.ts';

/**
 * What a request adds to the budget of its caller, in addition to the request itself, which counts 1. A unit is a few
 * milliseconds of one processor.
 */
export const weights = {
  /** Something that is held once it has been computed from whole records. */
  computed: 5,
  /** A thousand rows of an answer count 1. */
  rows: (count: number) => Math.floor(count / 1000),
  /** Ready-made files need no more than the disk. */
  bytes: (count: number) => Math.floor(count / 4_000_000),
} as const;

/** Whom a request is counted for, and what it has spent. */
export type Account = {
  /** The key of the caller. */
  readonly owner: string;
  /** Charges what the request has cost the engine, in milliseconds of a processor, and has not yet spent. */
  use(ms: number): void;
  charge(units: number, condition: 'if there is budget' | 'anyway'): void;
};

export const budgetWindowMs = 60_000;

/** An answer of so many milliseconds is covered by the request itself; more is charged by the time it took. */
const freeMs = 100;
const msPerUnit = 10;

/** One answer spends at most this share of a budget, so that who downloads a large file can still read pages. */
const maxShare = 4;

export function createAccount(owner: string, max: number, counters: RequestCounters): Account {
  let left = Math.ceil(max / maxShare);
  let spent = 0;
  let usedMs = 0;
  const account: Account = {
    owner,
    use(ms) {
      usedMs += ms;
      const due = Math.floor((usedMs - freeMs) / msPerUnit) - spent;
      if (due > 0) account.charge(due, 'anyway');
    },
    charge(units, condition) {
      const amount = Math.min(units, left);
      const { count, msLeft } = counters.add(owner, budgetWindowMs, amount);
      if (count - amount > max && condition === 'if there is budget') {
        counters.add(owner, budgetWindowMs, -amount);
        throw tooMany('Large answers have used up your share of this minute.', msLeft);
      }
      left -= amount;
      spent += units;
    },
  };
  return account;
}

/** 429 that says when the running window ends. */
export function tooMany(what: string, msLeft: number): HttpProblem {
  const seconds = Math.max(1, Math.ceil(msLeft / 1000));
  return new HttpProblem(429, `${what} Try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  });
}

const accounts = new AsyncLocalStorage<Account>();

/** Runs what belongs to a request. */
export function runFor<T>(account: Account, work: () => T): T {
  return accounts.run(account, work);
}

/** The caller for whom the portal works now; empty for its own work, such as an import. */
export function currentOwner(): string {
  return accounts.getStore()?.owner ?? '';
}

/** Spends units before the work is done. @throws HttpProblem 429 where the budget was used up before */
export function spend(units: number): void {
  if (units > 0) accounts.getStore()?.charge(units, 'if there is budget');
}

/** Charges the caller for time of the engine. */
export function useEngine(ms: number): void {
  accounts.getStore()?.use(ms);
}

/** Spends units of what has been done, whose size was not known before. */
export function settle(units: number): void {
  if (units > 0) accounts.getStore()?.charge(units, 'anyway');
}
