import { readFileSync } from 'node:fs';
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

  test.each(answers)('%s %s in %s', (_, name, file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    expect(text).toMatch(new RegExp(`^export (async )?(function|const|class) ${name}\\b`, 'm'));
  });
});
