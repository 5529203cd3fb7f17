import { describe, expect, it } from 'vitest';
import { type Folds, parseFolds, serializeFolds } from '#kits/ui/folds.ts';

describe('parseFolds', () => {
  it.each([
    [null, 'open', 'beside'],
    ['', 'open', 'beside'],
    ['form', 'folded', 'beside'],
    ['map', 'open', 'folded'],
    ['map-large', 'open', 'large'],
    ['form map', 'folded', 'folded'],
    ['map form', 'folded', 'folded'],
    ['map-large map', 'open', 'folded'],
    ['maps forms', 'open', 'beside'],
    ['{"form":true}', 'open', 'beside'],
  ] as const)('reads %j as form %s, map %s', (text, form, map) => {
    expect(parseFolds(text)).toEqual({ form, map });
  });

  it('reads back every state', () => {
    for (const form of ['open', 'folded'] as const) {
      for (const map of ['beside', 'large', 'folded'] as const) {
        const folds: Folds = { form, map };
        expect(parseFolds(serializeFolds(folds))).toEqual(folds);
      }
    }
  });
});
