import { describe, expect, test } from 'vitest';
import type { AlertTerms, LevelTerms } from '#features/alerts/contract.ts';
import { type RuleDraft, termsOf } from '#features/alerts/rules/draft.ts';
import { afterQuietHours } from '#features/alerts/rules/quiet-hours.ts';
import { describePast, describeTerms } from '#features/alerts/rules/rule-text.ts';
import { describeTermsFault } from '#features/alerts/rules/terms.ts';

const storage = {
  ...{ loc_ndx: 1, loc_name: 'Palisades', parameter_ndx: 3, parameter_name: 'Reservoir Storage' },
  ...{ units_name: 'AF', interval_days: 1 },
};
const flow = {
  ...storage,
  loc_name: 'Heise',
  parameter_ndx: 1,
  parameter_name: 'Streamflow',
  units_name: 'cfs',
};
const depth = {
  ...storage,
  loc_name: 'Well 7',
  parameter_ndx: 7,
  parameter_name: 'Depth to Water',
  units_name: 'ft',
};

const levelOf = (part: Partial<LevelTerms>): LevelTerms => ({
  kind: 'level',
  loc_ndx: 1,
  parameter_ndx: 1,
  measure: 'value',
  direction: 'below',
  level: 30,
  ...part,
});

describe('the words of a rule', () => {
  test.each<[AlertTerms, typeof storage, string]>([
    [levelOf({ measure: 'percent_of_capacity' }), storage, 'Palisades below 30 % of capacity'],
    [levelOf({ level: 400_000 }), storage, 'Palisades, reservoir storage below 400 KAF'],
    [levelOf({ level: 476_512 }), storage, 'Palisades, reservoir storage below 476,512 AF'],
    [levelOf({ direction: 'above', level: 12_000 }), flow, 'Heise, streamflow above 12,000 cfs'],
    [levelOf({ level: 0.456 }), flow, 'Heise, streamflow below 0.456 cfs'],
    [levelOf({ measure: 'percentile', level: 10 }), flow, 'Heise, streamflow below the 10th percentile'],
    [levelOf({ measure: 'percentile', level: 10 }), depth, 'Well 7, water level below the 10th percentile'],
    [levelOf({ measure: 'percentile', level: 10.5 }), flow, 'Heise, streamflow below percentile 10.5'],
    [
      levelOf({ measure: 'percent_of_median', level: 50 }),
      flow,
      'Heise, streamflow below 50 % of the median',
    ],
    [
      levelOf({ measure: 'change_in_day', direction: 'above', level: 500 }),
      flow,
      'Heise, streamflow rises by more than 500 cfs in a day',
    ],
    [
      levelOf({ measure: 'change_in_week', level: -500 }),
      flow,
      'Heise, streamflow falls by more than 500 cfs in a week',
    ],
    [
      { kind: 'silence', loc_ndx: 1, parameter_ndx: 1, intervals: 3 },
      flow,
      'Heise, no new streamflow for 5 days',
    ],
    [
      { kind: 'silence', loc_ndx: 1, parameter_ndx: 7, intervals: 2 },
      { ...depth, interval_days: 30 },
      'Well 7, no new depth to water for 62 days',
    ],
  ])('%j', (terms, named, condition) => {
    expect(describeTerms(terms, named)).toBe(condition);
  });

  test('say its past', () => {
    const firings = [
      { rdate: '1992-08-01', measured: 29 },
      { rdate: '2018-05-03', measured: 28 },
    ];
    expect(describePast({ first_day: '1981-10-01', firings })).toBe(
      'would have fired 2 times since 1981, last on May 3, 2018',
    );
    expect(describePast({ first_day: '1981-10-01', firings: firings.slice(1) })).toMatch(
      /fired 1 time since/,
    );
    expect(describePast({ first_day: '1981-10-01', firings: [] })).toBe('would not have fired since 1981');
    expect(describePast({ first_day: null, firings: [] })).toBe('has no values yet to try it on');
  });
});

describe('terms that a record cannot have', () => {
  const facts = { parameter_ndx: 3, capacity: 1_200_000, hasNormals: true };
  test.each([
    [
      'a percent of capacity without one',
      levelOf({ measure: 'percent_of_capacity' }),
      { ...facts, capacity: null },
      'measure',
    ],
    [
      'a percent of the capacity of a flow',
      levelOf({ measure: 'percent_of_capacity' }),
      { ...facts, parameter_ndx: 1 },
      'measure',
    ],
    [
      'a percentile without ten years',
      levelOf({ measure: 'percentile' }),
      { ...facts, hasNormals: false },
      'measure',
    ],
    [
      'a percent of the median of a temperature',
      levelOf({ measure: 'percent_of_median' }),
      { ...facts, parameter_ndx: 5 },
      'measure',
    ],
    ['a percentile of 0', levelOf({ measure: 'percentile', level: 0 }), facts, 'level'],
    ['a percentile of 100', levelOf({ measure: 'percentile', level: 100 }), facts, 'level'],
    ['a negative percentage', levelOf({ measure: 'percent_of_median', level: -1 }), facts, 'level'],
    ['a rise below 0', levelOf({ measure: 'change_in_day', direction: 'above', level: -1 }), facts, 'level'],
    ['a fall above 0', levelOf({ measure: 'change_in_week', level: 1 }), facts, 'level'],
    ['a level that is no number', levelOf({ level: Number.NaN }), facts, 'level'],
    ['a level without end', levelOf({ level: Number.POSITIVE_INFINITY }), facts, 'level'],
    ['a clear level beyond the level', levelOf({ clear_level: 29 }), facts, 'clear_level'],
    [
      'a clear level beyond one above',
      levelOf({ direction: 'above', clear_level: 31 }),
      facts,
      'clear_level',
    ],
  ] as const)('%s', (_, terms, record, field) => {
    expect(describeTermsFault(terms, record)).toMatchObject({ field });
  });

  test('others are as they are', () => {
    expect(
      describeTermsFault(levelOf({ measure: 'percent_of_capacity', clear_level: 30 }), facts),
    ).toBeUndefined();
    expect(
      describeTermsFault({ kind: 'silence', loc_ndx: 1, parameter_ndx: 1, intervals: 2 }, facts),
    ).toBeUndefined();
  });
});

describe('what is typed', () => {
  const record = { ...flow, capacity: null, of: null };
  const draft: RuleDraft = {
    kind: 'level',
    parameter: 1,
    measure: 'value',
    direction: 'above',
    level: '12,000',
    clear: '',
    intervals: '3',
    name: '',
  };
  test.each<[string, Partial<RuleDraft>, object]>([
    ['a number with commas', {}, { terms: levelOf({ direction: 'above', level: 12_000 }) }],
    [
      'a clear level',
      { clear: '11,000' },
      { terms: levelOf({ direction: 'above', level: 12_000, clear_level: 11_000 }) },
    ],
    [
      'a fall, as how much',
      { measure: 'change_in_day', direction: 'below', level: '500', clear: '100' },
      { terms: levelOf({ measure: 'change_in_day', level: -500, clear_level: -100 }) },
    ],
    ['nothing', { level: ' ' }, { faults: { level: expect.any(String) } }],
    ['a word', { level: 'low' }, { faults: { level: expect.any(String) } }],
    ['markup', { level: '<b>1</b>' }, { faults: { level: expect.any(String) } }],
    ['a number without end', { level: '1e400' }, { faults: { level: expect.any(String) } }],
    ['a number beyond any record', { level: '1e12' }, { faults: { level: expect.any(String) } }],
    [
      'a fall of less than nothing',
      { measure: 'change_in_day', direction: 'below', level: '-500' },
      { faults: { level: expect.any(String) } },
    ],
    ['a clear level that is a word', { clear: 'high' }, { faults: { clear: expect.any(String) } }],
    ['a clear level beyond the level', { clear: '13000' }, { faults: { clear: expect.any(String) } }],
    [
      'a percentile of a short record',
      { measure: 'percentile', level: '10' },
      { faults: { measure: expect.any(String) } },
    ],
    [
      'half an interval',
      { kind: 'silence', intervals: '2.5' },
      { faults: { intervals: expect.any(String) } },
    ],
    ['one interval', { kind: 'silence', intervals: '1' }, { faults: { intervals: expect.any(String) } }],
    [
      'silence',
      { kind: 'silence' },
      { terms: { kind: 'silence', loc_ndx: 1, parameter_ndx: 1, intervals: 3 } },
    ],
  ])('%s', (_, part, expected) => {
    expect(termsOf({ ...draft, ...part }, record)).toEqual(expected);
  });
});

describe('hours without mails', () => {
  test.each([
    ['none', null, null, '2026-07-01T05:00:00Z', '2026-07-01T05:00:00Z'],
    ['outside of them', '22:00', '07:00', '2026-07-01T18:00:00Z', '2026-07-01T18:00:00Z'],
    ['before midnight', '22:00', '07:00', '2026-07-01T04:30:00Z', '2026-07-01T13:00:00Z'],
    ['after midnight', '22:00', '07:00', '2026-07-01T09:00:20Z', '2026-07-01T13:00:00Z'],
    ['at their end', '22:00', '07:00', '2026-07-01T13:00:00Z', '2026-07-01T13:00:00Z'],
    ['within a day', '09:00', '17:00', '2026-07-01T16:00:00Z', '2026-07-01T23:00:00Z'],
    ['that begin when they end', '07:00', '07:00', '2026-07-01T13:00:00Z', '2026-07-01T13:00:00Z'],
    [
      'in the night in which the clocks go forward',
      '22:00',
      '03:00',
      '2026-03-08T06:00:00Z',
      '2026-03-08T09:00:00Z',
    ],
    ['in the night in which they go back', '22:00', '07:00', '2026-11-01T05:00:00Z', '2026-11-01T14:00:00Z'],
  ])('%s', (_, quiet_from, quiet_to, now, then) => {
    const hours = { time_zone: 'America/Denver', quiet_from, quiet_to };
    expect(afterQuietHours(new Date(now), hours)).toEqual(new Date(then));
  });
});
