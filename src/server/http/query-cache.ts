import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { type Queryable, withSignal } from '../db/queryable.ts';
import { spend } from '../limits/request-budget.ts';
import { timeLimit } from '../limits/time-limit.ts';
import { createRecentMap } from '../recent-map.ts';
import { CachedBody, jsonBody } from './cached-body.ts';

/** A response that the database writes: an expression for its JSON. */
export type CachedQuery = { readonly json: SQL };

const JsonRow = z.object({ json: z.string() });
const Versions = z.object({ version: z.string(), readings: z.string() });
type Versions = z.output<typeof Versions>;

/**
 * The version of the published data. The database raises it in every transaction that changes them, whoever makes it
 * (migration 0011).
 */
const versionsSql = sql`select version::text as version, readings::text as readings from data_version`;

/** What reads the version of each database, shared by everything that is cached. */
const versionReaders = new WeakMap<Queryable, () => Promise<Versions>>();

/**
 * Reads the version. While one read is running, all further calls share the one after it, which begins later than any of
 * them: so many readers ask the database no more often than it answers, and nobody gets an older version than it has.
 */
export async function readDataVersion(from: Queryable): Promise<string> {
  return (await readVersions(from)).version;
}

/** Reads the version of the published data and of the readings of the last hours, for what shows both. */
export async function readReadingVersion(from: Queryable): Promise<string> {
  const { version, readings } = await readVersions(from);
  return `${version}.${readings}`;
}

function readVersions(from: Queryable): Promise<Versions> {
  const read = versionReaders.get(from) ?? createVersionReader(from);
  versionReaders.set(from, read);
  return read();
}

function createVersionReader(from: Queryable): () => Promise<Versions> {
  let known: { readonly writes: number | undefined; readonly versions: Versions } | undefined;
  let running: Promise<unknown> | undefined;
  let next: Promise<Versions> | undefined;

  async function start(): Promise<Versions> {
    const writes = from.writes?.();
    const [row] = await from.query(versionsSql, Versions);
    if (!row) throw new Error('The table data_version is empty.');
    known = { writes, versions: row };
    return row;
  }

  function run(): Promise<Versions> {
    const result = start();
    const settled = result.then(
      () => {},
      () => {},
    );
    running = settled;
    settled.then(() => {
      if (running === settled) running = undefined;
    });
    return result;
  }

  return async () => {
    // The embedded database has one connection, so that even this would wait for every long statement before it.
    if (known?.writes !== undefined && known.writes === from.writes?.()) return known.versions;
    if (!running) return run();
    next ??= running.then(() => {
      next = undefined;
      return run();
    });
    return next;
  };
}

/** Caches a response that the database writes until the published data change. */
export function cacheQuery(from: Queryable, query: CachedQuery): () => Promise<CachedBody> {
  return cacheComputed(from, () => readCachedBody(from, query));
}

/** Reads a response that the database writes. */
export async function readCachedBody(from: Queryable, { json }: CachedQuery): Promise<CachedBody> {
  const [row] = await from.query(sql`select ${json} as json`, JsonRow);
  if (!row) throw new Error('A select without a table returned no row.');
  return new CachedBody(row.json);
}

/**
 * Several people may wait for one computation, so it ends by its own limit and not when one of them leaves. That is longer
 * than a request waits: on a slow machine the first requests get 503, and a later one gets the answer.
 */
export const computeTimeoutMs = 120_000;

/** The same database for one computation, whose statements end when it has taken too long. */
export function withComputeLimit(from: Queryable): Queryable {
  return withSignal(from, AbortSignal.timeout(timeLimit(computeTimeoutMs)));
}

/**
 * Caches JSON by a key that says all that it depends on, until the published data change; the most recently used answers
 * up to a size.
 * @param cost What a computation adds to the budget of the caller who is the first to ask.
 * @param readVersion `readReadingVersion` for answers with readings of the last hours
 */
export function cacheAnswers(from: Queryable, maxBytes: number, cost = 0, readVersion = readDataVersion) {
  const answers = createVersionedCache<CachedBody>(maxBytes, ({ heldBytes }) => heldBytes, cost);
  return async (key: string, compute: (limited: Queryable) => Promise<unknown>): Promise<CachedBody> =>
    answers.get(await readVersion(from), key, async () =>
      jsonBody(await compute(withComputeLimit(from))).pack(),
    );
}

/** Caches what is computed from the database until the published data change; simultaneous calls share one computation. */
export function cacheComputed<T>(from: Queryable, compute: () => Promise<T>): () => Promise<T> {
  const cache = createVersionedCache<T>(0, () => 0);
  return async () => cache.get(await readDataVersion(from), '', compute);
}

/** Holds computed parts of answers until the published data change, the most recently used ones up to a size. */
export type VersionedCache<T> = {
  /**
   * Gives what is held for a version of the data, as `readDataVersion` gives it, or computes it. The version has to be
   * read before computing, so that a change made meanwhile is noticed by the next call. Simultaneous calls share one
   * computation.
   * @throws HttpProblem 429 where the caller has no budget left for the computation
   */
  get(version: string, key: string, compute: () => Promise<T>): Promise<T>;
};

/** @param cost What a computation adds to the budget of the caller who is the first to ask. */
export function createVersionedCache<T>(
  maxBytes: number,
  bytesOf: (value: T) => number,
  cost = 0,
): VersionedCache<T> {
  let heldVersion: string | undefined;
  let entries = createRecentMap<Promise<T>>(maxBytes);

  function add(key: string, compute: () => Promise<T>): Promise<T> {
    const result = compute();
    const own = entries;
    own.set(key, result, 0);
    result.then(
      (value) => own.resize(key, result, bytesOf(value)),
      () => own.delete(key, result),
    );
    return result;
  }

  return {
    get: (version, key, compute) => {
      if (version !== heldVersion) {
        heldVersion = version;
        entries = createRecentMap(maxBytes);
      }
      const held = entries.get(key);
      if (held) return held;
      // Before anybody else can wait for it: what one caller may not have is not refused to others.
      spend(cost);
      return add(key, compute);
    },
  };
}
