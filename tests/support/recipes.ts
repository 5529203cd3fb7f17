/** One step of a recipe of the documentation. */
export type Step =
  | { readonly kind: 'create'; readonly file: string; readonly text: string }
  | { readonly kind: 'change'; readonly file: string; readonly diff: string }
  | { readonly kind: 'run'; readonly command: string };

/** The recipes that change code, in the order in which one copy takes them all: so they are tested with each other. */
export const recipesWithCode = ['add-a-model', 'add-a-screen'] as const;

const fence = /^( *)```(\w+)\n([\s\S]*?)\n\1```$/gm;

/**
 * The steps of a recipe, one for each code block and one for each line of a `sh` block. The paragraph before a block
 * names its file: "Create `a.ts`:" before the whole text, "In `a.ts`, …:" before a diff without line numbers.
 * @throws Error for a block of which it is unclear what to do with it
 */
export function parseRecipe(markdown: string): readonly Step[] {
  return [...markdown.matchAll(fence)].flatMap((match): readonly Step[] => {
    const [block, indent = '', language = '', body = ''] = match;
    const text = body
      .split('\n')
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
      .join('\n');
    if (language === 'sh') return commandsOf(text);
    const paragraph =
      markdown
        .slice(0, match.index)
        .trimEnd()
        .split(/\n\s*\n/)
        .at(-1) ?? '';
    const [, verb, file] = /\b(Create|In) `([^`]+)`[^`]*:$/.exec(paragraph) ?? [];
    if (verb === 'Create' && file && language !== 'diff')
      return [{ kind: 'create', file, text: `${text}\n` }];
    if (verb === 'In' && file && language === 'diff') return [{ kind: 'change', file, diff: text }];
    throw new Error(`It is unclear what to do with this block:\n${paragraph}\n${block}`);
  });
}

function commandsOf(text: string): readonly Step[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '')
    .map((command) => ({ kind: 'run', command }));
}

/**
 * Applies a diff whose lines begin with a space, `+` or `-`.
 * @throws Error unless its old lines occur exactly once
 */
export function applyDiff(text: string, diff: string): string {
  const lines = diff.split('\n');
  const without = (sign: string) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const [before, after] = [without('+'), without('-')];
  const parts = `\n${text}`.split(`\n${before}`);
  if (parts.length !== 2) throw new Error(`These lines occur ${parts.length - 1} times:\n${before}`);
  return parts.join(`\n${after}`).slice(1);
}
