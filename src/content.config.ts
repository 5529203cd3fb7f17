import { defineCollection } from 'astro:content';
import { readFileSync } from 'node:fs';
import { glob, type Loader } from 'astro/loaders';
import { z } from 'astro/zod';

type Files = Parameters<typeof glob>[0];

/**
 * A collection of Markdown files. Front matter is checked to the letter: a field that is wrong, missing or unknown
 * fails the build with file and line, which Astro's own message leaves out.
 */
function markdown<S extends z.ZodType>(files: Files, schema: S) {
  const loader: Loader = glob(files);
  return defineCollection({
    schema,
    loader: {
      ...loader,
      load: (context) =>
        loader.load({
          ...context,
          parseData: async (entry) => {
            const read = schema.safeParse(entry.data);
            const [issue] = read.success ? [] : read.error.issues;
            if (issue) throw new Error(complaint(entry.filePath ?? entry.id, issue));
            return context.parseData(entry);
          },
        }),
    },
  });
}

function complaint(file: string, issue: z.core.$ZodIssue): string {
  const field = issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0];
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.startsWith(`${String(field)}:`));
  return `${file}:${Math.max(0, line) + 1}: the front matter's ${String(field)} cannot be used. ${issue.message}`;
}

const text = z.string().trim().min(1);
const day = z.iso.date();

/**
 * `section` and `order` say where a page stands in the documentation's own menu. `picture` describes the screenshots of
 * a page of the guide, which `npm run pictures` names after it.
 */
const documentation = markdown(
  { base: 'content/documentation', pattern: ['**/*.md', '!decisions/**'] },
  z.strictObject({
    title: text,
    description: text,
    section: z.enum(['start', 'guide', 'maintain', 'recipes']),
    order: z.number().int(),
    picture: text.optional(),
  }),
);

const decisions = markdown(
  { base: 'content/documentation/decisions', pattern: '*.md' },
  z.strictObject({
    title: text,
    // YAML reads an unquoted day as a date.
    date: z.union([day, z.date().transform((date) => date.toISOString().slice(0, 10))]),
    status: z.enum(['proposed', 'accepted', 'superseded']),
  }),
);

/** One file for each version, named after it. */
const changelog = markdown(
  {
    base: 'content/changelog',
    pattern: '*.md',
    generateId: ({ entry }) => entry.replace(/\.md$/, ''),
  },
  z.strictObject({
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    date: z.union([day, z.date().transform((date) => date.toISOString().slice(0, 10))]),
    summary: text,
  }),
);

const pages = markdown({ base: 'content/pages', pattern: '*.md' }, z.strictObject({ description: text }));

export const collections = { documentation, decisions, changelog, pages };
