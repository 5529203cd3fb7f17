import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';

/** Front matter is checked to the letter: a field that is wrong, missing or unknown fails the build. */
const text = z.string().trim().min(1);
const day = z.iso.date();

/** `section` and `order` say where a page stands in the documentation's own menu. */
const documentation = defineCollection({
  loader: glob({ base: 'content/documentation', pattern: ['**/*.md', '!decisions/**'] }),
  schema: z.strictObject({
    title: text,
    description: text,
    section: z.enum(['start', 'guide', 'maintain', 'recipes']),
    order: z.number().int(),
  }),
});

const decisions = defineCollection({
  loader: glob({ base: 'content/documentation/decisions', pattern: '*.md' }),
  schema: z.strictObject({
    title: text,
    // YAML reads an unquoted day as a date.
    date: z.union([day, z.date().transform((date) => date.toISOString().slice(0, 10))]),
    status: z.enum(['proposed', 'accepted', 'superseded']),
  }),
});

/** One file for each version, named after it. */
const changelog = defineCollection({
  loader: glob({
    base: 'content/changelog',
    pattern: '*.md',
    generateId: ({ entry }) => entry.replace(/\.md$/, ''),
  }),
  schema: z.strictObject({
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    date: z.union([day, z.date().transform((date) => date.toISOString().slice(0, 10))]),
    summary: text,
  }),
});

const pages = defineCollection({
  loader: glob({ base: 'content/pages', pattern: '*.md' }),
  schema: z.strictObject({ title: text, description: text }),
});

export const collections = { documentation, decisions, changelog, pages };
