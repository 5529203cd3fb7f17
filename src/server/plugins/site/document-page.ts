import { publicDocuments } from '#config/models/public-documents.ts';
import type { Store } from '../../db/store.ts';
import { escapeHtml } from '../../identity/login-page.ts';
import { readReadableDocument } from '../../modules/documents/editions.ts';

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

const maxDescription = 200;

/** Fills in the head of the page: the document's title in place of the page's label, and its summary. */
export function fillDocumentHead(html: string, id: string, { title, summary }: DocumentSummary): string {
  const label = escapeHtml(title);
  const description = escapeHtml(shorten(summary.replace(/\s+/g, ' ').trim()) || title);
  const [head = '', ...rest] = html.split('</head>');
  const filled = head
    .replace(/(<title>(?:[^<]* · )?)[^<]*/, (_, before: string) => before + label)
    .replace(/(<meta property="og:title" content="(?:[^"]* · )?)[^"]*/, (_, before: string) => before + label)
    .replace(
      /(<meta (?:name="description"|property="og:description") content=")[^"]*/g,
      (_, before: string) => before + description,
    )
    .replace('property="og:type" content="website"', 'property="og:type" content="article"')
    .replaceAll('/documents/public-docs/document/', `/documents/public-docs/${id}`);
  return [filled, ...rest].join('</head>');
}

function shorten(text: string): string {
  if (text.length <= maxDescription) return text;
  return `${text.slice(0, maxDescription).replace(/\s+\S*$|[\ud800-\udbff]$/, '')}…`;
}
