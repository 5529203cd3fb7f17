import { defineCollection } from 'astro:content';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { glob, type Loader } from 'astro/loaders';
import { z } from 'astro/zod';
import { findFrontMatterFaults, frontMatter, pageKindOf } from '#config/front-matter.ts';

/** Every fault of the front matter of all pages, so that an author sees them at once. */
function findAllFaults(): readonly string[] {
  return readdirSync('content', { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const file = path.posix.join('content', name.replaceAll(path.sep, '/'));
    const kind = pageKindOf(file);
    return kind === undefined ? [] : findFrontMatterFaults(file, readFileSync(file, 'utf8'), kind);
  });
}

/** A collection of Markdown files. Faults of any file's front matter stop the build, all of them listed. */
function markdown<S extends z.ZodType>(schema: S, files: Parameters<typeof glob>[0]) {
  const loader: Loader = glob(files);
  return defineCollection({
    schema,
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
  documentation: markdown(frontMatter.documentation, {
    base: 'content/documentation',
    pattern: ['**/*.md', '!decisions/**'],
  }),
  decisions: markdown(frontMatter.decisions, { base: 'content/documentation/decisions', pattern: '*.md' }),
  changelog: markdown(z.union([frontMatter.changelog, frontMatter.unreleased]), {
    base: 'content/changelog',
    pattern: ['*.md', 'unreleased/*.md'],
    generateId: ({ entry }) => entry.replace(/\.md$/, ''),
  }),
  pages: markdown(frontMatter.pages, { base: 'content/pages', pattern: '*.md' }),
};
