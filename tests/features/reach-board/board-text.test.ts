import { describe, expect, it, test } from 'vitest';
import {
  type BoardFigures,
  describeBoard,
  describeGaining,
  describeWindow,
  type WindowFigures,
} from '#features/reach-board/rules/board-text.ts';

const normal = {
  period: 'day',
  count: 30,
  first_year: 1991,
  last_year: 2020,
  p10: 100,
  p25: 200,
  median: 300,
  p75: 400,
  p90: 500,
  percent: 93,
} as const;

const window = (changes: Partial<WindowFigures> = {}): WindowFigures => ({
  gain: 279,
  error: 42,
  class: 'normal',
  percentile: 46,
  of: normal,
  rank: { rank: 20, low_rank: 27, years: 46 },
  year_before: null,
  ...changes,
});

test.each<[string, WindowFigures, 'week' | 'month', string, string | undefined, string]>([
  ['a gain', window(), 'week', '+279 cfs', '± 42 cfs', '93 % of the median, 20th highest of 46 years'],
  [
    'a loss',
    window({ gain: -369, of: { ...normal, median: -310, percent: null } }),
    'week',
    '−369 cfs',
    '± 42 cfs',
    '59 cfs under the median, 20th highest of 46 years',
  ],
  [
    'a month',
    window({ gain: 58_900, error: null, rank: { rank: 45, low_rank: 2, years: 46 } }),
    'month',
    '+58.9 KAF',
    undefined,
    '93 % of the median, 2nd lowest of 46 years',
  ],
  [
    'few years',
    window({ class: null, percentile: null, of: null, rank: { rank: 2, low_rank: 3, years: 4 } }),
    'week',
    '+279 cfs',
    '± 42 cfs',
    'no normal yet: 4 years of record, 10 needed',
  ],
  [
    'the lowest',
    window({ class: 'lowest on record', percentile: 1, rank: { rank: 46, low_rank: 1, years: 46 } }),
    'week',
    '+279 cfs',
    '± 42 cfs',
    '93 % of the median, lowest of 46 years',
  ],
])('describes %s', (_name, figures, name, value, error, place) => {
  expect(describeWindow(figures, name)).toMatchObject({ value, error, place });
});

test.each([
  [{ gain: 100, class: 'below normal' }, 'gaining less than usual'],
  [{ gain: -100, class: 'below normal', of: { ...normal, median: -50 } }, 'losing more than usual'],
  [{ gain: -100, class: 'much below normal' }, 'losing, usually gaining'],
  [{ gain: 0, class: 'normal' }, 'gaining as usual'],
  [{ gain: -5, class: null, of: null }, 'losing'],
] as const)('says of %j: %s', (changes, text) => {
  expect(describeGaining({ week: window(changes) })?.text).toBe(text);
});

describe('the sentence of the board', () => {
  const reach = (loc_name: string, month: WindowFigures | null) => ({
    loc_name,
    week: window(),
    month,
    season: window(),
  });
  const low = window({
    class: 'much below normal',
    percentile: 4,
    rank: { rank: 45, low_rank: 2, years: 46 },
  });
  const board = (changes: Partial<BoardFigures> = {}): BoardFigures => ({
    on: '2026-07-15',
    reaches: [reach('Heise to Lorenzo', window()), reach('Near Blackfoot to Neeley', low)],
    sum: { week: window({ gain: 1860 }), month: null, season: null, names: ['a', 'b', 'c', 'd', 'e'] },
    ...changes,
  });

  it('is the sum, then what is furthest from usual', () => {
    expect(describeBoard(board())).toBe(
      'The five reaches gain 1,860 cfs, as usual. Near Blackfoot to Neeley: July so far is the 2nd lowest of 46 years.',
    );
  });

  it('is the sum where nothing is unusual', () => {
    expect(describeBoard(board({ reaches: [reach('Heise to Lorenzo', null)] }))).toBe(
      'The five reaches gain 1,860 cfs, as usual.',
    );
  });

  it('is empty where nothing is known', () => {
    expect(describeBoard(board({ reaches: [], sum: null }))).toBe('');
  });
});
