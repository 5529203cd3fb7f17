import { expect, test } from 'vitest';
import { parameters } from '#domain/vocabulary.ts';
import { unitSymbol } from '#features/ogc/server/collections.ts';

test('every unit of the vocabulary but the acre-foot has a symbol of UCUM', () => {
  const without = parameters.filter(({ units }) => unitSymbol(units) === undefined);
  expect([...new Set(without.map(({ units }) => units))]).toEqual(['AF']);
});

test.each(['furlong', '', 'constructor', 'CFS'])('there is none for %j', (units) => {
  expect(unitSymbol(units)).toBeUndefined();
});
