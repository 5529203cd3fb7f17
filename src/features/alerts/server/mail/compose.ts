import { type SQL, sql } from 'drizzle-orm/sql';
import * as z from 'zod/mini';
import { sitesAbove } from '#domain/river-neighbors.ts';
import { startOfDayInBasin, todayInBasin } from '#lib/basin-clock.ts';
import { addDays, dayNumber } from '#lib/calendar.ts';
import { demonstrationNote } from '#lib/demonstration.ts';
import { readDemoState } from '#server/db/demonstration.ts';
import type { FindingScope } from '#server/db/findings.ts';
import type { Queryable } from '#server/db/queryable.ts';
import type { FeatureServices } from '#server/feature-services.ts';
import { readReadingVersion } from '#server/http/query-cache.ts';
import { Brief, partsOf } from '../../../today/index.ts';
import { createBriefReader } from '../../../today/server/index.ts';
import { confirmMail, digestMail, firingMail } from '../../rules/firing-mail.ts';
import { letterMail, type RevisedRecord } from '../../rules/letter.ts';
import { type MailContent, type WrittenMail, writeMail } from '../../rules/mail-layout.ts';
import { readFirings } from './firings.ts';
import { confirmLink, stopLink } from './links.ts';
import { picturesOf } from './pictures.ts';
import type { Composed, OutboxMail } from './sender.ts';

const Firings = z.object({ firings: z.array(z.uuid()) });
const LetterOf = z.object({ on: z.iso.date() });

/** A letter is about so many days up to its own. */
const weekDays = 7;

/**
 * Creates what writes the mails of the outbox from the rows that they are about. The portal does not know who reads an address,
 * so all mails have what is for anybody.
 */
export function createComposer(services: FeatureServices, now: () => Date = () => new Date()) {
  const { store, reads, basin, config, scopeOf } = services;
  const origin = config.portalOrigin;
  const readBrief = createBriefReader(services);
  const [index] = basin.brief.rivers;
  const reservoirsAbove = index ? sitesAbove(basin.siteFacts.rivers, index.actual.id) : [];

  /** Writes a mail with values, below whose title a demonstration says so. */
  async function write({ subject, blocks }: MailContent): Promise<WrittenMail> {
    const { has_data } = await readDemoState(store);
    const note = { kind: 'note', text: demonstrationNote } as const;
    return writeMail({ subject, blocks: has_data ? blocks.toSpliced(1, 0, note) : blocks });
  }

  /** What the letters of a day have in common, which takes long to read and to draw. */
  async function readLetter(on: string, scope: FindingScope) {
    const brief = Brief.parse(await (await readBrief(dayNumber(on), scope)).readJson());
    const isToday = on === todayInBasin(now());
    const parts = partsOf(brief, on, { reservoirsAbove, ...(isToday && { now: now() }) });
    return { brief, parts, pictures: picturesOf(brief, parts), revised: await readRevised(reads, scope, on) };
  }
  let shared: { readonly key: string; readonly letter: Awaited<ReturnType<typeof readLetter>> } | undefined;

  async function writeLetter({ subject, stop_key, payload }: OutboxMail): Promise<Composed> {
    const { on } = LetterOf.parse(payload);
    const scope = await scopeOf(undefined);
    const key = `${on} ${await readReadingVersion(reads)}`;
    if (shared?.key !== key) shared = { key, letter: await readLetter(on, scope) };
    const stop = stopLink(origin, stop_key, 'letter');
    const fired = subject === null ? undefined : await readFirings(store, scope, ofWeek(subject, on));
    return { mail: await write(letterMail({ ...shared.letter, fired }, { origin, stop, now: now() })), stop };
  }

  return async (row: OutboxMail): Promise<Composed | undefined> => {
    if (row.kind === 'letter') return writeLetter(row);
    if (row.kind === 'confirm') {
      const link = confirmLink(origin, { id: row.recipient_id, stop_key: row.stop_key });
      return { mail: writeMail(confirmMail(new URL(origin).host, link)), stop: undefined };
    }
    const firings = await readFirings(
      store,
      await scopeOf(undefined),
      among(Firings.parse(row.payload).firings),
    );
    const [first] = firings;
    if (!first) return undefined;
    const stop = stopLink(origin, row.stop_key);
    const place = { origin, stop, now: now() };
    return {
      mail: await write(firings.length === 1 ? firingMail(first, place) : digestMail(firings, place)),
      stop,
    };
  };
}

function among(ids: readonly string[]): SQL {
  return sql`f.id = any(array(select json_array_elements_text(${JSON.stringify(ids)}::text::json))::uuid[])
    order by f.fired_at, f.id`;
}

/** The firings of a person’s rules in the days up to a letter. */
function ofWeek(subject: string, on: string): SQL {
  return sql`r.subject = ${subject} and f.kind <> 'cleared' and ${sinceWeek(sql`f.fired_at`, on)}
    order by f.fired_at desc, f.id limit 20`;
}

const Revised = z.object({
  loc_ndx: z.int(),
  loc_name: z.string(),
  parameter_name: z.string(),
  days: z.int(),
  first: z.string(),
  last: z.string(),
});
const maxRevised = 5;

/** Reads the records of which most days were revised in the days up to a letter, as far as its reader may see them. */
async function readRevised(
  from: Queryable,
  { isReadable }: FindingScope,
  on: string,
): Promise<RevisedRecord[]> {
  const rows = await from.query(
    sql`select v.loc_ndx, l.loc_name, p.parameter_name, count(distinct v.rdate)::int as days,
        min(v.rdate)::text as first, max(v.rdate)::text as last
      from daily_value_revision v join location l using (loc_ndx) join parameter p using (parameter_ndx)
      where l.is_shown and ${sinceWeek(sql`v.known_from`, on)}
      group by v.loc_ndx, l.loc_name, v.parameter_ndx, p.parameter_name
      order by days desc, l.loc_name, v.parameter_ndx`,
    Revised,
  );
  return rows.filter(({ loc_ndx }) => isReadable(loc_ndx)).slice(0, maxRevised);
}

function sinceWeek(column: SQL, on: string): SQL {
  const from = startOfDayInBasin(addDays(on, 1 - weekDays));
  const to = startOfDayInBasin(addDays(on, 1));
  return sql`${column} >= ${from}::text::timestamptz and ${column} < ${to}::text::timestamptz`;
}
