import { expect, test } from 'vitest';
import { parseHeadline } from '#config/headline.ts';
import type { Headline } from '#contract/headline.ts';

const figure = { value: '1.59 MAF', lines: ['39 % full on 11/23/2026'] };
const headline: Headline = {
  site_count: 1371,
  current_count: 334,
  newest: '2026-11-21',
  sites_text: '334 of 1,371 monitoring sites with values in the last 30 days.',
  conditions_text: '1 record for the date: 0 below normal, 1 normal, 0 above.',
  storage: figure,
  snow: figure,
  flow: null,
  conditions: [{ class: 'normal', places: [[-112.4, 43.2]] }],
};

test.each<[what: string, answer: unknown]>([
  ['nothing', null],
  ['text', 'a page'],
  ['an error', { status: 503, detail: 'The database is away.' }],
  ['a missing text', { ...headline, sites_text: undefined }],
  ['a text that is a number', { ...headline, conditions_text: 20_000 }],
  ['a missing figure', { ...headline, storage: undefined }],
  ['a figure without a value', { ...headline, snow: { lines: [] } }],
  ['a figure with lines that are no texts', { ...headline, flow: { value: '1 cfs', lines: [1] } }],
  ['conditions that are no list', { ...headline, conditions: {} }],
  ['a place that is text', { ...headline, conditions: [{ class: 'normal', places: ['-112, 43'] }] }],
  ['a place without a number', { ...headline, conditions: [{ class: 'normal', places: [[null, 43]] }] }],
])('an answer with %s is refused', (_, answer) => {
  expect(() => parseHeadline(answer)).toThrow(TypeError);
});

test('an answer with or without figures is accepted', () => {
  expect(parseHeadline(headline)).toBe(headline);
  expect(parseHeadline({ ...headline, storage: null, conditions: [] })).toMatchObject({ storage: null });
});
