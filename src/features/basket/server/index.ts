import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { audit } from '#server/audit.ts';
import { intArraySql, type Queryable } from '#server/db/queryable.ts';
import type { Store } from '#server/db/store.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { HttpProblem } from '#server/http/problems.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { AccountBasket, readBasket, type SavedBasket, saveBasket } from '../contract.ts';

/** Baskets are read where they are written, so that everybody sees at once what they have saved. */
export const registerRoutes: RegisterFeature = (app, { store }) => {
  registerEndpoint(app, readBasket, ({ caller }) => readBasketOf(store, caller.subject));
  registerEndpoint(app, saveBasket, ({ caller, body }) => saveBasketOf(store, caller.subject, body));
};

const entity = 'user_basket';
const nothingKept: AccountBasket = { version: 0, sites: [] };

/** Reads the basket of one person. */
async function readBasketOf(from: Queryable, owner: string): Promise<AccountBasket> {
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
function saveBasketOf(store: Store, owner: string, { version, sites }: AccountBasket): Promise<SavedBasket> {
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
    const former = before.version === 0 ? undefined : before.sites;
    const saved = { entity, entity_id: owner, before: former, after: after.sites };
    await audit(tx, { actor: owner, action: former ? 'update' : 'create', ...saved });
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
