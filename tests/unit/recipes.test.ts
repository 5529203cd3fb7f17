import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { applyDiff, parseRecipe, recipesWithCode } from '../support/recipes.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Files as the recipes followed so far leave them. */
const changed = new Map<string, string>();

// Whether the result works is for the full tests, which run it; that the lines to change are still there shows here.
test.each(recipesWithCode)("the recipe %s fits today's files", (name) => {
  const markdown = readFileSync(path.join(root, `content/documentation/recipes/${name}.md`), 'utf8');
  for (const step of parseRecipe(markdown)) {
    if (step.kind === 'run') continue;
    const file = path.join(root, step.file);
    if (step.kind === 'create') {
      expect(existsSync(file) || changed.has(step.file), `${step.file} exists`).toBe(false);
      changed.set(step.file, step.text);
      continue;
    }
    const before = changed.get(step.file) ?? readFileSync(file, 'utf8');
    changed.set(step.file, applyDiff(before, step.diff));
  }
});
