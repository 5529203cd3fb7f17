import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadFeatureSources } from '#ingest/feature-sources.ts';
import { sourceArguments } from '#ingest/run.ts';
import packageInfo from '../../package.json' with { type: 'json' };

const root = path.resolve(import.meta.dirname, '../..');

const documents = [
  'README.md',
  ...readdirSync(path.join(root, 'content'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('content', name)),
].map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));

/** Commands of npm itself. */
const npmCommands = ['install', 'ci', 'version', 'audit'];

/** The npm commands in the code of a text. */
function commandsOf(text: string): readonly string[] {
  const code = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].join('\n');
  return [...code.matchAll(/\bnpm (?:run )?[a-z][\w:-]*(?: -- [^`|\n#]+)?/g)].map(([command]) =>
    command.trim(),
  );
}

/** The first words of the sources of features: `feed NAME`. */
const ofFeatures = (await loadFeatureSources()).map(({ usage }) => usage.split(' ')[0] ?? '');

describe('what the documentation names exists', () => {
  const commands = documents.flatMap(({ name, text }) =>
    commandsOf(text).map((command) => [name, command] as const),
  );

  test('commands are found', () => {
    expect(commands.length).toBeGreaterThan(20);
  });

  test.each(commands)('%s: %s', (_, command) => {
    const [, script = '', rest = ''] = /^npm (?:run )?([\w:-]+)(?: -- (.*))?$/.exec(command) ?? [];
    expect([...Object.keys(packageInfo.scripts), ...npmCommands]).toContain(script);
    if (script !== 'ingest' || rest === '') return;
    const [source = ''] = rest.split(/\s/);
    expect(['SOURCE', ...sourceArguments, ...ofFeatures]).toContain(source);
    for (const option of rest.match(/--[a-z]+/g) ?? [])
      expect(['--file', '--since', '--sites', '--every']).toContain(option);
  });

  test.each(documents.map(({ name, text }) => [name, text] as const))(
    '%s: folders and files',
    (name, text) => {
      const named = [...text.matchAll(/`((?:src|tests|content|public)\/[\w./-]*?)`/g)].map(
        ([, file = '']) => file,
      );
      const created = [...text.matchAll(/\bCreate `([^`]+)`/g)].map(([, file]) => file);
      for (const file of named) {
        if (name.includes('/decisions/') || created.includes(file)) continue;
        // Not existsSync, which ignores case on some systems.
        const exists = () => readdirSync(path.dirname(path.join(root, file))).includes(path.basename(file));
        expect(exists(), `${name} names ${file}`).toBe(true);
      }
    },
  );
});

test('the version in package.json is the newest of the changelog', () => {
  const versions = readdirSync(path.join(root, 'content/changelog'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.replace(/\.md$/, ''));
  const newest = versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);
  expect(packageInfo.version).toBe(newest);
  for (const version of versions) {
    const text = readFileSync(path.join(root, `content/changelog/${version}.md`), 'utf8');
    expect(text).toContain(`version: ${version}`);
  }
});

describe('a page of the guide', () => {
  const guides = documents.filter(({ name }) => name.startsWith('content/documentation/guide/'));

  test.each(guides.map(({ name, text }) => [name, text] as const))(
    '%s begins with the first job of a reader, in three sentences',
    (_, text) => {
      const [, first = ''] = text
        .split(/^---\n/m)
        .slice(2)
        .join('')
        .split(/\n\n|^\n/, 2);
      expect(first).not.toMatch(/^(?:#|\d|- |\||```)/);
      const plain = first.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
      expect(plain.match(/[.!?](?=\s|$)/g)).toHaveLength(3);
    },
  );
});
