import { z } from 'astro/zod';
import { LineCounter, parseDocument } from 'yaml';

const text = z.string('expected text').trim().min(1, 'expected text');
const day = z.iso.date('expected a day such as 2027-01-15');
// YAML reads an unquoted day as a date.
const dayOrDate = z.union([day, z.date().transform((date) => date.toISOString().slice(0, 10))], {
  error: 'expected a day such as 2027-01-15',
});

const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `expected ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`);

/**
 * The fields of the front matter, by kind of page. `section` and `order` say where a page stands in the documentation's
 * own menu; `picture` describes the screenshots of a page of the guide, which `npm run pictures` names after it.
 */
export const frontMatter = {
  documentation: z.strictObject({
    title: text,
    description: text,
    section: oneOf(['start', 'guide', 'maintain', 'recipes']),
    order: z.int('expected a whole number'),
    picture: text.optional(),
  }),
  decisions: z.strictObject({
    title: text,
    date: dayOrDate,
    status: oneOf(['proposed', 'accepted', 'superseded']),
  }),
  /** One file for each version, named after it. */
  changelog: z.strictObject({
    version: z
      .string('expected a version such as 1.0.0')
      .regex(/^\d+\.\d+\.\d+$/, 'expected a version such as 1.0.0'),
    date: dayOrDate,
    summary: text,
  }),
  /** One file for each change that no version has yet, so that branches do not meet in one. */
  unreleased: z.strictObject({ audience: oneOf(['users', 'operators', 'programs']) }),
  pages: z.strictObject({ description: text }),
} as const;

export type PageKind = keyof typeof frontMatter;

/** The kind of a page by its path from the root of the repository; undefined for other files. */
export function pageKindOf(file: string): PageKind | undefined {
  if (!file.endsWith('.md')) return undefined;
  if (file.startsWith('content/documentation/decisions/')) return 'decisions';
  if (file.startsWith('content/changelog/unreleased/')) return 'unreleased';
  const [, folder] = /^content\/(documentation|changelog|pages)\//.exec(file) ?? [];
  return folder as PageKind | undefined;
}

/** Finds every fault of the front matter of a page, as `file:line: what is wrong`. */
export function findFrontMatterFaults(file: string, markdown: string, kind: PageKind): readonly string[] {
  const schema = frontMatter[kind];
  const fields = Object.keys(schema.shape);
  const at = (line: number, fault: string) => `${file}:${line}: ${fault}`;
  const [, head] = /^---\r?\n([\s\S]*?)^---\s*$/m.exec(markdown) ?? [];
  if (head === undefined || !markdown.startsWith('---')) {
    return [
      at(1, `the page does not begin with front matter between two lines ---; it needs ${fields.join(', ')}`),
    ];
  }
  const lineCounter = new LineCounter();
  const document = parseDocument(head, { lineCounter, prettyErrors: false });
  // The first line of the file is the `---` above.
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + 1;
  if (document.errors.length > 0)
    return document.errors.map(({ pos, message }) => at(lineAt(pos[0]), `this is no YAML: ${message}`));
  const data: unknown = document.toJS() ?? {};
  const lines = head.split('\n');
  const lineOf = (field: string) => {
    const index = lines.findIndex((line) => line.startsWith(`${field}:`) || line.startsWith(`"${field}":`));
    return index < 0 ? 1 : index + 2;
  };
  const { error } = schema.safeParse(data);
  return (error?.issues ?? []).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) =>
        at(lineOf(key), `there is no field ${key}; expected ${fields.join(', ')}`),
      );
    const field = issue.path[0];
    if (field === undefined) return [at(2, `front matter has fields: ${fields.join(', ')}`)];
    const name = String(field);
    const value = (data as Record<string, unknown>)[name];
    if (value === undefined) return [at(1, `the field ${name} is missing: ${issue.message}`)];
    return [at(lineOf(name), `${name} is ${JSON.stringify(value)}: ${issue.message}`)];
  });
}
