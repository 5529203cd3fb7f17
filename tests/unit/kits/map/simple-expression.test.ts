import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileLayer, readSimpleExpression } from '#kits/map/style/compile.ts';
import { evaluator } from '#kits/map/style/evaluator.ts';
import { propertySpecs } from '#kits/map/style/properties.ts';
import type { MapFeature } from '#kits/map/types.ts';
import { forAll } from '../../../support/for-all.ts';

const byRank = ['match', ['get', 'rank'], 1, 5, 2, 3, 2];
const width = ['interpolate', ['linear'], ['zoom'], 5, 1, 7.5, byRank, 11, 20];
const filter = ['>=', ['zoom'], ['match', ['get', 'rank'], 1, 0, 2, 5.5, 8]];

const river = (rank: unknown): MapFeature => ({
  type: 'Feature',
  geometry: { type: 'LineString' },
  properties: { rank },
});
const ranks = fc.constantFrom<unknown>(1, 2, 3, 4, 'main', null, undefined);
const zooms = fc.oneof(fc.constantFrom(5, 5.5, 7.5, 8, 11), fc.double({ min: 0, max: 22, noNaN: true }));

test('has the values of the style evaluator', () => {
  const spec = propertySpecs.line['line-width'];
  if (!spec) throw new Error('There is no line-width.');
  const reference = evaluator.property('line', 'line-width', spec, width);
  const simple = readSimpleExpression(width);
  if (!simple) throw new Error('The expression was not read.');
  expect([simple.byZoom, simple.byFeature]).toEqual([reference.byZoom, reference.byFeature]);
  forAll([zooms, ranks], 100, (zoom, rank) => {
    expect(simple.evaluate(zoom, river(rank))).toBeCloseTo(Number(reference.evaluate(zoom, river(rank))));
  });
});

test('filters as the style evaluator does', () => {
  const reference = evaluator.filter(filter);
  const simple = readSimpleExpression(filter);
  if (!simple) throw new Error('The filter was not read.');
  forAll([zooms, ranks], 100, (zoom, rank) => {
    expect(simple.evaluate(zoom, river(rank))).toBe(reference.evaluate(zoom, river(rank)));
  });
});

test('is drawn without the style evaluator, and again when the zoom changes', () => {
  const layer = {
    id: 'rivers',
    type: 'line',
    source: 'rivers',
    paint: { 'line-width': width },
    filter: ['==', ['get', 'rank'], 2],
  } as const;
  const compiled = compileLayer(layer, null, () => {});
  expect(compiled.needsEvaluator).toBe(false);
  expect([compiled.byZoom, compiled.byFeature]).toEqual([true, true]);
  expect([compiled.accepts?.(7, river(2)), compiled.accepts?.(7, river(1))]).toEqual([true, false]);
  expect(compileLayer({ ...layer, filter }, null, () => {}).byZoom).toBe(true);
});

test.each([
  ['a filter of the older form', ['==', 'rank', 1]],
  ['another operator', ['sqrt', 4]],
  ['another operator within', ['>=', ['zoom'], ['sqrt', 4]]],
  ['a list of labels', ['match', ['get', 'rank'], [1, 2], 4, 1]],
  ['a match without a fallback', ['match', ['get', 'rank'], 1, 4]],
  ['another curve', ['interpolate', ['exponential', 2], ['zoom'], 5, 1, 7, 2]],
  ['a function of the older form', { stops: [[5, 1]] }],
  ['a property of an object', ['get', 'name', ['properties']]],
  ['a name that objects inherit', ['constructor', 1]],
])('leaves %s to the style evaluator', (_, expression) => {
  expect(readSimpleExpression(expression)).toBeNull();
});
