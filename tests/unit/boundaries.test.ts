import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

const layers = 'Across layers import through # names; inside a layer, relatively.';
const widgets = 'Only kits import widget libraries.';
const otherFeature = 'A feature never imports another feature.';

/** A file that imports this is refused with these words. */
const refused: [file: string, specifier: string, message: string][] = [
  ['src/domain/a.ts', '#contract/b.ts', 'domain may import nothing.'],
  ['src/domain/a.ts', '#server/db/open.ts', 'domain may import nothing.'],
  ['src/domain/a.ts', 'react', 'domain stays free of UI and server libraries.'],
  ['src/domain/deep/a.ts', '../../contract/b.ts', layers],
  ['src/contract/a.ts', '#server/app.ts', 'contract may import domain.'],
  ['src/contract/a.ts', 'fastify', 'contract stays free of UI and server libraries.'],
  ['src/contract/a.ts', '#contract/b.ts', layers],
  ['src/config/a.ts', '#client/request.ts', 'config may import contract, domain.'],
  ['src/client/a.ts', '#stores/auth.ts', 'client may import contract, config.'],
  ['src/client/a.ts', '#server/app.ts', 'client may import contract, config.'],
  [
    'src/stores/a.ts',
    '#features/public-map/screen.ts',
    'stores may import client, config, contract, domain.',
  ],
  ['src/stores/a.ts', 'leaflet', widgets],
  ['src/kits/map/a.ts', '#domain/water-year.ts', 'kits may import styles.'],
  ['src/kits/map/a.ts', '#stores/auth.ts', 'kits may import styles.'],
  ['src/features/one/a.tsx', 'leaflet', widgets],
  ['src/features/one/a.tsx', 'vega-embed', widgets],
  ['src/features/one/a.tsx', '@base-ui/react/dialog', widgets],
  ['src/features/one/a.tsx', '#server/app.ts', 'features may import kits, stores'],
  ['src/features/one/a.tsx', '#ingest/demo/index.ts', 'features may import kits, stores'],
  ['src/features/one/b.tsx', '../two/screen.ts', otherFeature],
  ['src/features/one/deep/c.tsx', '../../two/screen.ts', otherFeature],
  ['src/features/one/d.tsx', '#features/two/screen.ts', layers],
  ['src/components/A.astro', '#features/one/Screen.tsx', 'components may import config, stores'],
  ['src/layouts/A.astro', '#features/one/Screen.tsx', 'layouts may import components, config, styles.'],
  ['src/pages/a.astro', '#server/app.ts', 'pages may import layouts, components, features, config.'],
  ['src/pages/a.astro', '#domain/water-year.ts', 'pages may import layouts, components, features, config.'],
  ['src/pages/a.astro', '../server/app.ts', layers],
  ['src/server/a.ts', '#ingest/demo/index.ts', 'server may import contract, domain'],
  ['src/server/a.ts', '#features/one/screen.ts', 'server may import contract, domain'],
  ['src/server/modules/a/routes.ts', '#config/product.ts', 'server may import contract, domain'],
  ['src/ingest/a.ts', '#server/app.ts', 'ingest may import server/db, contract, domain.'],
  ['src/ingest/a.ts', '#config/product.ts', 'ingest may import server/db, contract, domain.'],
  ['src/commands/a.ts', '#features/one/screen.ts', 'commands may import server, ingest'],
];

const allowed: [file: string, specifier: string][] = [
  ['src/domain/good.ts', './water-year.ts'],
  ['src/contract/good.ts', '#domain/water-year.ts'],
  ['src/config/good.ts', '#contract/endpoint.ts'],
  ['src/client/good.ts', '#contract/endpoint.ts'],
  ['src/stores/good.ts', '#client/request.ts'],
  ['src/kits/map/good.ts', 'leaflet'],
  ['src/kits/map/good.ts', '#styles/tokens.css'],
  ['src/features/one/good.tsx', '#kits/map/Map.tsx'],
  ['src/features/one/good.tsx', '#domain/water-year.ts'],
  ['src/features/one/good.tsx', './screen.ts'],
  ['src/features/one/deep/good.tsx', '../screen.ts'],
  ['src/components/Good.astro', '#stores/auth.ts'],
  ['src/layouts/Good.astro', '#components/Sidebar.astro'],
  ['src/pages/good.astro', '#features/one/Screen.tsx'],
  ['src/server/good.ts', '#contract/endpoint.ts'],
  ['src/server/good.ts', '#config/public-environment.ts'],
  ['src/server/modules/good/routes.ts', '../../mount.ts'],
  ['src/ingest/good.ts', '#server/db/open.ts'],
  ['src/commands/good.ts', '#ingest/demo/index.ts'],
  ['src/commands/good.ts', '#server/main.ts'],
];

let folder: string;
/** The messages about restricted imports, by file. */
let messages: Map<string, string>;

/** Every import has a line in a file of its own, so that each answer is about one of them. */
function fileFor(file: string, index: number) {
  const { dir, ext, name } = path.parse(file);
  return path.join(dir, `${name}-${index}${ext}`);
}

function source(file: string, specifier: string) {
  const code = `import * as used from '${specifier}';\nconsole.log(used);\n`;
  return file.endsWith('.astro') ? `---\n${code}---\n\n<p>Text</p>\n` : code;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-boundaries-'));
  copyFileSync(path.join(root, '.biome.json'), path.join(folder, 'biome.json'));
  for (const [index, [file, specifier]] of [...refused, ...allowed].entries()) {
    const target = path.join(folder, fileFor(file, index));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, source(file, specifier));
  }
  const report = await lint();
  messages = new Map();
  for (const [, file = '', text = ''] of report.matchAll(
    /^(src\/\S+?):\d+:\d+ lint\/style\/noRestrictedImports[^\n]*\n([\s\S]*?)(?=^src\/\S+:\d+:\d+ |(?![\s\S]))/gm,
  )) {
    messages.set(file, (messages.get(file) ?? '') + text.replace(/\s+/g, ' '));
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lint(): Promise<string> {
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const parameters = [biome, 'lint', '--vcs-enabled=false', '--max-diagnostics=none', '--colors=off', 'src'];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      parameters,
      { cwd: folder, maxBuffer: 1e8, env: { ...process.env, COLUMNS: '400' } },
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

describe('the lint step enforces who may import whom', () => {
  test.each(refused.map((entry, index) => [...entry, index] as const))(
    '%s may not import %s',
    (file, _, message, index) => {
      expect(messages.get(fileFor(file, index))).toContain(message);
    },
  );

  test.each(allowed.map((entry, index) => [...entry, index + refused.length] as const))(
    '%s may import %s',
    (file, _, index) => {
      expect(messages.get(fileFor(file, index))).toBeUndefined();
    },
  );
});
