import { sql } from 'drizzle-orm/sql';
import { announcements } from '#config/models/announcements.ts';
import { publicDocuments } from '#config/models/public-documents.ts';
import type { Model } from '#contract/model.ts';
import type { SiteFacts, SiteMentions } from '#contract/site-page.ts';
import type { StoredRecord } from '#domain/records/versions.ts';
import { mentionsSite } from '#domain/text-mention.ts';
import type { Queryable } from '../../db/store.ts';
import type { Caller } from '../../plugins/access.ts';
import { readReadableRows } from '../records/queries.ts';

type NamedSite = Pick<SiteFacts, 'loc_id' | 'loc_name'>;

const maxMentions = 20;

/** Reads the published texts that name a site, of the models that the caller may read. */
export async function readMentions(
  from: Queryable,
  site: NamedSite,
  caller: Caller | undefined,
): Promise<SiteMentions> {
  const [documents, notices] = await Promise.all([
    readNaming(from, publicDocuments, ['title', 'summary'], site, caller),
    readNaming(from, announcements, ['title', 'message'], site, caller),
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
