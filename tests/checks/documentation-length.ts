import type { Document } from './doc-links.ts';

/** What one person can read in a day, and hold to what the code does. Delete something before you raise it. */
export const maxDocumentationLength = 26_000;

/** Counts the words of the documentation and the README as `wc -w` does: whatever stands between white space. */
export function documentationLength(documents: readonly Document[]): number {
  return documents
    .filter(({ path }) => path === 'README.md' || path.startsWith('content/documentation/'))
    .reduce((sum, { text }) => sum + text.split(/\s+/).filter((word) => word !== '').length, 0);
}
