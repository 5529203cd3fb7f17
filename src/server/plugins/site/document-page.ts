import { publicDocuments } from '#config/models/public-documents.ts';
import type { Store } from '../../db/store.ts';
import { readReadableDocument } from '../../modules/documents/editions.ts';
import { fillPageHead } from './page-head.ts';

const documentAddress = /^\/documents\/public-docs\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i;

/** The built page that is given for the address of every document. */
export const documentShell = 'documents/public-docs/document/index.html';

/** Reads the id of a document from the address of its page; undefined for other addresses. */
export function parseDocumentAddress(address: string): string | undefined {
  return documentAddress.exec(address)?.[1]?.toLowerCase();
}

/** What links to a document’s page show of it. */
export type DocumentSummary = { readonly title: string; readonly summary: string };

/** Finds a document that everyone may read. */
export type FindDocument = (id: string) => Promise<DocumentSummary | undefined>;

export function createFindDocument(store: Store): FindDocument {
  return async (id) => {
    const content = (await readReadableDocument(store, id))?.row.content;
    if (!content) return undefined;
    const text = (name: string) => (typeof content[name] === 'string' ? content[name] : '');
    return { title: text(publicDocuments.titleField), summary: text('summary') };
  };
}

/** Fills in the head of the page: the document's title in place of the page's label, and its summary. */
export function fillDocumentHead(html: string, id: string, { title, summary }: DocumentSummary): string {
  return fillPageHead(html, {
    title,
    description: summary,
    kind: 'article',
    builtPath: '/documents/public-docs/document/',
    path: `/documents/public-docs/${id}`,
  });
}
