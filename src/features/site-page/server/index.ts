import { sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { findModel } from '#config/models/index.ts';
import { publicDocuments } from '#config/models/public-documents.ts';
import type { BasinSiteFacts } from '#contract/basin/basin-requests.ts';
import { siteFields } from '#contract/record-fields.ts';
import type { Model } from '#contract/records/model.ts';
import type { StoredRecord } from '#domain/records/versions.ts';
import { neighborsOf } from '#domain/river-neighbors.ts';
import { lettersOfYear } from '#domain/statistics/completeness.ts';
import type { locationTypes } from '#domain/vocabulary.ts';
import { firstDayOfWaterYear, lastDayOfWaterYear } from '#domain/water-year.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import type { Caller } from '#server/access/access-control.ts';
import { findSite } from '#server/db/find-site.ts';
import { type FindingScope, readMainFindings } from '#server/db/findings.ts';
import { siteTablesSql } from '#server/db/record-heads.ts';
import type { Queryable } from '#server/db/store.ts';
import type { RegisterFeature } from '#server/feature-services.ts';
import { recordNotFound } from '#server/http/problems.ts';
import {
  cacheAnswers,
  createVersionedCache,
  readReadingVersion,
  withComputeLimit,
} from '#server/http/query-cache.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { weights } from '#server/limits/request-budget.ts';
import { readReadableRows } from '#server/records/queries.ts';
import {
  readSitePage,
  readSiteSeason,
  readWellRecord,
  SiteFacts,
  type SiteMentions,
  type SiteNeighbor,
  type SiteNeighbors,
  type SiteRecord,
} from '../contract.ts';
import { mentionsSite } from '../rules/text-mention.ts';
import { type ReadRecord, readDayStates, readSeason, readSiteRecords, readWholeRecord } from './records.ts';

/** Held answers are objects, which take about so much more memory than their JSON. */
const maxBytes = 8 * 1024 * 1024;
const bytesPerRecord = 8 * 1024;

/** What a page says of a site's own data. */
type SiteData = {
  readonly site: SiteFacts;
  readonly records: readonly ReadRecord[];
  readonly neighbors: SiteNeighbors;
};

export const registerRoutes: RegisterFeature = (
  app,
  { store, reads: from, basin: { siteFacts: facts }, valueAccess, scopeOf },
) => {
  const pages = createVersionedCache<SiteData>(
    maxBytes,
    ({ records }) => (records.length + 1) * bytesPerRecord,
    weights.computed,
  );
  const seasons = cacheAnswers(from, maxBytes, weights.computed);

  async function readData(location: number, today: string, scope: FindingScope): Promise<SiteData> {
    const limited = withComputeLimit(from);
    const site = await readSiteFacts(limited, location, facts);
    const [records, neighbors] = await Promise.all([
      readSiteRecords(limited, location, today, scope),
      readNeighbors(limited, site, facts, scope),
    ]);
    return { site, records, neighbors };
  }

  async function requireSite(id: string): Promise<number> {
    const site = await findSite(from, id, facts.otherIds);
    if (!site) throw recordNotFound();
    return site.loc_ndx;
  }

  registerEndpoint(app, readSitePage, async ({ params, query, caller }) => {
    const today = todayInBasin(new Date());
    const version = await readReadingVersion(from);
    const location = await requireSite(params.location);
    const scope = await scopeOf(caller);
    const key = `${scope.reader} ${location} ${today}`;
    const data = await pages.get(version, key, () => readData(location, today, scope));
    const { site, records, neighbors } = data;
    const year = query.year === undefined ? null : Number(query.year);
    return {
      site,
      year,
      records:
        year === null ? records.map(({ record }) => record) : await withDays(from, site, records, year),
      neighbors,
      ...(await readMentions(store, site, caller)),
    };
  });

  registerEndpoint(app, readSiteSeason, async ({ params, query, caller }) => {
    const location = await requireSite(params.location);
    await valueAccess.requireReadable(caller, [location]);
    const { parameter } = query;
    const wanted = parameter === undefined ? undefined : Number(parameter);
    return seasons(`${location} ${parameter ?? ''}`, (limited) => readSeason(limited, location, wanted));
  });

  registerEndpoint(app, readWellRecord, async ({ params, query, caller }) => {
    const location = await requireSite(params.location);
    await valueAccess.requireReadable(caller, [location]);
    const today = todayInBasin(new Date());
    return seasons(`${location} ${query.parameter} whole ${today}`, (limited) =>
      readWholeRecord(limited, location, Number(query.parameter), today),
    );
  });
};

async function withDays(
  from: Queryable,
  { loc_ndx }: SiteFacts,
  records: readonly ReadRecord[],
  year: number,
): Promise<SiteRecord[]> {
  const parameters = records.map(({ record }) => record.parameter_ndx);
  const days = [firstDayOfWaterYear(year), lastDayOfWaterYear(year)] as const;
  const states = await readDayStates(from, loc_ndx, parameters, days);
  return records.map(({ record, extent }, at) => ({
    ...record,
    days: extent ? lettersOfYear(states[at] ?? [], year, extent) : null,
  }));
}

const SiteRow = z.omit(SiteFacts, { capacity_af: true });

/** @throws HttpProblem 404 for a location that is not on the map */
async function readSiteFacts(
  from: Queryable,
  location: number,
  { capacities }: BasinSiteFacts,
): Promise<SiteFacts> {
  const [site] = await from.query(
    sql`select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name, d.data_provider_name as data_provider, h8.huc8_code,
        h8.huc8_name, h10.huc10_code, h10.huc10_name, g.gw_district_name as gw_district, l.latitude_dd, l.longitude_dd,
        l.elevation_ft, l.loc_url
      from ${siteTablesSql}
      where l.loc_ndx = ${location}::int and l.is_shown`,
    SiteRow,
  );
  if (!site) throw recordNotFound();
  return { ...site, capacity_af: capacities.get(site.loc_id) ?? null };
}

/** Gains between two gages, which are no place on the river. */
const reachType: (typeof locationTypes)[number] = 'Stream Reach';

/** The days of a neighbor's small line. */
const recentDays = 30;

/** Reads the sites next to one on its river, with the finding of the main parameter of each. */
async function readNeighbors(
  from: Queryable,
  { loc_id }: Pick<SiteFacts, 'loc_id'>,
  { rivers, capacities }: BasinSiteFacts,
  scope: FindingScope,
): Promise<SiteNeighbors> {
  const reaches = await from.query(
    sql`select l.loc_id from location l join location_type t using (loc_type_ndx)
      where t.loc_type_name = ${reachType} and l.loc_id <> ${loc_id}`,
    z.object({ loc_id: z.string() }),
  );
  const computed = new Set(reaches.map((each) => each.loc_id));
  const found = neighborsOf(
    rivers.map((river) => ({ ...river, sites: river.sites.filter((id) => !computed.has(id)) })),
    loc_id,
  );
  if (!found) return { river: null, upstream: [], downstream: [] };
  const ids = [...found.upstream, ...found.downstream].map(({ id }) => id);
  const rows = await from.query(
    sql`select l.loc_ndx, l.loc_id, l.loc_name, t.loc_type_name
      from location l join location_type t using (loc_type_ndx)
      where l.is_shown and l.loc_id in ${ids.length > 0 ? ids : ['']}`,
    z.object({ ...siteFields, loc_type_name: z.string() }),
  );
  const findings = await readMainFindings(
    from,
    rows.map(({ loc_ndx }) => loc_ndx),
    { ...scope, recentDays },
  );
  const findingOf = new Map(findings.map((finding) => [finding.loc_ndx, finding]));
  const byId = new Map(rows.map((row) => [row.loc_id, row]));
  const toNeighbors = (side: typeof found.upstream) =>
    side.flatMap(({ id, river }): SiteNeighbor[] => {
      const row = byId.get(id);
      if (!row) return [];
      const finding = findingOf.get(row.loc_ndx) ?? null;
      const is_withheld = !scope.isReadable(row.loc_ndx);
      const record = is_withheld ? null : finding;
      return [{ ...row, river, capacity_af: capacities.get(id) ?? null, is_withheld, record }];
    });
  return {
    river: found.river,
    upstream: toNeighbors(found.upstream),
    downstream: toNeighbors(found.downstream),
  };
}

type NamedSite = Pick<SiteFacts, 'loc_id' | 'loc_name'>;

const maxMentions = 20;

/** Reads the published texts that name a site, of the models that the caller may read. */
async function readMentions(
  from: Queryable,
  site: NamedSite,
  caller: Caller | undefined,
): Promise<SiteMentions> {
  const announcements = findModel('announcements');
  const [documents, notices] = await Promise.all([
    readNaming(from, publicDocuments, ['title', 'summary'], site, caller),
    announcements ? readNaming(from, announcements, ['title', 'message'], site, caller) : [],
  ]);
  return {
    documents: newestFirst(documents, ({ content }) => textOf(content.document_date)).map(
      ({ id, content }) => ({
        id,
        title: textOf(content.title),
        document_type: textOf(content.document_type),
        document_date: textOf(content.document_date) || null,
      }),
    ),
    announcements: newestFirst(notices, ({ updated_at }) => updated_at).map(({ id, content }) => ({
      id,
      title: textOf(content.title),
      message: textOf(content.message),
      severity: content.severity === 'warning' ? 'warning' : 'info',
    })),
  };
}

async function readNaming(
  from: Queryable,
  model: Model,
  fields: readonly [string, string],
  { loc_id, loc_name }: NamedSite,
  caller: Caller | undefined,
): Promise<StoredRecord[]> {
  if (model.mayRead === 'signed-in' && !caller) return [];
  const texts = sql`concat_ws(' ', content->>${fields[0]}::text, content->>${fields[1]}::text)`;
  const maybe = sql`(strpos(${texts}, ${loc_id}::text) > 0 or strpos(regexp_replace(lower(${texts}), '\\s+', ' ', 'g'),
    regexp_replace(lower(${loc_name}::text), '\\s+', ' ', 'g')) > 0)`;
  const rows = await readReadableRows(from, model, maybe);
  return rows.filter(({ content }) =>
    fields.some((field) => mentionsSite(textOf(content[field]), { id: loc_id, name: loc_name })),
  );
}

function newestFirst(rows: readonly StoredRecord[], timeOf: (row: StoredRecord) => string): StoredRecord[] {
  const compare = (one: StoredRecord, other: StoredRecord) =>
    timeOf(other).localeCompare(timeOf(one)) || one.id.localeCompare(other.id);
  return rows.toSorted(compare).slice(0, maxMentions);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
