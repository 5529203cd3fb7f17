/** One step of a recipe of the documentation. */
export type Step =
  | { readonly kind: 'create'; readonly file: string; readonly text: string }
  | { readonly kind: 'run'; readonly command: string };

/** A code block of a Markdown text, and the paragraph before it, which says what to do with the block. */
type RecipeBlock = {
  readonly language: string;
  /** Without the indent of the list that the block stands in. */
  readonly text: string;
  readonly paragraph: string;
};

const fence = /^( *)```(\w+)\n([\s\S]*?)\n\1```$/gm;

/** Finds the code blocks of a Markdown text, in order. */
function parseRecipeBlocks(markdown: string): readonly RecipeBlock[] {
  return [...markdown.matchAll(fence)].map((match) => {
    const [, indent = '', language = '', body = ''] = match;
    const lines = body.split('\n');
    const text = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
    const before = markdown.slice(0, match.index).trimEnd();
    return { language, text, paragraph: before.split(/\n\s*\n/).at(-1) ?? '' };
  });
}

/**
 * The steps of a recipe, one for each code block and one for each line of a `sh` block. The paragraph before a block
 * names its file: "Create `a.ts`:".
 * @throws Error for a block of which it is unclear what to do with it
 */
export function parseRecipe(markdown: string): readonly Step[] {
  return parseRecipeBlocks(markdown).flatMap(({ language, text, paragraph }): readonly Step[] => {
    if (language === 'sh') return commandsOf(text);
    const [, file] = /\bCreate `([^`]+)`[^`]*:$/.exec(paragraph) ?? [];
    if (file) return [{ kind: 'create', file, text: `${text}\n` }];
    throw new Error(`It is unclear what to do with this block:\n${paragraph}\n${text}`);
  });
}

function commandsOf(text: string): readonly Step[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '')
    .map((command) => ({ kind: 'run', command }));
}
