import type { TryLock } from './locks.ts';
import type { Queryable } from './queryable.ts';

export type { Queryable } from './queryable.ts';

export type StoreTransaction = Queryable & {
  /** Bulk insert of CSV text (no header; an unquoted empty cell is NULL) through COPY. */
  copy(table: string, columns: readonly string[], csv: string): Promise<void>;
  /** Bulk insert of rows that `encodeRows` has encoded. */
  copyBinary(table: string, columns: readonly string[], rows: Buffer): Promise<void>;
};

/** How busy a database is. */
export type StoreStats = {
  /** Statements and transactions that wait for a turn. */
  readonly waiting: number;
  readonly running: number;
  /** Milliseconds that a caller has waited for a turn, at most; what waits behind the same caller's own is not counted. */
  readonly longestWaitMs: number;
  /** Only where there is a replica. */
  readonly replica?: ReplicaStats;
};

/** Whether and how a replica is read. */
export type ReplicaStats = {
  /** `lagging`: its data are too old, so the primary is read. */
  readonly state: 'in use' | 'lagging' | 'away';
  readonly isPrimaryDown: boolean;
  /** How old its data were at the last check, at most; undefined if that is not known. */
  readonly lagSeconds: number | undefined;
  /** Reads that were sent to each server since the start. */
  readonly statements: { readonly primary: number; readonly replica: number };
};

/** One open database, whichever engine is behind it. */
export type Store = Queryable & {
  readonly engine: 'pglite' | 'postgresql';
  transaction<T>(work: (transaction: StoreTransaction) => Promise<T>): Promise<T>;
  /** Takes a lock that all processes share. It ends with the process at the latest. */
  tryLock: TryLock;
  stats(): StoreStats;
  /** For reads that may see data of up to 5 s ago, and that go on while the primary server is away. */
  readonly reads?: Queryable;
  /** Copies the folder of the embedded database, in a state that can be opened, to a folder that does not exist. */
  snapshot?(folder: string): Promise<void>;
  close(): Promise<void>;
};

/** The database could not be opened; `message` explains why to the operator of the portal. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}
