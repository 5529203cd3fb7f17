import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { yearKinds } from '#domain/season/season.ts';
import {
  chooseSeasonParameter,
  chooseSeries,
  defaultSeries,
  isSameSeason,
  type SeasonSelection,
  seasonCodec,
  slotsOf,
  whySeasonNotReady,
} from '#domain/season/season-tool-address.ts';
import { measures } from '#domain/vocabulary.ts';
import { forAll } from '../../support/for-all.ts';

const defaults: SeasonSelection = {
  parameter: 1,
  location: undefined,
  series: ['Median'],
  year: 'water',
  measure: 'value',
  colors: [],
};
const id = fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: undefined });
const names = fc.uniqueArray(fc.constantFrom('Minimum', 'Median', 'Maximum', '1997', '2026', '2027'));
const selections = fc.record({
  parameter: id,
  location: id,
  series: names,
  year: fc.constantFrom(...yearKinds),
  measure: fc.constantFrom(...measures),
  colors: fc.constantFrom([], ['', '1997'], ['2026', '', '', '1997', '', '2027']),
});

describe('a selection', () => {
  test('defaults to the statistics, the next and the current year', () => {
    expect(defaultSeries('2026-11-21')).toEqual(['Minimum', 'Median', 'Maximum', '2027', '2026']);
    expect(defaultSeries('2026-05-02', ['Median', '2026', '2025'])).toEqual(['Median', '2026']);
  });

  test('is the same after it was written and read', () =>
    forAll([selections], 100, (selection) => {
      const codec = seasonCodec({ ...defaults, parameter: undefined });
      const { value } = codec.read(codec.write(selection));
      expect(value).toEqual(selection);
      expect(isSameSeason(value, selection)).toBe(true);
    }));

  test('falls back to the defaults for invalid parts, and drops unknown series', () => {
    const { value } = seasonCodec(defaults).read(
      'parameter=x&location=-1&series=Average,2026,1e9&year=calendar&measure=mean',
    );
    expect(value).toEqual({ ...defaults, series: ['2026'] });
  });

  test('keeps the colors of years, in the address too, whatever is removed and added', () => {
    const year = fc.integer({ min: 1950, max: 2020 }).map(String);
    forAll([fc.uniqueArray(year, { maxLength: 6 }), fc.func(fc.boolean())], 100, (years, isKept) => {
      const chosen = chooseSeries(defaults, ['Median', '2026', '2025', ...years]);
      const others = ['2024', '1949', ...chosen.series].filter(
        (each) => each.startsWith('202') || isKept(each),
      );
      const changed = chooseSeries(
        chosen,
        [...others, '2026', '2025'].filter((each, at, all) => all.indexOf(each) === at),
      );
      const [before, after] = [slotsOf(chosen), slotsOf(changed)];
      for (const [each, slot] of after) if (before.has(each)) expect(slot).toBe(before.get(each));
      expect(new Set(after.values()).size).toBe(after.size);
      const codec = seasonCodec(defaults);
      expect(slotsOf(codec.read(codec.write(changed)).value)).toEqual(after);
    });
  });

  test.each([
    ['1992,,2001', ['1992', '', '2001']],
    ['', ['']],
    ['1992,1992', []],
    ['1992,x', []],
    ['-5', []],
    ['1992;2001', []],
    ['1901,1902,1903,1904,1905,1906,1907', ['1901', '1902', '1903', '1904', '1905', '1906']],
  ])('reads the colors %s', (text, colors) => {
    expect(seasonCodec(defaults).read(new URLSearchParams({ colors: text }).toString()).value.colors).toEqual(
      colors,
    );
  });

  test('keeps the location on a change of parameter only if the location has that parameter', () => {
    const places = [{ loc_ndx: 4, parameter_ndx_array: [1, 5] }];
    const at = { ...defaults, location: 4 };
    expect(chooseSeasonParameter(at, 5, places).location).toBe(4);
    expect(chooseSeasonParameter(at, 7, places).location).toBeUndefined();
    expect(chooseSeasonParameter(at, undefined, places).location).toBeUndefined();
  });

  test('can be submitted if, and only if, it has a series and a location', () =>
    forAll([selections], 100, (selection) => {
      const isReady = selection.series.length > 0 && selection.location !== undefined;
      expect(whySeasonNotReady(selection) === undefined).toBe(isReady);
    }));
});
