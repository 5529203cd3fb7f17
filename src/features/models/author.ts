import { demoAccounts } from '#config/identity.ts';
import { importAuthor } from '#domain/records/import-author.ts';

/** Names the author of a version for `reader`. For users of an external tenant this is their subject identifier. */
export function authorName(subject: string | null, reader: string | undefined): string {
  if (subject === null) return 'unknown';
  if (subject === reader) return 'you';
  if (subject === importAuthor) return 'the importer';
  if (subject === 'demonstration') return 'the demonstration';
  return demoAccounts.find((account) => account.subject === subject)?.name ?? subject;
}
