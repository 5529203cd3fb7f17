import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parseShapes, readBasin } from '#config/basin/basin-file.ts';
import { areaContains } from '#lib/geometry/shapes.ts';
import { basin, otherRiver, otherRiverPath } from '../../support/basin.ts';

const shapesPath = path.join(path.dirname(otherRiverPath), 'other-river-map.yaml');
const text = readFileSync(shapesPath, 'utf8');
const parse = (edited: string) => parseShapes(edited, 'map.yaml', otherRiver.huc8s);
const folder = mkdtempSync(path.join(tmpdir(), 'basin-shapes-'));

afterAll(() => rmSync(folder, { recursive: true }));

test('areas, rivers, waterbodies and towns become GeoJSON with their sources', () => {
  const { boundaries, features } = parse(text);
  expect(boundaries).toEqual([
    {
      code: '17050199',
      source: 'A Sketch',
      accuracy: 'about 5 km accurate',
      boundary: {
        type: 'Polygon',
        coordinates: [
          [
            [-117, 44],
            [-116, 44],
            [-116, 45],
            [-117, 45],
            [-117, 44],
          ],
        ],
      },
    },
  ]);
  expect(features.map(({ kind, name, rank, source }) => [kind, name, rank, source])).toEqual([
    ['river', 'Otter Creek', 1, 'A Survey'],
    ['waterbody', 'Otter Lake', 2, 'A Survey'],
    ['town', 'Otter', 3, 'A Sketch'],
  ]);
  expect(features.map(({ geometry }) => geometry.type)).toEqual(['LineString', 'Polygon', 'Point']);
  expect(features[2]?.geometry.coordinates).toEqual([-116.2, 44.1]);
});

test('a course may be folded over lines', () => {
  const folded = text.replace(
    "'_kzY~clfA?_pR_pR??~oR~oR?'",
    '>-\n        _kzY~clfA?_pR\n        _pR??~oR~oR?',
  );
  expect(parse(folded)).toEqual(parse(text));
});

describe('a mistake is reported with its line', () => {
  test.each<[expected: string, from: string, to: string]>([
    [
      'rivers 0 source: "surveys" is not in sources: sketch, survey',
      'rank: 1, source: survey',
      'rank: 1, source: surveys',
    ],
    ['sources survey license: is missing', ', license: CC0', ''],
    ['sources survey notes: unknown field', 'note: Of', 'notes: Of'],
    [
      'rivers 0 course: expected an encoded polyline: "!" at character 6 is not used',
      "course: '_kzY~l",
      "course: '_kzY~!l",
    ],
    [
      'rivers 0 course: expected an encoded polyline: it breaks off within a number',
      "_|B_|Bo}@' }",
      "_|B_|Bo}' }",
    ],
    ['rivers 0 course: expected at least two points', "'_kzY~l`fAo}@_|B_|Bo}@'", "'_kzY~l`fA'"],
    ['expected latitudes from -90 to 90, found', "'_kzY~l`fAo}@_|B_|Bo}@'", "'_hgiG~|}eU_pR_ibE'"],
    [
      'huc8s 0 rings 0: expected a ring that ends where it begins, at 44, -117',
      "_pR_pR??~oR~oR?'",
      "_pR_pR??~oR'",
    ],
    [
      'waterbodies 0 rings 0: expected a ring of at least three different points',
      "'oi|Y~l`fA?o}@o}@?n}@n}@'",
      "'oi|Y~l`fA?o}@?n}@'",
    ],
    ['waterbodies 0 rings: expected at least one ring', "rings: ['oi|Y~l`fA?o}@o}@?n}@n}@']", 'rings: []'],
    ['huc8s 0 code: "17050198" is not in huc8s of the basin file', '"17050199"', '"17050198"'],
    ['huc8s 0 code: expected text; put a number in quotes', '"17050199"', '17050199'],
    ['waterbodies 0 rank: expected a rank', 'Otter Lake, rank: 2', 'Otter Lake, rank: 4'],
    ['towns 0 rank: expected a rank from 1 to 3', 'Otter, rank: 3', 'Otter, rank: 2.5'],
    ['towns 0 lat: expected a latitude from -90 to 90', 'lat: 44.1', 'lat: 94.1'],
    ['towns 0 lon: is missing', ', lon: -116.2', ''],
    ['cities: unknown field', 'towns:', 'cities:'],
  ])('%s', (expected, from, to) => {
    expect(text).toContain(from);
    const line = text.slice(0, text.indexOf(from)).split('\n').length;
    const run = () => parse(text.replace(from, to));
    expect(run).toThrow(expected);
    expect(run).toThrow(new RegExp(`^map\\.yaml, line ${line}: [^\n]*$`));
  });

  test('a HUC8 that is listed twice', () => {
    const entry = text.slice(text.indexOf('  - code'), text.indexOf('rivers:'));
    expect(() => parse(text.replace(entry, entry + entry))).toThrow(
      'map.yaml, line 10: huc8s 1 code: "17050199" is listed twice',
    );
  });

  test('a missing file, with the line that names it', () => {
    const file = path.join(folder, 'river.yaml');
    const river = readFileSync(otherRiverPath, 'utf8');
    writeFileSync(file, river.replace('map: {', 'map: { shapes: nowhere.yaml,'));
    expect(() => readBasin(file)).toThrow(
      /river\.yaml, line 4: map shapes: .*nowhere\.yaml cannot be read: ENOENT/,
    );
  });
});

test('a basin file without shapes has none; with them, they are read beside it', () => {
  expect(otherRiver.shapes).toBeUndefined();
  const file = path.join(folder, 'river.yaml');
  writeFileSync(
    file,
    readFileSync(otherRiverPath, 'utf8').replace('map: {', 'map: { shapes: river-map.yaml,'),
  );
  writeFileSync(path.join(folder, 'river-map.yaml'), text);
  expect(readBasin(file).shapes).toEqual(parse(text));
});

describe('the shapes of the Upper Snake', () => {
  const { boundaries = [], features = [] } = basin.shapes ?? {};

  test('have an area for each HUC8, which contains almost all of its sites', () => {
    expect(boundaries.map(({ code }) => code)).toEqual(basin.huc8s.map(({ code }) => code));
    const areas = new Map(boundaries.map(({ code, boundary }) => [code, boundary]));
    const placed = basin.sites.filter(({ lat, lon, huc8 }) => {
      const area = areas.get(huc8);
      return area && areaContains(area, [lon, lat]);
    });
    expect(placed.length / basin.sites.length).toBeGreaterThan(0.9);
  });

  test('have areas that share their edges exactly', () => {
    const edges = new Map<string, number>();
    for (const { boundary } of boundaries) {
      for (const ring of boundary.type === 'Polygon' ? boundary.coordinates : boundary.coordinates.flat()) {
        for (const [at, position] of ring.slice(1).entries()) {
          const key = [String(ring[at]), String(position)].sort().join(' ');
          edges.set(key, (edges.get(key) ?? 0) + 1);
        }
      }
    }
    const counts = [...edges.values()];
    // An inner edge belongs to two areas, and one of the outline to one.
    expect(Math.max(...counts)).toBe(2);
    const inner = counts.filter((count) => count === 2).length;
    expect(inner).toBeGreaterThan(counts.length / 2);
  });

  test('have the Snake River through the basin, its reservoirs and its towns', () => {
    const named = (kind: string) => features.filter((each) => each.kind === kind).map(({ name }) => name);
    expect(new Set(named('river')).size).toBe(14);
    expect(named('waterbody')).toHaveLength(11);
    expect(named('town')).toHaveLength(23);
    const snake = features.filter(({ name, rank }) => name === 'Snake River' && rank === 1);
    const positions = snake.flatMap(({ geometry }) => geometry.coordinates.flat()).filter(Number.isFinite);
    expect(Math.min(...positions.map(Number))).toBe(-115.2);
    expect(snake.map(({ source }) => source)).toEqual(['USGS National Hydrography Dataset', 'Natural Earth']);
  });
});
