import { existsSync } from 'node:fs';
import path from 'node:path';
import { normalizePath } from 'vite';
import { expect, it } from 'vitest';
import { createGroupFinder, groupStarts } from '#components/build/script-groups.ts';

const file = (name: string) => normalizePath(path.resolve('src', name));

/** A build of the modules that groups start from, and of further imports. */
function findGroupIn(imports: Record<string, readonly string[]> = {}, missing?: string) {
  const known = new Map([...groupStarts, ...Object.values(imports).flat()].map((name) => [file(name), name]));
  return createGroupFinder((id) => {
    const name = known.get(id);
    if (name === undefined || name === missing) return null;
    return { importedIds: (imports[name] ?? []).map(file) };
  });
}

it('puts what the start of a group imports into the group, at any depth', () => {
  const findGroup = findGroupIn({
    'features/public-map/screen/PublicMap.tsx': ['features/public-map/screen/a.ts'],
    'features/public-map/screen/a.ts': ['features/public-map/b.ts'],
  });
  expect(findGroup(file('features/public-map/screen/PublicMap.tsx'))).toBe('public-map');
  expect(findGroup(file('features/public-map/b.ts'))).toBe('public-map');
  expect(findGroup(file('features/public-map/screen/panels/ExportDialog.tsx'))).toBeNull();
});

it('puts a module of two groups into the one that more pages load, also when modules import each other', () => {
  const findGroup = findGroupIn({
    'features/public-map/screen/PublicMap.tsx': ['lib/shared.ts'],
    'components/scripts/shell.ts': ['lib/shared.ts'],
    'lib/shared.ts': ['components/scripts/shell.ts'],
  });
  expect(findGroup(file('lib/shared.ts'))).toBe('shell');
});

it('leaves what few pages of a group use in files of their own', () => {
  const findGroup = findGroupIn({
    'domain/statistics/percentile-class.ts': ['domain/statistics/statistics.ts'],
  });
  expect(findGroup(file('domain/statistics/statistics.ts'))).toBeNull();
});

it.each([
  ['react-dom/cjs/react-dom-client.production.js', 'react'],
  ['zod/v4/core/schemas.js', 'data'],
  ['zod/v4/locales/de.js', null],
  ['leaflet/src/map/handler/Map.Drag.js', 'map-kit'],
  ['leaflet/src/layer/tile/GridLayer.js', 'map-kit'],
  ['leaflet/src/layer/marker/Marker.js', null],
  ['leaflet-draw/dist/leaflet.draw.js', null],
  ['vega/build/vega.js', null],
])('puts %s into %s', (name, group) => {
  expect(findGroupIn()(`/project/node_modules/${name}`)).toBe(group);
});

it('passes over a module that no page loads, and whose feature may have been deleted', () => {
  expect(findGroupIn({}, 'domain/season/season.ts')(file('domain/season/season.ts'))).toBeNull();
});

it.each(groupStarts)('src/%s, from which a group starts, is a file', (start) => {
  expect(existsSync(path.resolve('src', start))).toBe(true);
});
