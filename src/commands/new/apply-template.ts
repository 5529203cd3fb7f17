import { parseRecipeBlocks, type RecipeBlock } from './recipe-blocks.ts';

/** A file as a command will leave it; `before` is its present text, undefined for a new file. */
export type FileChange = {
  readonly file: string;
  readonly before: string | undefined;
  readonly text: string;
};

/** Reads a file by its path from the root of the repository; undefined if there is none. */
export type ReadFile = (file: string) => string | undefined;

/** A template cannot be applied to the files as they are; `message` says which and why. */
export class TemplateMismatch extends Error {
  override name = 'TemplateMismatch';
}

/**
 * Works out what a template makes of the repository, without writing anything. `{{name}}` in the template is replaced by
 * the value of `name`. The paragraph before each code block says what to do with it:
 *
 * - ``Create `file`:`` creates a file of the block.
 * - ``In `file`, import:`` puts the block before the first import.
 * - ``In `file`, append to `opening`:`` puts it at the end of the list that begins with this text.
 * - ``In `file`, after `text`:`` puts it below the line that contains this text.
 *
 * @throws TemplateMismatch if a file to create exists, or a text to find does not occur exactly once
 */
export function applyTemplate(
  template: string,
  values: Readonly<Record<string, string>>,
  read: ReadFile,
): readonly FileChange[] {
  const filled = template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The template has {{${name}}}, which has no value.`);
    return value;
  });
  const changes = new Map<string, FileChange>();
  for (const block of parseRecipeBlocks(filled)) {
    const { file, edit } = parseInstruction(block);
    const before = changes.has(file) ? changes.get(file)?.before : read(file);
    const current = changes.get(file)?.text ?? before;
    changes.set(file, { file, before, text: edit(current) });
  }
  return [...changes.values()];
}

type Instruction = { readonly file: string; readonly edit: (current: string | undefined) => string };

function parseInstruction({ paragraph, text }: RecipeBlock): Instruction {
  const [, verb, file = '', place = ''] = /^(Create|In) `([^`]+)`(?:, (.+))?:$/.exec(paragraph.trim()) ?? [];
  if (verb === 'Create') {
    const create = (current: string | undefined) => {
      if (current !== undefined) throw new TemplateMismatch(`${file} exists already.`);
      return `${text}\n`;
    };
    return { file, edit: create };
  }
  const [, how, anchor = ''] = /^(import|append to `([^`]+)`|after `([^`]+)`)$/.exec(place) ?? [];
  if (verb !== 'In' || how === undefined) throw new Error(`It is unclear what to do: ${paragraph}`);
  const edit = (current: string | undefined) => {
    if (current === undefined) throw new TemplateMismatch(`${file} is missing.`);
    if (how === 'import') return addImport(current, text);
    if (how.startsWith('append')) return appendToList(current, { file, opening: anchor, entry: text });
    const line = /`([^`]+)`/.exec(how)?.[1] ?? '';
    return addAfterLine(current, { file, line, text });
  };
  return { file, edit };
}

/** The formatter sorts the imports afterwards. */
function addImport(current: string, text: string): string {
  const at = /^import /m.exec(current)?.index ?? 0;
  return `${current.slice(0, at)}${text}\n${current.slice(at)}`;
}

function addAfterLine(
  current: string,
  { file, line, text }: { file: string; line: string; text: string },
): string {
  const found = findOnce(current, { file, text: line });
  const end = current.indexOf('\n', found.end);
  return `${current.slice(0, end + 1)}${text}\n${current.slice(end + 1)}`;
}

/** Adds an entry before the bracket that closes the list; `opening` ends with the one that opens it. */
function appendToList(
  current: string,
  { file, opening, entry }: { file: string; opening: string; entry: string },
): string {
  const { end: start } = findOnce(current, { file, text: opening });
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < current.length; end += 1) {
    const character = current[end] ?? '';
    if ('[{('.includes(character)) depth += 1;
    if (']})'.includes(character)) depth -= 1;
  }
  if (depth > 0) throw new TemplateMismatch(`${file}: nothing closes the list that begins with ${opening}`);
  const entries = current.slice(start, end - 1).trimEnd();
  const comma = entries === '' || entries.endsWith(',') ? '' : ',';
  return `${current.slice(0, start)}${entries}${comma}\n${entry}\n${current.slice(end - 1)}`;
}

/** Finds a text that occurs exactly once; where it has a space, the file may have any white space or none. */
function findOnce(current: string, { file, text }: { file: string; text: string }) {
  const pattern = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s*');
  const [found, ...others] = [...current.matchAll(new RegExp(pattern, 'g'))];
  if (!found || others.length > 0) {
    const count = found ? others.length + 1 : 0;
    throw new TemplateMismatch(`${file} has this text ${count} times, not once: ${text}`);
  }
  return { start: found.index, end: found.index + found[0].length };
}
