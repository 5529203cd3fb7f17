import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { siteComparisonUrl } from '#domain/time-series/site-comparison.ts';
import {
  mergeWithSaved,
  readComparison as readOn,
  writeSelection,
} from '#features/time-series/rules/address.ts';
import { emptySelection, emptySide, type Selection } from '#features/time-series/rules/selection.ts';
import { formatDay } from '#lib/calendar.ts';
import { forAll } from '../../support/for-all.ts';

const readComparison = (query: string) => readOn(query, '2040-01-01');

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 999_999_999 }), { maxLength: 50 });
const parameter = fc.integer({ min: 1, max: 99_999 });
const dayBetween = (min: number, max: number) =>
  fc.option(
    fc.integer({ min, max }).map((each) => formatDay(each)),
    { nil: undefined },
  );
const dates = fc.record({ start: dayBetween(0, 12_000), end: dayBetween(12_000, 25_000) });
const axis = fc.oneof(fc.constant(emptySide), fc.record({ parameter, locations: ids }));
const fullAxis = fc.record({ parameter, locations: ids.filter((each) => each.length > 0) });
const knownOn = fc.constantFrom({}, { knownOn: '2026-04-07' });
const axes = fc.constantFrom({}, { oneAxis: true as const });
const withKnownOn = <T extends object>(each: fc.Arbitrary<T>) =>
  fc
    .tuple(each, dates, knownOn, axes)
    .map((parts) => Object.assign({}, ...parts) as T & Pick<Selection, 'start' | 'end' | 'oneAxis'>);
const selection = withKnownOn(fc.record({ huc8s: ids, left: axis, right: axis }));
const full = withKnownOn(fc.record({ huc8s: ids, left: fullAxis, right: fullAxis }));

describe('an address is the same after it was written and read', () => {
  const saved: Selection = { ...emptySelection, huc8s: [5], start: '1990-01-01' };

  test('with a selection, whatever was saved', () =>
    forAll([selection], 100, (wanted) => {
      const { selection: read, shown } = readComparison(writeSelection(wanted));
      expect(mergeWithSaved(read, saved)).toEqual(wanted);
      expect(shown).toBeUndefined();
    }));

  test('with a submitted selection', () =>
    forAll([full], 100, (shown) => {
      expect(readComparison(`${writeSelection(shown)}&submitted=yes`).shown).toEqual(shown);
    }));
});

describe('links', () => {
  const saved: Selection = {
    huc8s: [3],
    left: { parameter: 1, locations: [8] },
    right: { parameter: 7, locations: [9] },
    start: '2001-01-01',
    end: undefined,
  };

  test('to a site set its axis, and leave the other as saved, in all HUC8s', () => {
    const { selection: addressed } = readComparison('parameter_left=7&locations_left=42');
    expect(mergeWithSaved(addressed, saved)).toEqual({
      ...saved,
      huc8s: [],
      left: { parameter: 7, locations: [42] },
    });
  });

  const open = { start: undefined, end: undefined };

  test.each([
    ['the last two water years', ['1980-10-01', '2026-11-19'], { start: '2025-10-01', end: '2026-11-19' }],
    [
      'up to the last day of a water year',
      ['1980-10-01', '2020-09-30'],
      { start: '2018-10-01', end: '2020-09-30' },
    ],
    ['from the first value on', ['2020-03-01', '2020-09-30'], { start: '2020-03-01', end: '2020-09-30' }],
    ['a single day', ['2020-03-01', '2020-03-01'], { start: '2020-03-01', end: '2020-03-01' }],
    ['no value yet', [null, null], open],
    ['a reversed record', ['2021-01-01', '2020-01-01'], open],
    ['an impossible day', ['1980-10-01', '2021-02-30'], open],
  ] as const)('to a site are submitted with dates of their own: %s', (_, [por_start, por_end], dates) => {
    const { search } = new URL(siteComparisonUrl(42, 7, { por_start, por_end }), 'http://portal.test');
    const { selection: addressed, shown } = readComparison(search);
    const expected = {
      huc8s: [],
      left: { parameter: 7, locations: [42] },
      right: emptySide,
      ...dates,
      oneAxis: true,
    };
    expect(mergeWithSaved(addressed, saved)).toEqual(expected);
    expect(shown).toEqual(expected);
  });

  test('to a site without a known record or parameter are submitted for the whole record', () => {
    const { search } = new URL(siteComparisonUrl(42, undefined), 'http://portal.test');
    const { selection: addressed, shown } = readComparison(search);
    expect(shown).toMatchObject({ left: { parameter: undefined, locations: [42] }, ...open, oneAxis: true });
    expect(mergeWithSaved(addressed, saved)).toEqual(shown);
  });

  test('with one axis but without a site there show nothing', () => {
    expect(
      readComparison('axes=one&submitted=yes&locations_right=4&parameter_right=7').shown,
    ).toBeUndefined();
    expect(
      readComparison('axes=three&submitted=yes&locations_left=4&parameter_left=7').shown,
    ).toBeUndefined();
  });

  test('to a site without a parameter keep the site', () => {
    expect(readComparison('locations_left=42').selection.left).toEqual({
      parameter: undefined,
      locations: [42],
    });
  });

  test('without parts leave everything as saved', () => {
    expect(mergeWithSaved(readComparison('').selection, saved)).toEqual(saved);
  });

  test('with invalid parts never throw and give only numbers and days', () => {
    forAll([fc.string(), fc.string(), fc.string()], 100, (a, b, c) => {
      const query = new URLSearchParams({
        parameter_left: a,
        locations_left: b,
        start: c,
        submitted: 'yes',
      });
      const { selection: read } = readComparison(query.toString());
      for (const id of read.left?.locations ?? []) expect(Number.isSafeInteger(id)).toBe(true);
      readComparison(a);
    });
    expect(readComparison('start=2021-02-30&end=x').selection.dates).toEqual({
      start: undefined,
      end: undefined,
    });
  });

  test('that were submitted without both axes show nothing', () => {
    expect(readComparison('submitted=yes&parameter_left=1&locations_left=2').shown).toBeUndefined();
  });
});
