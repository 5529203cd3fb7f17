import type { SearchEntry } from '#config/search-entry.ts';
import { isStopTerm, splitTerms } from '#lib/search-engine.ts';
import { toSlug } from '#lib/slug.ts';

/** A page of the documentation without its Markdown; decisions have no section. */
export type DocsPage = {
  readonly href: string;
  readonly title: string;
  readonly description?: string;
  readonly section?: string;
};

/** In spelling errors: after sites comes what readers need, then what maintainers do, and decisions after all else. */
const weights: Readonly<Record<string, number>> = { start: 1, guide: 1 };
const maintainerWeight = 1.3;
const decisionWeight = 10;

/**
 * Splits a page of the documentation at its headings. Of the text below a heading, each word is there once: an index of the
 * texts would be twice as long.
 */
export function parsePassages(
  { href, title, description = '', section }: DocsPage,
  markdown: string,
): readonly SearchEntry[] {
  const passages: { heading: string; lines: string[] }[] = [{ heading: title, lines: [] }];
  let inCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) inCode = !inCode;
    const heading = inCode ? null : /^#{2,4}\s+(.+)$/.exec(line);
    if (heading) passages.push({ heading: stripMarkdown(heading[1] ?? ''), lines: [] });
    else passages.at(-1)?.lines.push(line);
  }
  return passages.map(({ heading, lines }, at) => {
    const isPage = at === 0;
    const context = isPage ? description : title;
    return {
      kind: 'Documentation',
      name: heading,
      href: isPage ? href : `${href}#${toSlug(heading)}`,
      context,
      // A decision is found by its title.
      ...(section === undefined
        ? { weight: decisionWeight, isDecision: true }
        : {
            weight: weights[section] ?? maintainerWeight,
            text: indexedTerms(lines, `${heading} ${context}`),
          }),
    };
  });
}

/** The words of a text that say something and are not in another one, without those that only begin a longer word. */
function indexedTerms(lines: readonly string[], other: string): string {
  const known = splitTerms(other);
  const terms = [...new Set(splitTerms(stripMarkdown(lines.join(' '))))].sort();
  return terms
    .filter((word, at) => !terms[at + 1]?.startsWith(word))
    .filter((word) => word.length > 2 && !/^\d/.test(word) && !isStopTerm(word))
    .filter((word) => !known.some((each) => each.startsWith(word)))
    .join(' ');
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
