import { sql } from 'drizzle-orm/sql';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { FindingAnswer } from '#contract/finding.ts';
import { describeFinding } from '#domain/finding/finding.ts';
import { pathOfSite } from '#domain/page-paths.ts';
import { todayInBasin } from '#lib/basin-clock.ts';
import { cleanLine } from '#lib/clean-line.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import { html } from '#lib/html.ts';
import type { FeatureServices } from '#server/feature-services.ts';
import { readLatestOfSite } from '#server/findings/site-latest.ts';
import { recordNotFound } from '#server/http/problems.ts';
import { toRouteOptions } from '#server/http/register-endpoint.ts';
import { readPersonFeed, readSiteFeed } from '../../contract.ts';
import { describeFired, titleOf } from '../../rules/firing-mail.ts';
import { readFirings } from './firings.ts';

type Entry = {
  /** What names it for good, such as the id of a firing. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** ISO 8601 */
  readonly updated: string;
  readonly href: string;
  /** Who delivered the value, if that is known. */
  readonly by?: string;
};

type Feed = {
  readonly title: string;
  readonly self: string;
  readonly href: string;
  readonly entries: readonly Entry[];
  readonly isDemonstration: boolean;
};

/** Writes an Atom feed (RFC 4287). */
function writeAtom({ title, self, href, entries, isDemonstration }: Feed): string {
  const { host } = new URL(self);
  const text = (line: string) => cleanLine(line.toWellFormed());
  const newest =
    entries
      .map(({ updated }) => updated)
      .toSorted()
      .at(-1) ?? '1970-01-01T00:00:00Z';
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>${text(title)}</title>${isDemonstration && html`<subtitle>${demonstrationNote}</subtitle>`}<id>${self}</id><link rel="self" href="${self}"/><link href="${href}"/><updated>${newest}</updated><author><name>${host}</name></author>
${entries.map(
  (
    entry,
  ) => html`<entry><title>${text(entry.title)}</title><id>tag:${host},2026:${entry.id}</id><link href="${entry.href}"/><updated>${entry.updated}</updated>${entry.by !== undefined && html`<author><name>${text(entry.by)}</name></author>`}<summary>${text(entry.text)}</summary></entry>
`,
)}</feed>
`.markup;
}

const maxEntries = 50;

/** Registers the feed of a person, whose address is secret, and that of each site, which has what everybody may read. */
export function registerFeeds(
  app: FastifyInstance,
  { store, reads, config, scopeOf }: FeatureServices,
): void {
  const origin = config.portalOrigin;
  const send = (reply: FastifyReply, feed: Omit<Feed, 'isDemonstration'>, cache: string) =>
    reply
      .headers({ 'cache-control': cache })
      .type('application/atom+xml; charset=utf-8')
      .send(writeAtom({ ...feed, isDemonstration: reply.request.isDemonstration }));

  app.route({
    ...toRouteOptions(readPersonFeed),
    handler: async (request, reply) => {
      const { key } = readPersonFeed.params.parse(request.params);
      const [known] = await store.query(
        sql`select subject from alert_person a join person p using (subject)
          where a.feed_key = ${key} and p.blocked_at is null`,
        z.object({ subject: z.string() }),
      );
      if (!known) throw recordNotFound();
      // A program that follows a feed has no account.
      const rows = await readFirings(
        store,
        await scopeOf(undefined),
        sql`r.subject = ${known.subject} and f.kind <> 'cleared'
          order by f.fired_at desc, f.id limit ${maxEntries}::int`,
      );
      const entries = rows.map(({ id, fired_at, ...firing }) => ({
        id: `alert/${id}`,
        title: titleOf(firing),
        text: describeFired(firing),
        updated: fired_at,
        href: `${origin}${pathOfSite(firing.facts.loc_ndx)}`,
      }));
      const self = `${origin}/api/alerts/feed/${key}`;
      return send(reply, { title: 'Your alerts', self, href: origin, entries }, 'private, no-store');
    },
  });

  app.route({
    ...toRouteOptions(readSiteFeed),
    handler: async (request, reply) => {
      const { location } = readSiteFeed.params.parse(request.params);
      const { records } = await readLatestOfSite(reads, location, await scopeOf(undefined));
      const href = `${origin}${pathOfSite(Number(location))}`;
      const today = todayInBasin(new Date());
      const entries = records.flatMap((finding) => toEntry(finding, today, href));
      const self = `${origin}/api/alerts/sites/${location}/feed`;
      const title = records[0]?.loc_name ?? 'A site';
      return send(reply, { title, self, href, entries }, `public, max-age=${readSiteFeed.maxAge}`);
    },
  });
}

/** An entry for each record and day: who reads the feed every day has every value once. */
function toEntry(finding: FindingAnswer, today: string, href: string): readonly Entry[] {
  const { loc_ndx, parameter_ndx, parameter_name, rdate, is_withheld, delivered_by: by } = finding;
  if (rdate === null || is_withheld) return [];
  const { value, sentence } = describeFinding(finding, { today });
  return [
    {
      id: `site/${loc_ndx}/${parameter_ndx}/${rdate}`,
      title: `${parameter_name}: ${value}`,
      text: sentence,
      updated: `${rdate}T00:00:00Z`,
      ...{ href, by },
    },
  ];
}
