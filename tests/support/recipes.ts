import { parseRecipeBlocks } from '../../src/commands/new/recipe-blocks.ts';

/** One step of a recipe of the documentation. */
export type Step =
  | { readonly kind: 'create'; readonly file: string; readonly text: string }
  | { readonly kind: 'run'; readonly command: string };

/** The recipes that change code, in the order in which one copy takes them all: so they are tested with each other. */
export const recipesWithCode = ['add-a-model', 'add-a-screen', 'add-an-agency'] as const;

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
