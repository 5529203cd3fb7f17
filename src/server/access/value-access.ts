import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import type { Queryable } from '../db/queryable.ts';
import type { CachedBody } from '../http/cached-body.ts';
import { unauthorized } from '../http/problems.ts';
import { type CachedQuery, cacheComputed, cacheQuery } from '../http/query-cache.ts';
import type { Caller } from './access-control.ts';

/**
 * Whose values may be read. Values of providers that the basin file calls open are for anyone, those of other providers
 * for callers with a valid token. Every handler of an endpoint with the access `open-values` asks here before it reads.
 */
export type ValueAccess = {
  /** @throws HttpProblem 401 that names the first of these locations whose values the caller may not read */
  requireReadable(caller: Caller | undefined, locations: readonly number[]): Promise<void>;
  /**
   * Whether the caller may read the values of a location, by `loc_ndx`. What builds findings asks here, and withholds the
   * others. A location that is not in the portal, or not shown, counts as readable: reading it finds nothing.
   */
  isReadableBy(caller: Caller | undefined): Promise<(location: number) => boolean>;
  /** The shown locations, by `loc_ndx`, whose values the caller may read; undefined means all. */
  readableLocations(caller: Caller | undefined): Promise<readonly number[] | undefined>;
  /** Caches an answer for callers with a token, and one for the others, who get the given locations only. */
  cacheByCaller<T>(compute: (locations: readonly number[] | undefined) => Promise<T>): ReadForCaller<T>;
  /** Caches a list likewise; `shown` is a condition on the locations `l` of its rows. */
  cacheListByCaller(list: (shown: SQL) => CachedQuery): ReadForCaller<CachedBody>;
};

type ReadForCaller<T> = (call: { caller: Caller | undefined }) => Promise<T>;

const SiteRow = z.object({ loc_ndx: z.int(), loc_name: z.string(), is_open: z.boolean() });

/** Without open providers, no value is readable without a token. */
export function createValueAccess(from: Queryable, openProviders: readonly string[]): ValueAccess {
  const isOpenSql = sql`exists (select from data_provider d where d.data_provider_ndx = l.data_provider_ndx
    and d.data_provider_name = any(array(select json_array_elements_text(${JSON.stringify(openProviders)}::text::json))))`;
  const readSites = cacheComputed(from, async () => {
    const rows = await from.query(
      sql`select l.loc_ndx, l.loc_name, ${isOpenSql} as is_open from location l where l.is_shown
        order by l.loc_ndx`,
      SiteRow,
    );
    return {
      open: rows.filter(({ is_open }) => is_open).map(({ loc_ndx }) => loc_ndx),
      closed: new Map(rows.filter(({ is_open }) => !is_open).map((row) => [row.loc_ndx, row.loc_name])),
    };
  });

  async function readableLocations(caller: Caller | undefined) {
    return caller ? undefined : (await readSites()).open;
  }

  async function isReadableBy(caller: Caller | undefined) {
    if (caller) return () => true;
    const { closed } = await readSites();
    return (location: number) => !closed.has(location);
  }

  return {
    isReadableBy,
    requireReadable: async (caller, locations) => {
      if (caller) return;
      const { closed } = await readSites();
      const location = locations.find((each) => closed.has(each));
      if (location !== undefined) {
        const name = closed.get(location);
        throw unauthorized('none', `The values of ${name} need an account. Sign in to see them.`);
      }
    },
    readableLocations,
    cacheByCaller: (compute) => {
      const readAll = cacheComputed(from, () => compute(undefined));
      const readOpen = cacheComputed(from, async () => compute(await readableLocations(undefined)));
      return ({ caller }) => (caller ? readAll() : readOpen());
    },
    cacheListByCaller: (list) => {
      const readAll = cacheQuery(from, list(sql`l.is_shown`));
      const readOpen = cacheQuery(from, list(sql`l.is_shown and ${isOpenSql}`));
      return ({ caller }) => (caller ? readAll() : readOpen());
    },
  };
}
