import { toSlug } from '#lib/slug.ts';

/** An entry of the search index: the text under one heading of a page. */
export type Passage = {
  readonly href: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** Decisions say why, and come after the pages that say how. */
  readonly isDecision?: boolean;
};

/** Splits a page of the documentation at its headings. */
export function parsePassages(href: string, page: string, markdown: string): readonly Passage[] {
  const passages: { heading: string; lines: string[] }[] = [{ heading: page, lines: [] }];
  let inCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) inCode = !inCode;
    const heading = inCode ? null : /^#{2,4}\s+(.+)$/.exec(line);
    if (heading) passages.push({ heading: stripMarkdown(heading[1] ?? ''), lines: [] });
    else passages.at(-1)?.lines.push(line);
  }
  return passages.map(({ heading, lines }, at) => ({
    href: at === 0 ? href : `${href}#${toSlug(heading)}`,
    page,
    heading,
    text: stripMarkdown(lines.join(' ')),
  }));
}

/** Removes the markup: `[A *site*](/map)` is `A site`. */
function stripMarkdown(markdown: string): string {
  return markdown
    .replace(/<!--.*?-->/g, ' ')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*_>|#]|```\w*/g, ' ')
    .replace(/-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
