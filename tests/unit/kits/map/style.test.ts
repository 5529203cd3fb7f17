import { expect, test, vi } from 'vitest';
import { compileLayer, resolveStyles } from '#kits/map/style/compile.ts';
import { evaluator } from '#kits/map/style/evaluator.ts';
import type { MapFeature, PaintOverride, StyleLayer } from '#kits/map/types.ts';

const feature = (properties: Record<string, unknown>, type = 'Point'): MapFeature => ({
  type: 'Feature',
  geometry: { type },
  properties,
});

const circle = (paint: Record<string, unknown>, more: Partial<StyleLayer> = {}): StyleLayer => ({
  id: 'sites',
  type: 'circle',
  source: 'sites',
  paint,
  ...more,
});

function resolve(layer: StyleLayer, features: readonly MapFeature[], zoom = 7, override?: PaintOverride) {
  const warn = vi.fn<(message: string) => void>();
  const compiled = compileLayer(layer, evaluator, warn);
  const styles = resolveStyles(compiled, features, zoom, override, warn);
  return { compiled, styles, warnings: warn.mock.calls.map(([message]) => message) };
}

test('loads the evaluator only for expressions, legacy functions and filters', () => {
  const layersNeedEvaluator = (layers: readonly StyleLayer[]) =>
    layers.some((layer) => compileLayer(layer, null, () => {}).needsEvaluator);
  const literal = { 'circle-radius': 5, 'circle-color': '#0b6597' };
  expect(layersNeedEvaluator([circle(literal)])).toBe(false);
  expect(
    layersNeedEvaluator([
      {
        id: 'names',
        type: 'symbol',
        source: 'sites',
        layout: { 'text-field': '{name}', 'text-offset': [0, 1], 'text-font': ['Open Sans Bold'] },
      },
      { id: 'reach', type: 'line', source: 'reaches', paint: { 'line-dasharray': [2, 1] } },
    ]),
  ).toBe(false);
  expect(layersNeedEvaluator([circle({ 'circle-color': ['get', 'color'] })])).toBe(true);
  expect(layersNeedEvaluator([circle({ 'circle-radius': ['sqrt', ['get', 'size']] })])).toBe(true);
  expect(layersNeedEvaluator([circle({ 'circle-radius': { stops: [[5, 2]] } })])).toBe(true);
  expect(layersNeedEvaluator([circle(literal, { filter: ['==', 'kind', 'Spring'] })])).toBe(true);
});

test('uses literals within their limits, and defaults for the rest', () => {
  const { styles, warnings } = resolve(circle({ 'circle-radius': -3, 'circle-opacity': 4 }), [feature({})]);
  expect(styles[0]).toMatchObject({ 'circle-radius': 0, 'circle-opacity': 1, 'circle-color': '#000000' });
  expect(warnings).toEqual([]);
});

test('reports values that cannot be used, and uses the default', () => {
  const { styles, warnings } = resolve(
    circle({
      'circle-color': 'url(x)',
      'circle-radius': 'big',
      'circle-blur': 1,
      'circle-opacity': ['nope'],
    }),
    [feature({})],
  );
  expect(styles[0]).toMatchObject({ 'circle-color': '#000000', 'circle-radius': 5, 'circle-opacity': 1 });
  expect(warnings).toHaveLength(4);
  expect(warnings.join('\n')).toContain('circle-blur is not drawn on a circle layer.');
  expect(warnings.join('\n')).toContain('circle-opacity: Unknown expression "nope"');
});

test('evaluates data-driven colors and zoom-driven sizes', () => {
  const layer = circle({
    'circle-color': ['match', ['get', 'kind'], 'Spring', '#ff0000', '#0000ff'],
    'circle-radius': ['interpolate', ['linear'], ['zoom'], 5, 2, 9, 10],
  });
  const features = [feature({ kind: 'Spring' }), feature({ kind: 'Well' }), feature({ kind: 'Spring' })];
  const { compiled, styles } = resolve(layer, features, 7);
  expect(compiled).toMatchObject({ byZoom: true, byFeature: true });
  expect(styles[0]).toMatchObject({ 'circle-color': 'rgba(255,0,0,1)', 'circle-radius': 6 });
  expect(styles[1]).toMatchObject({ 'circle-color': 'rgba(0,0,255,1)' });
  expect(styles[2]).toBe(styles[0]);
  expect(resolve(layer, features, 9).styles[0]).toMatchObject({ 'circle-radius': 10 });
});

test('evaluates legacy functions and tokens', () => {
  const legacy = circle({
    'circle-radius': {
      property: 'size',
      stops: [
        [0, 0],
        [10, 20],
      ],
    },
  });
  expect(resolve(legacy, [feature({ size: 5 })]).styles[0]).toMatchObject({ 'circle-radius': 10 });
  const names: StyleLayer = {
    id: 'names',
    type: 'symbol',
    source: 'sites',
    layout: { 'text-field': '{name} ({id})' },
  };
  const { styles } = resolve(names, [feature({ name: 'Heise', id: null })]);
  expect(styles[0]).toMatchObject({ 'text-field': 'Heise ()' });
});

test('excludes features by expression filters and by legacy filters', () => {
  const features = [feature({ kind: 'Spring', cfs: 3 }), feature({ kind: 'Well', cfs: 9 })];
  const shown = (filter: readonly unknown[]) =>
    resolve(circle({}, { filter }), features).styles.map((style) => style !== null);
  expect(shown(['==', 'kind', 'Spring'])).toEqual([true, false]);
  expect(shown(['>', ['get', 'cfs'], 5])).toEqual([false, true]);
  expect(shown(['==', ['geometry-type'], 'Polygon'])).toEqual([false, false]);
});

test('overrides literals of one feature, and reports an invalid override', () => {
  const red = { 'circle-color': '#ff0000' };
  const override: PaintOverride = ({ properties }) => {
    if (properties?.kind === 'Spring') return red;
    return properties?.kind === 'Odd' ? { 'circle-color': 'x()' } : undefined;
  };
  const features = ['Spring', 'Well', 'Spring', 'Odd'].map((kind) => feature({ kind }));
  const { styles, warnings } = resolve(circle({ 'circle-color': '#0000ff' }), features, 7, override);
  expect(styles.map((style) => style?.['circle-color'])).toEqual([
    '#ff0000',
    '#0000ff',
    '#ff0000',
    '#0000ff',
  ]);
  expect(styles[0]).toBe(styles[2]);
  expect(warnings).toHaveLength(1);
});

test('uses the defaults of expressions without the evaluator', () => {
  const compiled = compileLayer(circle({ 'circle-radius': ['sqrt', ['get', 'size']] }), null, () => {});
  expect(compiled.properties['circle-radius']?.evaluate(7, feature({ size: 81 }))).toBe(5);
});
