import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const page = readFileSync(path.join(root, 'content/documentation/first-questions.md'), 'utf8');
const answers = [...page.matchAll(/^\| (.+\?) \| `(\w+)` in `(src\/[^`]+)` \|$/gm)].map(
  ([, question = '', name = '', file = '']) => [question, name, file] as const,
);

describe('the first questions', () => {
  test('are thirty or more', () => {
    expect(answers.length).toBeGreaterThanOrEqual(30);
    expect(page.match(/^\| .+\?/gm)).toHaveLength(answers.length);
  });

  test.each(answers)('%s %s in %s', (_, name, file) => expect(declares(name, file)).toBe(true));
});

/** Recipes name what to touch: `siteColumns` in `src/…`. */
const named = globSync('content/documentation/recipes/add-*.md', { cwd: root }).flatMap((recipe) => {
  const text = readFileSync(path.join(root, recipe), 'utf8');
  return [...text.matchAll(/`(\w+)` in `(src\/[^`]+\.ts)`/g)].map(
    ([, name = '', file = '']) => [path.basename(recipe), name, file] as const,
  );
});

describe('the recipes', () => {
  test('name what to touch', () => {
    expect(new Set(named.map(([recipe]) => recipe)).size).toBe(4);
  });

  test.each(named)('%s: %s in %s', (_, name, file) => expect(declares(name, file)).toBe(true));
});

/** Whether a file declares it; of a feature that was taken out nothing is asked. */
function declares(name: string, file: string): boolean {
  const [feature] = /^src\/features\/[^/]+\//.exec(file) ?? [];
  if (feature !== undefined && !existsSync(path.join(root, feature))) return true;
  const text = readFileSync(path.join(root, file), 'utf8');
  return new RegExp(`^(export )?(async )?(function|const|class|type) ${name}\\b`, 'm').test(text);
}
