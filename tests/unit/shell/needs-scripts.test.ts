import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const tools = globSync('src/pages/**/*.astro', { cwd: root }).filter((file) => /\bclient:/.test(read(file)));

/** Whether a layout, or the one around it, says what a page of scripts needs. */
function saysSo(layout: string): boolean {
  const text = read(`src/layouts/${layout}.astro`);
  if (/<NeedsScripts|<Guard isTool=/.test(text)) return true;
  const outer = /from '\.\/(\w+)\.astro'/.exec(text)?.[1];
  return outer !== undefined && saysSo(outer);
}

describe('a page with a screen of scripts has a layout that says what it needs', () => {
  it('is one of many', () => expect(tools.length).toBeGreaterThan(15));

  it.each(tools)('%s', (file) => {
    const layout = /from '#layouts\/(\w+)\.astro'/.exec(read(file))?.[1] ?? '';
    expect(saysSo(layout)).toBe(true);
  });
});

it('the layouts of pages without scripts do not say so', () => {
  expect(['Auth', 'Presentation', 'Base'].filter(saysSo)).toEqual([]);
});
