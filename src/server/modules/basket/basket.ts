import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { AccountBasket, type SavedBasket } from '#contract/basket.ts';
import { audit } from '../../audit.ts';
import { intArraySql, type Queryable } from '../../db/queryable.ts';
import type { Store } from '../../db/store.ts';
import { HttpProblem } from '../../http/problems.ts';

const entity = 'user_basket';
const nothingKept: AccountBasket = { version: 0, sites: [] };

/** Reads the basket of one person. */
export async function readBasketOf(from: Queryable, owner: string): Promise<AccountBasket> {
  const [basket] = await from.query(
    sql`select version, to_json(sites) as sites from user_basket where user_uuid = ${owner}`,
    AccountBasket,
  );
  return basket ?? nothingKept;
}

/**
 * Replaces the basket of one person. Sites that are not in the portal are answered and not saved; one that was hidden
 * since it was added stays, so that nothing is lost while it is hidden.
 * @throws HttpProblem 409 if the basket has another version
 */
export function saveBasketOf(
  store: Store,
  owner: string,
  { version, sites }: AccountBasket,
): Promise<SavedBasket> {
  return store.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`${entity} ${owner}`}))`);
    const before = await readBasketOf(tx, owner);
    if (before.version !== version) {
      throw new HttpProblem(409, 'Your basket was changed in another window.');
    }
    const shown = new Set(await findShownSites(tx, sites));
    const isKnown = (site: number) => shown.has(site) || before.sites.includes(site);
    const after: AccountBasket = { version: version + 1, sites: sites.filter(isKnown) };
    await tx.query(
      sql`insert into user_basket (user_uuid, version, sites)
        values (${owner}, ${after.version}, ${intArraySql(after.sites)})
        on conflict (user_uuid) do update set version = excluded.version, sites = excluded.sites, updated_at = now()`,
    );
    await audit(tx, {
      actor: owner,
      action: before.version === 0 ? 'create' : 'update',
      entity,
      entity_id: owner,
      before: before.version === 0 ? null : before.sites,
      after: after.sites,
    });
    return { ...after, unknown: sites.filter((site) => !isKnown(site)) };
  });
}

async function findShownSites(from: Queryable, sites: readonly number[]): Promise<readonly number[]> {
  const rows = await from.query(
    sql`select loc_ndx from location where is_shown and loc_ndx = any(${intArraySql(sites)})`,
    z.object({ loc_ndx: z.int() }),
  );
  return rows.map(({ loc_ndx }) => loc_ndx);
}
