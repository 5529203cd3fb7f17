import { describe, expect, test } from 'vitest';
import { importTable } from '#config/import-table.ts';
import { findBrokenLinks } from '../checks/doc-links.ts';
import { findLongPages } from '../checks/documentation-length.ts';
import {
  findForbiddenImports,
  findImportCycles,
  importError,
  importsOf,
  resolveImport,
} from '../checks/imports.ts';
import { findOpenRoots, findOwnHeads } from '../checks/markup.ts';
import { findCrowdedFolders, findNamingFaults, findSharedTypeNames } from '../checks/names.ts';

const across = 'Across layers import through # names.';
const inside = 'Inside a layer import relatively.';
const widgets = 'Only kits import widget libraries.';
const otherFeature = 'A feature imports another one by its index.ts only.';
const pages = 'pages may import lib, layouts, components, config.';

/** An import of the file is refused with this message. */
const refused: [file: string, specifier: string, message: string][] = [
  ['src/lib/a.ts', '#domain/water-year.ts', 'lib may import lib.'],
  ['src/lib/a.ts', 'leaflet', widgets],
  ['src/domain/a.ts', '#contract/b.ts', 'domain may import lib.'],
  ['src/domain/a.ts', '#server/db/open.ts', 'domain may import lib.'],
  ['src/domain/a.ts', 'react', 'domain stays free of UI and server libraries.'],
  ['src/domain/a.ts', 'drizzle-orm/pg-core', 'domain stays free of UI and server libraries.'],
  ['src/domain/deep/a.ts', '../../contract/b.ts', across],
  ['src/domain/very/deep/a.ts', '../../../contract/deep/b.ts', across],
  ['src/contract/a.ts', '#server/app.ts', 'contract may import lib, domain, features/contracts.ts.'],
  ['src/contract/a.ts', 'fastify', 'contract stays free of UI and server libraries.'],
  ['src/contract/a.ts', '#contract/b.ts', inside],
  ['src/config/a.ts', '#stores/api.ts', 'config may import lib, contract, domain, features/index.ts.'],
  ['src/config/models/a.ts', 'react', 'config stays free of UI and server libraries.'],
  ['src/session/a.ts', '#stores/theme.ts', 'session may import lib, config, contract, domain.'],
  ['src/session/a.ts', 'react', 'session stays free of UI and server libraries.'],
  [
    'src/stores/a.ts',
    '#features/public-map/screen.ts',
    'stores may import lib, session, config, contract, domain.',
  ],
  ['src/stores/a.ts', 'leaflet', widgets],
  ['src/kits/map/a.ts', '#domain/water-year.ts', 'kits may import lib, styles.'],
  ['src/kits/map/a.ts', '#stores/auth.ts', 'kits may import lib, styles.'],
  ['src/features/one/a.tsx', 'leaflet', widgets],
  ['src/features/one/a.tsx', 'vega-embed', widgets],
  ['src/features/one/a.tsx', '@base-ui/react/dialog', widgets],
  ['src/features/one/a.tsx', '#server/app.ts', 'features may import lib, season, kits, stores'],
  ['src/features/one/a.tsx', '#ingest/demo/index.ts', 'features may import lib, season, kits, stores'],
  ['src/features/one/b.tsx', '../two/screen.ts', otherFeature],
  ['src/features/one/deep/c.tsx', '../../two/screen.ts', otherFeature],
  ['src/features/one/deep/c.tsx', '../../../kits/map/Map.tsx', across],
  ['src/features/one/d.tsx', '#features/two/screen.ts', inside],
  ['src/features/one/screen.ts', './server/index.ts', 'A screen never imports the server.'],
  ['src/features/one/server/index.ts', '../screen.ts', 'The server of a feature imports its contract'],
  ['src/features/one/server/index.ts', '../../two/server/routes.ts', otherFeature],
  ['src/features/one/b.tsx', '../two/server/index.ts', otherFeature],
  ['src/features/one/b.tsx', '../fills.ts', otherFeature],
  ['src/features/one/server/index.ts', '#kits/map/Map.tsx', 'features/*/server may import lib, server'],
  ['src/features/one/server.ts', 'react', 'features/*/server stays free of UI and server libraries.'],
  ['src/features/index.ts', './one/screen.ts', otherFeature],
  ['src/components/A.astro', '#features/one/Screen.tsx', 'components may import lib, stores'],
  ['src/components/deep/A.astro', '../../features/one/Screen.tsx', across],
  ['src/layouts/A.astro', '#features/one/Screen.tsx', 'layouts may import lib, components, config, styles.'],
  ['src/pages/a.astro', '#server/app.ts', pages],
  ['src/pages/a.astro', '#domain/water-year.ts', pages],
  ['src/pages/a.astro', '#features/one/Screen.tsx', pages],
  ['src/pages/a.astro', '#features/one/index.ts', pages],
  ['src/pages/a.astro', '../server/app.ts', across],
  ['src/pages/documentation/[...slug]/a.astro', '../../../server/app.ts', across],
  ['src/server/a.ts', '#ingest/demo/index.ts', 'server may import lib, contract, domain'],
  ['src/server/a.ts', '#features/one/screen.ts', 'server may import lib, contract, domain'],
  ['src/server/records/changes.ts', '#config/product.ts', 'server may import lib, contract, domain'],
  [
    'src/ingest/a.ts',
    '#server/app.ts',
    'ingest may import lib, server/db, contract, domain, features/fills.ts.',
  ],
  [
    'src/ingest/agencies/usgs/a.ts',
    '#server/app.ts',
    'ingest may import lib, server/db, contract, domain, features/fills.ts.',
  ],
  [
    'src/ingest/a.ts',
    '#config/product.ts',
    'ingest may import lib, server/db, contract, domain, features/fills.ts.',
  ],
  ['src/commands/a.ts', '#features/one/screen.ts', 'commands may import lib, server, ingest'],
];

const allowed: [file: string, specifier: string][] = [
  ['src/lib/good.ts', './csv.ts'],
  ['src/domain/good.ts', './water-year.ts'],
  ['src/domain/good.ts', '#lib/colors.ts'],
  ['src/contract/good.ts', '#domain/water-year.ts'],
  ['src/config/good.ts', '#contract/endpoint.ts'],
  ['src/session/good.ts', '#contract/request.ts'],
  ['src/stores/good.ts', '#contract/request.ts'],
  ['src/stores/good.ts', '#session/session.ts'],
  ['src/kits/map/good.ts', 'leaflet'],
  ['src/kits/map/good.ts', '../ui/Button.tsx'],
  ['src/kits/map/good.ts', '#styles/tokens.css'],
  ['src/features/one/good.tsx', '#kits/map/Map.tsx'],
  ['src/features/one/good.tsx', '#domain/water-year.ts'],
  ['src/features/one/good.tsx', './screen.ts'],
  ['src/features/one/deep/good.tsx', '../screen.ts'],
  ['src/features/one/server/index.ts', '#server/db/queryable.ts'],
  ['src/features/one/server/index.ts', '../contract.ts'],
  ['src/features/one/server/index.ts', './queries.ts'],
  ['src/features/one/server/index.ts', '../../fills.ts'],
  ['src/features/index.ts', './one/feature.ts'],
  ['src/server/app.ts', '#features/servers.ts'],
  ['src/contract/index.ts', '#features/contracts.ts'],
  ['src/config/routes.ts', '#features/index.ts'],
  ['src/features/one/page.astro', '#layouts/Main.astro'],
  ['src/features/one/screen/page.astro', './Screen.tsx'],
  ['src/features/one/b.tsx', '../two/index.ts'],
  ['src/features/one/server/index.ts', '../../two/server/index.ts'],
  ['src/components/Good.astro', '#stores/auth.ts'],
  ['src/layouts/Good.astro', '#components/Sidebar.astro'],
  ['src/pages/good.astro', '#components/Sidebar.astro'],
  ['src/server/good.ts', '#contract/endpoint.ts'],
  ['src/server/good.ts', '#config/public-environment.ts'],
  ['src/server/good.ts', '#config/models/index.ts'],
  ['src/server/good/routes.ts', '../http/register-endpoint.ts'],
  ['src/ingest/good.ts', '#server/db/open.ts'],
  ['src/ingest/agencies/usgs/good.ts', '../../engine.ts'],
  ['src/commands/good.ts', '#ingest/demo/index.ts'],
  ['src/commands/good.ts', '#server/main.ts'],
  ['tests/unit/good.test.ts', '../../src/server/app.ts'],
];

describe('the import table', () => {
  test.each(refused)('%s may not import %s', (file, specifier, message) => {
    expect(importError(file, specifier)).toContain(message);
  });

  test.each(allowed)('%s may import %s', (file, specifier) => {
    expect(importError(file, specifier)).toBeUndefined();
  });

  test('names only layers and parts of layers that it lists itself', () => {
    const layers = Object.keys(importTable);
    const named = Object.values(importTable).flatMap(({ imports }) => imports);
    expect(layers).toEqual(expect.arrayContaining(named.map((each) => each.split('/')[0])));
  });

  test('refuses an import anywhere in a file, and says which one', () => {
    const text = [
      "import type { A } from '#domain/a.ts';",
      "export { b } from '#server/b.ts';",
      "const c = () => import('leaflet');",
    ].join('\n');
    expect(findForbiddenImports([{ path: 'src/stores/a.ts', text }])).toEqual([
      'src/stores/a.ts: #server/b.ts: stores may import lib, session, config, contract, domain.',
      `src/stores/a.ts: leaflet: ${widgets}`,
    ]);
  });
});

describe('imports of a file', () => {
  const astro = [
    '---',
    "import Layout from '#layouts/Base.astro';",
    '---',
    "<p>import x from './not-code.ts';</p>",
    "<script>import { start } from './start.ts'; start();</script>",
    '<script is:inline define:vars={{ a }}>',
    "  import('../later.ts');",
    '</script>',
  ];

  test.each([
    ['src/a.ts', "import './a.css';\nimport b from './b.ts';", ['./a.css', './b.ts']],
    ['src/a.ts', "// import c from './c.ts';\nconst text = \"from './d.ts'\";", []],
    ['src/a.ts', "type E = import('./e.ts').E;", ['./e.ts']],
    ['src/pages/A.astro', astro.join('\n'), ['#layouts/Base.astro', './start.ts', '../later.ts']],
    ['src/pages/A.astro', astro.join('\r\n'), ['#layouts/Base.astro', './start.ts', '../later.ts']],
    ['src/pages/B.astro', '<p>No frontmatter</p>', []],
  ] as const)('%s: %j', (path, text, specifiers) => {
    expect(importsOf({ path, text }).toSorted()).toEqual([...specifiers].toSorted());
  });

  test.each([
    ['src/a/b.ts', '#domain/water-year.ts', 'src/domain/water-year.ts'],
    ['src/a/b.ts', './c.ts', 'src/a/c.ts'],
    ['src/a/b.ts', '../../tests/c.ts', 'tests/c.ts'],
    ['src/a/b.ts', './c.css?inline', 'src/a/c.css'],
    ['src/a/b.ts', 'react', undefined],
    ['src/a/b.ts', 'node:fs', undefined],
  ])('%s: %s leads to %s', (from, specifier, target) => {
    expect(resolveImport(from, specifier)).toBe(target);
  });
});

describe('import circles', () => {
  const file = (name: string, ...imports: string[]) => ({
    path: `src/lib/${name}.ts`,
    text: imports.map((each) => `import './${each}.ts';`).join('\n'),
  });

  test.each([
    ['none in a chain', [file('a', 'b'), file('b', 'c'), file('c')], []],
    ['none where two files share a third', [file('a', 'b', 'c'), file('b', 'c'), file('c')], []],
    ['of two', [file('a', 'b'), file('b', 'a')], ['src/lib/a.ts → src/lib/b.ts → src/lib/a.ts']],
    ['of one with itself', [file('a', 'a')], ['src/lib/a.ts → src/lib/a.ts']],
    [
      'behind a file outside it',
      [file('a', 'b'), file('b', 'c'), file('c', 'b')],
      ['src/lib/b.ts → src/lib/c.ts → src/lib/b.ts'],
    ],
    ['none through a file that is missing', [file('a', 'missing')], []],
  ])('%s', (_, files, cycles) => {
    expect(findImportCycles(files)).toEqual(cycles);
  });

  test('count type imports', () => {
    const files = [
      { path: 'src/domain/a.ts', text: "import type { B } from './b.ts';" },
      { path: 'src/domain/b.ts', text: "import { a } from './a.ts';" },
    ];
    expect(findImportCycles(files)).toHaveLength(1);
  });
});

/** Writes `word` in two halves, so that this file passes the check that it tests. */
const joined = (...halves: string[]) => halves.join('');

describe('the naming check', () => {
  test.each([
    ['src/lib/csv.ts', '/** Formats a cell. */\nexport const formatCell = 1;', []],
    ['src/lib/csv.ts', `// Is ${joined('ke', 'pt')} here.`, [`src/lib/csv.ts:1: “${joined('ke', 'pt')}”`]],
    ['src/lib/csv.ts', `\n// A ${joined('col', 'our')}.`, [`src/lib/csv.ts:2: “${joined('col', 'our')}”`]],
    ['src/lib/csv.ts', '// At least one stands for most of the words.', []],
    [
      'src/lib/csv.ts',
      `const ${joined('mo', 'stRows')} = 1;`,
      [`src/lib/csv.ts:1: “most” in the name ${joined('mo', 'stRows')}`],
    ],
    ['src/lib/csv.ts', 'const mostly = 1;', []],
    [`src/lib/${joined('wo', 'rds')}.ts`, '', 2],
    [`src/lib/row-${joined('wo', 'rds')}.ts`, '', 1],
    ['src/components/A.astro', `<p>${joined('go', 'ne')}</p>`, 1],
    ['src/features/a/A.tsx', `const View = () => <p>{${joined('te', 'll')}()}</p>;`, 1],
  ] as const)('%s: %j', (path, text, faults) => {
    const found = findNamingFaults({ path, text });
    if (typeof faults === 'number') expect(found).toHaveLength(faults);
    else expect(found).toEqual(faults);
  });
});

describe('links of the documentation', () => {
  const target = {
    path: 'content/documentation/guide/map.md',
    text: '---\ntitle: Map\n---\n\n## Find a `site`\n\n## Find a site\n\n```sh\n# no heading\n```\n',
  };
  const files = [target.path, 'src/lib/csv.ts', 'public/favicon.svg', 'content/documentation/images/a.webp'];
  const page = 'there is no such page';
  const file = 'there is no such file';
  const heading = 'there is no such heading';

  test.each([
    ['/documentation/guide/map', undefined],
    ['/documentation/guide/map/', undefined],
    ['/documentation/guide/map#find-a-site', undefined],
    ['/documentation/guide/map#find-a-site-1', undefined],
    ['/documentation/guide/map#find-a-site-2', heading],
    ['/documentation/guide/map#no-heading', heading],
    ['/documentation/guide/none', page],
    ['/account', undefined],
    ['/favicon.svg', undefined],
    ['#its-own', undefined],
    ['#another', heading],
    ['images/a.webp', undefined],
    ['./images/a.webp', undefined],
    ['../../src/lib', undefined],
    ['../../src/lib/none.ts', file],
    ['guide/map.md', undefined],
    ['https://example.org/none', undefined],
    ['mailto:someone@example.org', undefined],
  ])('%s', (link, error) => {
    const document = { path: 'content/documentation/a.md', text: `## Its own\n\n[Text](${link})\n` };
    const broken = error === undefined ? [] : [`content/documentation/a.md: ${link}: ${error}`];
    expect(findBrokenLinks([document, target], files, ['/account'])).toEqual(broken);
  });

  test('are not read out of code', () => {
    const text = '`[a](/none)`\n\n```md\n[b](/none)\n```\n';
    expect(findBrokenLinks([{ path: 'README.md', text }], [], [])).toEqual([]);
  });

  test('may lead to a plain page by its address', () => {
    const about = { path: 'content/pages/about.md', text: '' };
    const readme = { path: 'README.md', text: '[About](/about) [file](content/pages/about.md)' };
    expect(findBrokenLinks([about, readme], [about.path], [])).toEqual([]);
  });
});

describe('the documentation', () => {
  const textOf = (count: number) => 'word  \n'.repeat(count);

  test.each([
    ['README.md', 500],
    ['content/documentation/introduction.md', 500],
    ['content/documentation/guide/today.md', 450],
    ['content/documentation/recipes/add-a-feature.md', 900],
    ['content/documentation/decisions/0001-a.md', 150],
    ['content/documentation/glossary.md', 5000],
  ])('%s has at most %i words, code and front matter included', (path, maxLength) => {
    const section = '## One\n';
    const text = path.endsWith('glossary.md')
      ? (section + textOf(498)).repeat(10)
      : `${section}${textOf(maxLength - 2)}`;
    expect(findLongPages([{ path, text }])).toEqual([]);
    expect(findLongPages([{ path, text: `${text}\`more\`` }])).toEqual([
      `${path} has ${maxLength + 1} words, not ${maxLength}`,
    ]);
  });

  test('a section of a page that is looked up by headings has at most 600 words', () => {
    const path = 'content/documentation/deploy.md';
    const text = `${textOf(500)}## Long\n\n${textOf(599)}### Short\n\n${textOf(598)}`;
    expect(findLongPages([{ path, text }])).toEqual([`${path}: ## Long has 601 words, not 600`]);
  });

  test.each(['content/changelog/1.0.0.md', 'content/pages/about.md', 'src/features/README.md'])(
    '%s has no limit',
    (path) => {
      expect(findLongPages([{ path, text: textOf(6000) }])).toEqual([]);
    },
  );
});

test('two exported types of one name are found', () => {
  const file = (path: string, text: string) => ({ path, text });
  const found = findSharedTypeNames([
    file('src/a.ts', 'export type Place = string;\nexport type Other = string;'),
    file('src/b.tsx', 'export type Place = number;\ntype Other = number;'),
    file('tests/c.ts', 'export type Other = 1;'),
  ]);
  expect(found).toEqual(['Place: src/a.ts, src/b.tsx']);
});

test('folders with too many files are found, but for the migrations', () => {
  const filesOf = (folder: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${folder}/file-${at}.ts`);
  expect(
    findCrowdedFolders([
      ...filesOf('src/a', 26),
      ...filesOf('src/b', 25),
      ...filesOf('src/db/migrations', 40),
      ...filesOf('tests/c', 40),
    ]),
  ).toEqual(['src/a has 26 files, not 25']);
});

describe('the head of a page', () => {
  test.each([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    ['<head>${headStart}<title>A</title></head>', 0],
    ['<head><meta charset="utf-8"><title>A</title></head>', 1],
    ['<meta name="viewport" content="width=device-width" />', 1],
    ['<meta name="description" content="A" />', 0],
  ])('%s', (text, count) => {
    expect(findOwnHeads({ path: 'src/pages/a.astro', text })).toHaveLength(count);
  });
});

test.each([
  ['createRoot(place).render(<Screen />);', 1],
  ['createRoot(place).render(<ErrorBoundary><Screen /></ErrorBoundary>);', 0],
  ["import type { Root } from 'react-dom/client';", 0],
])('a root of React needs an error boundary: %s', (text, count) => {
  expect(findOpenRoots({ path: 'src/features/a/start.tsx', text })).toHaveLength(count);
});
