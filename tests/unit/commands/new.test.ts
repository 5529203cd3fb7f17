import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyTemplate, TemplateMismatch } from '../../../src/commands/new/apply-template.ts';
import { type NewRequest, planNew } from '../../../src/commands/new/plan.ts';
import { BadArguments } from '../../../src/commands/run-command.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => {
  const full = path.join(root, file);
  return existsSync(full) ? readFileSync(full, 'utf8') : undefined;
};
const repository = {
  read,
  tables: new Set(['daily_value', 'dataset']),
  now: new Date('2026-11-24T12:00:00Z'),
};
const plan = (request: NewRequest) => planNew(request, repository);
const textOf = (changes: ReturnType<typeof plan>, file: string) =>
  changes.find((change) => change.file === file)?.text ?? '';

// Whether what is written works is for the full tests, which run it.
describe('npm run new', () => {
  test.each(['watershed-overview', 'data-analysis-tools', 'resources', 'documents'])(
    'adds a screen to the route list and to the group %s of the menu',
    (group) => {
      const changes = plan({ kind: 'screen', name: 'records-by-parameter', group });
      const address = `/${group}/records-by-parameter`;
      expect(textOf(changes, `src/pages${address}.astro`)).toContain('RecordsByParameterScreen');
      expect(textOf(changes, 'src/config/routes.ts')).toContain(
        `{ path: '${address}', label: 'Records by Parameter', ...guarded, guide: 'records-by-parameter' }`,
      );
      expect(textOf(changes, 'src/config/navigation.ts')).toContain(`item('${address}', 'table')`);
      expect(textOf(changes, 'content/documentation/guide/signing-in.md')).toContain(
        '| Records by Parameter | – | use | use | use |',
      );
      expect(changes.map(({ text }) => text).join('')).not.toMatch(/\{\{\w+\}\}/);
    },
  );

  test('gives a model a table of its own, whose migration comes after the others', () => {
    const changes = plan({ kind: 'model', name: 'gage-visits' });
    const migration = changes.find(({ file }) => file.endsWith('_gage_visit.sql'));
    expect(migration?.text).toBe('CREATE TABLE "gage_visit" (LIKE "dataset" INCLUDING ALL);\n');
    const times = JSON.parse(textOf(changes, 'src/server/db/migrations/times.json')) as Record<
      string,
      number
    >;
    const inOrder = Object.values(times);
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
    expect(textOf(changes, 'src/config/models/gage-visits.ts')).toContain("singular: 'gage visit'");
  });

  test.each([
    ['supplies', 'supply', 'a'],
    ['agencies', 'agency', 'an'],
    ['ditches', 'ditch', 'a'],
    ['canal-losses', 'canal loss', 'a'],
  ])('says one of %s as %s', (name, singular, article) => {
    const text = textOf(plan({ kind: 'model', name }), `src/config/models/${name}.ts`);
    expect(text).toContain(`singular: '${singular}'`);
    expect(text).toContain(`article: '${article}'`);
  });

  test('registers an agency wherever agencies are listed', () => {
    const changes = plan({ kind: 'agency', name: 'codwr', title: 'Colorado DWR' });
    expect(changes.filter(({ before }) => before !== undefined).map(({ file }) => file)).toEqual([
      'src/domain/vocabulary.ts',
      'src/contract/basin/basin-sources.ts',
      'src/ingest/agencies/index.ts',
      'src/features/import-status/columns.ts',
      'content/basin/upper-snake.yaml',
      '.env.example',
    ]);
  });

  test.each<[request: NewRequest, said: RegExp]>([
    [{ kind: undefined, name: undefined }, /no kind ""; expected screen, model, agency/],
    [{ kind: 'page', name: 'x' }, /no kind "page"; expected screen, model, agency/],
    [{ kind: 'screen', name: undefined }, /Name the screen/],
    [{ kind: 'model', name: ' ' }, /Name the model/],
    [{ kind: 'screen', name: 'GageVisits' }, /lower-case words with hyphens/],
    [{ kind: 'screen', name: 'gage visits' }, /lower-case words with hyphens/],
    [{ kind: 'screen', name: '../gages' }, /lower-case words with hyphens/],
    [{ kind: 'model', name: '2-gages' }, /lower-case words with hyphens/],
    [{ kind: 'model', name: 'gages-' }, /lower-case words with hyphens/],
    [{ kind: 'model', name: 'débits' }, /lower-case words with hyphens/],
    [{ kind: 'agency', name: 'co-dwr' }, /one word of lower-case letters/],
    [{ kind: 'model', name: 'g'.repeat(41) }, /too long: a name has up to 40/],
    [{ kind: 'model', name: 'class' }, /means something in the code/],
    [{ kind: 'agency', name: 'sources' }, /means something in the code/],
    [{ kind: 'screen', name: 'x', group: 'tools' }, /no group "tools"; expected watershed/],
    [{ kind: 'model', name: 'x', group: 'resources' }, /--group is an option of a screen/],
    [{ kind: 'screen', name: 'x', singular: 'y' }, /--singular is an option of a model/],
    [{ kind: 'screen', name: 'x', title: "Heise's" }, /--title "Heise's" has to/],
    [{ kind: 'screen', name: 'x', title: 'A\nB' }, /--title/],
    [{ kind: 'screen', name: 'x', title: '' }, /--title "" has to begin with a letter/],
    [{ kind: 'screen', name: 'x', title: 'Today' }, /There is a page "Today" at/],
    [{ kind: 'screen', name: 'today', group: 'watershed-overview' }, /There is a page/],
    [{ kind: 'model', name: 'datasets' }, /table dataset already/],
    [{ kind: 'model', name: 'daily-values' }, /table daily_value already/],
    [{ kind: 'model', name: 'site-cards' }, /The API has \/api\/site-cards already/],
    [{ kind: 'agency', name: 'usgs' }, /There is an agency usgs already/],
    [{ kind: 'agency', name: 'all' }, /There is an agency all already/],
  ])('refuses %j: %s', (request, said) => {
    expect(() => plan(request)).toThrow(BadArguments);
    expect(() => plan(request)).toThrow(said);
  });

  test('refuses a name whose files exist', () => {
    expect(() => plan({ kind: 'screen', name: 'endpoint' })).toThrow(
      'src/contract/endpoint.ts exists already.',
    );
    expect(() => plan({ kind: 'agency', name: 'nhd' })).toThrow('src/ingest/agencies/nhd.ts exists already.');
  });
});

describe('a template', () => {
  const apply = (paragraph: string, current: string | undefined) =>
    applyTemplate(`${paragraph}\n\n\`\`\`ts\nnew\n\`\`\`\n`, {}, () => current)[0]?.text;

  test.each([
    ['In `a.ts`, append to `list = [`:', 'const list = [];\n', 'const list = [\nnew\n];\n'],
    ['In `a.ts`, append to `list = [`:', 'const list = [[1], 2];\n', 'const list = [[1], 2,\nnew\n];\n'],
    ['In `a.ts`, append to `list = [`:', 'const list =\n  [1,];\n', 'const list =\n  [1,\nnew\n];\n'],
    ['In `a.ts`, after `b(x)`:', 'a\n  b(x); // b\nc\n', 'a\n  b(x); // b\nnew\nc\n'],
    ['In `a.ts`, import:', "// Why.\nimport a from 'a';\n", "// Why.\nnew\nimport a from 'a';\n"],
    ['Create `a.ts`:', undefined, 'new\n'],
  ])('%s', (paragraph, current, expected) => {
    expect(apply(paragraph, current)).toBe(expected);
  });

  test.each([
    [
      'In `a.ts`, append to `list = [`:',
      'const other = [];\n',
      'a.ts has this text 0 times, not once: list = [',
    ],
    [
      'In `a.ts`, append to `list = [`:',
      'list = [1\n',
      'a.ts: nothing closes the list that begins with list = [',
    ],
    ['In `a.ts`, after `b`:', 'b\nb\n', 'a.ts has this text 2 times, not once: b'],
    ['In `a.ts`, import:', undefined, 'a.ts is missing.'],
    ['Create `a.ts`:', 'old\n', 'a.ts exists already.'],
  ])('%s, of a file where that cannot be, is refused', (paragraph, current, said) => {
    expect(() => apply(paragraph, current)).toThrow(TemplateMismatch);
    expect(() => apply(paragraph, current)).toThrow(said);
  });
});
