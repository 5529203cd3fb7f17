import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addUpTo, chosenFirst, matchOptions, type Option, onlyMatch } from '#kits/form/MultiSelect.tsx';
import { forAll } from '../../../support/for-all.ts';

const option = (label: string, detail?: string): Option<string> => ({ value: label, label, detail });
const places = [
  option('Henrys Fork near Ashton', 'Stream Gage · 13046000'),
  option('Ashton Reservoir'),
  option('Fall River near Squirrel'),
  option('Río Ashton'),
];
const labels = (found: readonly Option<string>[]) => found.map((each) => each.label);

describe('searching options', () => {
  test('sorts labels that begin with the text first, then labels with such a word', () => {
    expect(labels(matchOptions(places, 'ashton'))).toEqual([
      'Ashton Reservoir',
      'Henrys Fork near Ashton',
      'Río Ashton',
    ]);
  });

  test('ignores case, diacritics and word order, and searches the detail', () => {
    expect(labels(matchOptions(places, 'RIO'))).toEqual(['Río Ashton']);
    expect(labels(matchOptions(places, '13046 henrys'))).toEqual(['Henrys Fork near Ashton']);
  });

  test('excludes exactly the options that lack a word', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 6 });
    forAll([fc.array(text), text], 100, (names, wanted) => {
      const found = labels(
        matchOptions(
          names.map((name) => option(name)),
          wanted,
        ),
      );
      const terms = wanted.split(' ').filter(Boolean);
      const expected = names.filter((name) => terms.every((word) => name.includes(word)));
      expect(found.toSorted()).toEqual(expected.toSorted());
    });
  });

  test('searches a thousand options within a frame', () => {
    const many = Array.from({ length: 1000 }, (_, index) =>
      option(`Snake River mile ${index}`, `Gage ${index}`),
    );
    const began = performance.now();
    for (let round = 0; round < 10; round += 1) matchOptions(many, `river ${round}`);
    expect((performance.now() - began) / 10).toBeLessThan(50);
  });
});

test('sorts chosen options first and keeps the order of both parts', () => {
  expect(labels(chosenFirst(places, new Set(['Río Ashton', 'Ashton Reservoir'])))).toEqual([
    'Ashton Reservoir',
    'Río Ashton',
    'Henrys Fork near Ashton',
    'Fall River near Squirrel',
  ]);
});

test('adds values up to the limit, without duplicates', () => {
  expect(addUpTo([1, 2], [2, 3, 4, 5], 4)).toEqual([1, 2, 3, 4]);
  expect(addUpTo([1, 2, 3], [4], 2)).toEqual([1, 2, 3]);
});

describe('the option that Enter takes', () => {
  const none: ReadonlySet<string> = new Set();
  test.each([
    ['nothing is typed', places.slice(0, 1), '', none, undefined],
    ['only spaces are typed', places.slice(0, 1), '  ', none, undefined],
    ['nothing matches', [], 'zzz', none, undefined],
    ['several match', places.slice(0, 2), 'ashton', none, undefined],
    ['the only match is chosen', [option('Río Ashton')], 'rio', new Set(['Río Ashton']), undefined],
    ['one matches', [option('Río Ashton')], 'rio', none, 'Río Ashton'],
    [
      'one matches beside another that is chosen',
      [option('Río Ashton')],
      'rio',
      new Set(['B']),
      'Río Ashton',
    ],
  ])('when %s', (_, matches, text, chosen, taken) => {
    expect(onlyMatch(matches, text, chosen)).toBe(taken);
  });
});
