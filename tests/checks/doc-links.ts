import path from 'node:path';
import GithubSlugger from 'github-slugger';

/** A Markdown file by its path from the root of the repository. */
export type Document = { readonly path: string; readonly text: string };

/**
 * Links of Markdown files that lead nowhere inside the repository or the portal, as `file: link: what is wrong`.
 * `files`: every file of the repository; `routes`: the addresses of pages that are not made from Markdown.
 */
export function findBrokenLinks(
  documents: readonly Document[],
  files: readonly string[],
  routes: readonly string[],
): readonly string[] {
  const byAddress = new Map(documents.map((document) => [addressOf(document.path), document]));
  const known = new Set(files.flatMap((file) => [file, ...parentsOf(file)]));
  const pages = new Set(routes);
  return documents.flatMap((document) =>
    linksOf(document.text).flatMap((link) => {
      const error = linkError(link);
      return error ? [`${document.path}: ${link}: ${error}`] : [];

      function linkError(address: string): string | undefined {
        const [target = '', anchor] = address.split('#');
        if (/^[a-z]+:/.test(target)) return undefined;
        if (target === '') return anchorError(document, anchor);
        if (!target.startsWith('/')) {
          const file = path.posix.join(path.posix.dirname(document.path), target);
          return known.has(file) ? undefined : 'there is no such file';
        }
        const page = byAddress.get(target.replace(/\/$/, ''));
        if (page) return anchorError(page, anchor);
        return pages.has(target) || known.has(`public${target}`) ? undefined : 'there is no such page';
      }
    }),
  );
}

function anchorError({ text }: Document, anchor: string | undefined): string | undefined {
  return anchor === undefined || anchorsOf(text).has(anchor) ? undefined : 'there is no such heading';
}

/** `content/documentation/guide/map.md` is the page `/documentation/guide/map`. */
function addressOf(file: string): string {
  return file.replace(/^content(?:\/pages)?/, '').replace(/\.md$/, '');
}

function parentsOf(file: string): readonly string[] {
  const parts = file.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');
}

function linksOf(text: string): readonly string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

/** The ids of the headings, made as Astro makes them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const headings = text.replace(/```[\s\S]*?```/g, '').matchAll(/^#{1,6} +(.+)$/gm);
  return new Set([...headings].map(([, heading = '']) => slugger.slug(heading.replace(/[`*_]/g, ''))));
}
