import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  AccountBasket,
  listSiteCards,
  readBasket,
  type SavedBasket,
  SiteCard,
  saveBasket,
} from '#contract/basket.ts';
import { audit } from '../../audit.ts';
import { type FindingScope, readMainFindings, type ScopeOf } from '../../db/findings.ts';
import { intArraySql, type Queryable } from '../../db/queryable.ts';
import type { Store } from '../../db/store.ts';
import { HttpProblem } from '../../http/problems.ts';
import { cacheAnswers, readReadingVersion } from '../../http/query-cache.ts';
import { registerEndpoint } from '../../http/register-endpoint.ts';

const maxCachedBytes = 4 * 1024 * 1024;

/** Baskets are read where they are written, so that everybody sees at once what they have saved. */
export function registerBasketRoutes(app: FastifyInstance, store: Store, reads: Queryable, scopeOf: ScopeOf) {
  const cards = cacheAnswers(reads, maxCachedBytes, 0, readReadingVersion);
  registerEndpoint(app, listSiteCards, async ({ query: { sites }, caller }) => {
    const scope = await scopeOf(caller);
    return cards(`${scope.reader} ${sites}`, (limited) =>
      readSiteCards(limited, sites.split(',').map(Number), scope),
    );
  });
  registerEndpoint(app, readBasket, ({ caller }) => readBasketOf(store, caller.subject));
  registerEndpoint(app, saveBasket, ({ caller, body }) => saveBasketOf(store, caller.subject, body));
}

/** The days before the latest value that a card's line shows. */
const recentDays = 30;

/** Reads the cards of sites in the order asked for; sites that are not on the map have none. */
async function readSiteCards(
  from: Queryable,
  sites: readonly number[],
  scope: FindingScope,
): Promise<SiteCard[]> {
  const rows = await from.query(
    sql`
      select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name, coalesce((
        select json_agg(json_build_object('parameter_ndx', m.parameter_ndx, 'parameter_name', m.parameter_name)
          order by m.parameter_ndx)
        from location_parameter lp join parameter m using (parameter_ndx) where lp.loc_ndx = l.loc_ndx
      ), '[]') as parameters
      from location l
      join location_type t using (loc_type_ndx)
      where l.is_shown and l.loc_ndx = any(${intArraySql(sites)})`,
    z.omit(SiteCard, { record: true }),
  );
  const findings = await readMainFindings(from, sites, { ...scope, recentDays, withReadings: true });
  const findingOf = new Map(findings.map((finding) => [finding.loc_ndx, finding]));
  const rowOf = new Map(rows.map((row) => [row.loc_ndx, row]));
  return sites.flatMap((site) => {
    const row = rowOf.get(site);
    return row ? [{ ...row, record: findingOf.get(site) ?? null }] : [];
  });
}

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
