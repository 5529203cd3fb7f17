import { demoAccounts } from '#config/identity.ts';
import { importAuthor } from '#domain/records/import-author.ts';

/** Who wrote something, as it is told to `reader`. Of people of a tenant the portal knows the identifier only. */
export function authorName(subject: string | null, reader: string | undefined): string {
  if (subject === null) return 'unknown';
  if (subject === reader) return 'you';
  if (subject === importAuthor) return 'the importer';
  if (subject === 'demonstration') return 'the demonstration';
  return demoAccounts.find((account) => account.subject === subject)?.name ?? subject;
}
