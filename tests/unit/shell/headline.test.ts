import { describe, expect, test } from 'vitest';
import { describeHeadline, parseHeadline } from '#config/headline.ts';
import type { Headline, HeadlineTotal } from '#contract/headline.ts';

const total: HeadlineTotal = {
  is_depth: false,
  parameter_name: 'Reservoir Storage',
  units_name: 'AF',
  site_count: 7,
  rdate: '2026-11-21',
  value: 1_568_014,
  newest: '2026-11-21',
  before: 1_519_572,
  days_before: 7,
  capacity: 4_045_718,
  approval: 'P',
  is_demonstration: true,
};
const headline: Headline = { site_count: 1371, current_count: 334, newest: '2026-11-21', total };
const totalOf = (changes: Partial<HeadlineTotal>) =>
  describeHeadline({ ...headline, total: { ...total, ...changes } }, '2026-11-22').total;

describe('the figures of the landing page', () => {
  test('have value, unit, day, change and marks', () => {
    expect(describeHeadline(headline, '2026-11-22')).toEqual({
      sites: { value: '1,371', lines: ['334 with values in the last 30 days'], marks: [] },
      total: {
        value: '1,570,000',
        unit: 'AF',
        lines: ['39 % full on 11/21/2026', '+48,400 AF in 7 days'],
        marks: ['Provisional', 'Demonstration data'],
      },
      newest: { value: '11/21/2026', lines: ['Latest day with values, 1 day ago'], marks: [] },
    });
  });

  test.each<[what: string, changes: Partial<HeadlineTotal>, lines: string[]]>([
    [
      'a total of an earlier day',
      { rdate: '2026-11-14' },
      ['39 % full on 11/14/2026, the last day of all 7 sites', '+48,400 AF in 7 days'],
    ],
    [
      'a total without capacity or change',
      { capacity: null, before: null },
      ['11/21/2026', 'no value 7 days before'],
    ],
    ['a total that falls', { before: 1_600_000 }, ['39 % full on 11/21/2026', '−32,000 AF in 7 days']],
    [
      'a depth that shrinks',
      {
        is_depth: true,
        parameter_name: 'Depth to Water',
        units_name: 'ft',
        value: 20,
        before: 22,
        capacity: null,
      },
      ['11/21/2026', 'water level +2 ft in 7 days'],
    ],
  ])('say what %s means', (_, changes, lines) => {
    expect(totalOf(changes).lines).toEqual(lines);
  });

  test('have no marks where the values are approved and measured', () => {
    expect(totalOf({ approval: 'A', is_demonstration: false }).marks).toEqual([]);
  });

  test('say that a total is withheld, and that there are no values yet', () => {
    const figures = describeHeadline({ ...headline, newest: null, total: null }, '2026-11-22');
    expect(figures.total).toMatchObject({
      value: 'Not shown',
      lines: ['Not all of its sites have recent values that are public.'],
    });
    expect(figures.newest.value).toBe('None yet');
  });

  test('never come from the future', () => {
    expect(describeHeadline(headline, '2026-11-20').newest.lines).toEqual(['Latest day with values, today']);
  });
});

test.each<[what: string, answer: unknown]>([
  ['nothing', null],
  ['text', 'a page'],
  ['an error', { status: 503, detail: 'The database is away.' }],
  ['a missing count', { ...headline, site_count: undefined }],
  ['a day that is a number', { ...headline, newest: 20_000 }],
  ['a missing total', { ...headline, total: undefined }],
  ['a total without a value', { ...headline, total: { ...total, value: null } }],
  ['a change that is text', { ...headline, total: { ...total, before: '12' } }],
])('an answer with %s is refused', (_, answer) => {
  expect(() => parseHeadline(answer)).toThrow(TypeError);
});

test('an answer with or without a total is accepted', () => {
  expect(parseHeadline(headline)).toBe(headline);
  expect(parseHeadline({ ...headline, newest: null, total: null })).toMatchObject({ total: null });
});
