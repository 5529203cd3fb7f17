import { defineCollection } from 'astro:content';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { glob, type Loader } from 'astro/loaders';
import { findFrontMatterFaults, frontMatter, type PageKind, pageKindOf } from '#config/front-matter.ts';

/** Every fault of the front matter of all pages, so that an author sees them at once. */
function findAllFaults(): readonly string[] {
  return readdirSync('content', { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const file = path.posix.join('content', name.replaceAll(path.sep, '/'));
    const kind = pageKindOf(file);
    return kind === undefined ? [] : findFrontMatterFaults(file, readFileSync(file, 'utf8'), kind);
  });
}

/** A collection of Markdown files. Faults of any file's front matter stop the build, all of them listed. */
function markdown<Kind extends PageKind>(kind: Kind, files: Parameters<typeof glob>[0]) {
  const loader: Loader = glob(files);
  return defineCollection({
    schema: frontMatter[kind],
    loader: {
      ...loader,
      load: async (context) => {
        const faults = findAllFaults();
        if (faults.length > 0) throw new Error(`Front matter that cannot be used:\n${faults.join('\n')}`);
        await loader.load(context);
      },
    },
  });
}

export const collections = {
  documentation: markdown('documentation', {
    base: 'content/documentation',
    pattern: ['**/*.md', '!decisions/**'],
  }),
  decisions: markdown('decisions', { base: 'content/documentation/decisions', pattern: '*.md' }),
  changelog: markdown('changelog', {
    base: 'content/changelog',
    pattern: '*.md',
    generateId: ({ entry }) => entry.replace(/\.md$/, ''),
  }),
  pages: markdown('pages', { base: 'content/pages', pattern: '*.md' }),
};
