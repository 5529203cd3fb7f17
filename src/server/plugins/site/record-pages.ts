import { publicDocuments } from '#config/models/public-documents.ts';
import type { BasinSiteFacts } from '#contract/basin/basin-requests.ts';
import { parseSitePath, pathOfSite, siteIdPattern } from '#domain/page-paths.ts';
import { escapeHtml } from '#lib/html.ts';
import { type FoundSite, findSite } from '../../db/find-site.ts';
import type { Store } from '../../db/store.ts';
import { readReadableDocument } from '../../files/readable-document.ts';
import { readDataVersion } from '../../http/query-cache.ts';

const documentAddress = /^\/documents\/public-docs\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i;

/** The built page that is given for the address of every document. */
export const documentShell = 'documents/public-docs/document/index.html';

/** Reads the id of a document from the address of its page; undefined for other addresses. */
export function parseDocumentAddress(address: string): string | undefined {
  return documentAddress.exec(address)?.[1]?.toLowerCase();
}

/** What links to a document’s page show of it. */
export type DocumentSummary = { readonly title: string; readonly summary: string };

/** The documents that everyone may read. */
export function createDocumentSubjects(store: Store): PageSubjects<DocumentSummary> {
  return {
    readVersion: () => readDataVersion(store),
    find: async (id) => {
      const content = (await readReadableDocument(store, id))?.row.content;
      if (!content) return undefined;
      const text = (name: string) => (typeof content[name] === 'string' ? content[name] : '');
      return { title: text(publicDocuments.titleField), summary: text('summary') };
    },
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

/** The built page that is given for the address of every monitoring site. */
export const monitoringSiteShell = 'sites/site/index.html';

/** Names no site. */
const noSite = '-';

/** Reads what names a monitoring site in the address of its page; undefined for other addresses. */
export function parseMonitoringSiteAddress(address: string): string | undefined {
  const id = parseSitePath(address);
  // What cannot be an id has one page, however much is typed.
  return id === undefined || siteIdPattern.test(id) ? id : noSite;
}

/** The monitoring sites that are on the map, by their `loc_ndx` or an agency's id. */
export function createSiteSubjects(store: Store, { otherIds }: BasinSiteFacts): PageSubjects<FoundSite> {
  const from = store.reads ?? store;
  return {
    readVersion: () => readDataVersion(from),
    find: (id) => findSite(from, id, otherIds),
  };
}

export function fillMonitoringSiteHead(html: string, site: FoundSite): string {
  return fillPageHead(html, {
    title: site.loc_name,
    description: `${site.loc_type_name} of ${site.data_provider}: latest values, completeness of the record, statistics and neighbors.`,
    kind: 'website',
    builtPath: '/sites/site/',
    path: pathOfSite(site.loc_ndx),
  });
}

/** What pages of their own are about, among what everyone may see. */
export type PageSubjects<Subject> = {
  /** The version of the data, as `readDataVersion` gives it. */
  readVersion(): Promise<string>;
  find(id: string): Promise<Subject | undefined>;
};

/** What links to a page show of it, and its own address in place of that of the built page. */
type PageHead = {
  readonly title: string;
  readonly description: string;
  readonly kind: 'article' | 'website';
  readonly builtPath: string;
  readonly path: string;
};

const maxDescription = 200;

/** Fills in the head of a page that stands for many: its title in place of the label, its description and its address. */
function fillPageHead(html: string, { title, description, kind, builtPath, path }: PageHead): string {
  const label = escapeHtml(title);
  const text = escapeHtml(shorten(description.replace(/\s+/g, ' ').trim()) || title);
  const [head = '', ...rest] = html.split('</head>');
  const filled = head
    .replace(/(<title>(?:[^<]* · )?)[^<]*/, (_, before: string) => before + label)
    .replace(/(<meta property="og:title" content="(?:[^"]* · )?)[^"]*/, (_, before: string) => before + label)
    .replace(
      /(<meta (?:name="description"|property="og:description") content=")[^"]*/g,
      (_, before: string) => before + text,
    )
    .replace('property="og:type" content="website"', `property="og:type" content="${kind}"`)
    .replaceAll(builtPath, path);
  return [filled, ...rest].join('</head>');
}

function shorten(text: string): string {
  if (text.length <= maxDescription) return text;
  return `${text.slice(0, maxDescription).replace(/\s+\S*$|[\ud800-\udbff]$/, '')}…`;
}
