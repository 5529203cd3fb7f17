import { type CollectionEntry, getCollection } from 'astro:content';

export type DocsLink = { readonly href: string; readonly title: string; readonly description: string };

export type DocsSection = { readonly title: string; readonly links: readonly DocsLink[] };

const sections = [
  ['start', 'Start here'],
  ['guide', 'User’s guide'],
  ['maintain', 'For maintainers'],
  ['recipes', 'Recipes'],
] as const;

/** Pages that are generated instead of written in Markdown. */
const apiReference: DocsLink = {
  href: '/documentation/api',
  title: 'API reference',
  description: 'Every call of the REST API: method, address, who may call it and what it returns.',
};
export const basinFileReference: DocsLink = {
  href: '/documentation/basin-file',
  title: 'Fields of the basin file',
  description: 'Every field of the file that defines a basin: what it holds, and what it means.',
};
export const folderReference: DocsLink = {
  href: '/documentation/folders',
  title: 'Who may import whom',
  description: 'The folders of the source, what each holds, and what it may import.',
};

export function documentAddress({ id }: CollectionEntry<'documentation'>): string {
  return `/documentation/${id}`;
}

export function decisionAddress({ id }: CollectionEntry<'decisions'>): string {
  return `/documentation/decisions/${id}`;
}

/** Reads the documentation's menu: its sections with their pages, in order. */
export async function readDocsTree(): Promise<readonly DocsSection[]> {
  const documents = await getCollection('documentation');
  const decisions = await getCollection('decisions');
  const documentSections = sections.map(([section, title]) => ({
    title,
    links: [
      ...documents
        .filter(({ data }) => data.section === section)
        .sort((one, other) => one.data.order - other.data.order || one.id.localeCompare(other.id))
        .map((entry) => ({
          href: documentAddress(entry),
          title: entry.data.title,
          description: entry.data.description,
        })),
      ...(section === 'maintain' ? [apiReference, basinFileReference, folderReference] : []),
    ],
  }));
  const decisionLinks = decisions
    .sort((one, other) => one.id.localeCompare(other.id))
    .map((entry) => ({
      href: decisionAddress(entry),
      title: entry.data.title,
      description: `Decision ${entry.id.slice(0, 4)}, ${entry.data.date}`,
    }));
  return [...documentSections, { title: 'Decisions', links: decisionLinks }];
}

/** Finds the pages before and after an address, in the order of the menu. */
export function neighbors(tree: readonly DocsSection[], href: string) {
  const links = tree.flatMap((section) => section.links);
  const at = links.findIndex((link) => link.href === href);
  return { previous: at > 0 ? links[at - 1] : undefined, next: at < 0 ? undefined : links[at + 1] };
}
