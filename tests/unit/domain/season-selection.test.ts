import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measures } from '#domain/measure.ts';
import { yearKinds } from '#domain/season.ts';
import {
  chooseSeasonParameter,
  defaultSeries,
  isSameSeason,
  type SeasonSelection,
  seasonCodec,
  whySeasonNotReady,
} from '#domain/season-selection.ts';

const defaults: SeasonSelection = {
  parameter: 1,
  location: undefined,
  series: ['Median'],
  year: 'water',
  measure: 'value',
};
const id = fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: undefined });
const names = fc.uniqueArray(fc.constantFrom('Minimum', 'Median', 'Maximum', '1997', '2026', '2027'));
const selections = fc.record({
  parameter: id,
  location: id,
  series: names,
  year: fc.constantFrom(...yearKinds),
  measure: fc.constantFrom(...measures),
});

describe('a selection', () => {
  test('defaults to the statistics, the next and the current year', () => {
    expect(defaultSeries('2026-11-21')).toEqual(['Minimum', 'Median', 'Maximum', '2027', '2026']);
    expect(defaultSeries('2026-05-02', ['Median', '2026', '2025'])).toEqual(['Median', '2026']);
  });

  test('is the same after it was written and read', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        const codec = seasonCodec({ ...defaults, parameter: undefined });
        const { value } = codec.read(codec.write(selection));
        expect(value).toEqual(selection);
        expect(isSameSeason(value, selection)).toBe(true);
      }),
    );
  });

  test('falls back to the defaults for invalid parts, and drops unknown series', () => {
    const { value } = seasonCodec(defaults).read(
      'parameter=x&location=-1&series=Average,2026,1e9&year=calendar&measure=mean',
    );
    expect(value).toEqual({ ...defaults, series: ['2026'] });
  });

  test('keeps the location on a change of parameter only if the location has that parameter', () => {
    const places = [{ loc_ndx: 4, parameter_ndx_array: [1, 5] }];
    const at = { ...defaults, location: 4 };
    expect(chooseSeasonParameter(at, 5, places).location).toBe(4);
    expect(chooseSeasonParameter(at, 7, places).location).toBeUndefined();
    expect(chooseSeasonParameter(at, undefined, places).location).toBeUndefined();
  });

  test('can be submitted if, and only if, it has a series and a location', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        const isReady = selection.series.length > 0 && selection.location !== undefined;
        expect(whySeasonNotReady(selection) === undefined).toBe(isReady);
      }),
    );
  });
});
