/** A code block of a Markdown text, and the paragraph before it, which says what to do with the block. */
export type RecipeBlock = {
  readonly language: string;
  /** Without the indent of the list that the block stands in. */
  readonly text: string;
  readonly paragraph: string;
};

const fence = /^( *)```(\w+)\n([\s\S]*?)\n\1```$/gm;

/** Finds the code blocks of a Markdown text, in order. */
export function parseRecipeBlocks(markdown: string): readonly RecipeBlock[] {
  return [...markdown.matchAll(fence)].map((match) => {
    const [, indent = '', language = '', body = ''] = match;
    const lines = body.split('\n');
    const text = lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
    const before = markdown.slice(0, match.index).trimEnd();
    return { language, text, paragraph: before.split(/\n\s*\n/).at(-1) ?? '' };
  });
}
