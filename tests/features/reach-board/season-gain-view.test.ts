import { describe, expect, test } from 'vitest';
import { parseReference, type SeasonStart } from '#domain/season/gain-season.ts';
import type { ReachGainSeason } from '#features/reach-board/contract.ts';
import { formatDifference, seasonFigures, seasonNotes } from '#features/reach-board/files.ts';
import { seasonChartContent } from '#features/reach-board/screen/season-chart.ts';
import { gainSeasonOf } from '#features/reach-board/server/season.ts';
import { dayNumber } from '#lib/calendar.ts';
import { recordBetween } from '../../support/random-record.ts';

type Options = {
  readonly to?: string;
  readonly gainIn?: (year: number) => number;
  readonly without?: readonly [from: string, to: string];
  readonly start?: SeasonStart;
  readonly reference?: string;
};

/** A season of a reach whose gain is the same on each day of a calendar year, from 1989 on. */
function seasonOf(options: Options = {}): ReachGainSeason {
  const {
    to = '2026-03-10',
    gainIn = (year) => year - 1000,
    without,
    start = 'nov',
    reference = '1991-2020',
  } = options;
  const { days, values } = recordBetween(
    '1989-10-01',
    to,
    (date) => gainIn(Number(date.slice(0, 4))),
    without && [without],
  );
  const approval = days.map((day) => (day < dayNumber('2026-02-01') ? 'A' : 'P')).join('');
  const record = {
    loc_name: 'Near Blackfoot to Neeley',
    parameter_name: 'Reach Gain',
    days,
    values,
    approval,
  };
  const season = gainSeasonOf(record, start, parseReference(reference) ?? 'all');
  if (!season) throw new Error('The record has values.');
  return season;
}

const factsOf = (season: ReachGainSeason) =>
  Object.fromEntries((seasonFigures(season)?.facts ?? []).map(({ term, text }) => [term, text]));

describe('the figures of a season', () => {
  test('are its gain and the differences from those of other years on the same date', () => {
    const season = seasonOf();
    const sumOf = (year: number) => Math.round(1.983 * (61 * (year - 1001) + 69 * (year - 1000)));
    expect(season.sum?.gain).toBe(sumOf(2026));
    const { gains } = seasonFigures(season) ?? { gains: [] };
    expect(gains.map(({ name }) => name)).toEqual([
      'Nov 1, 2025 to Mar 10, 2026, provisional',
      'Median of 1991–2020',
      'Lowest of 1991–2020: 1991',
      'Last year: 2025',
    ]);
    expect(gains[2]?.gain).toBe(sumOf(1991));
    expect(gains[3]).toEqual({
      name: 'Last year: 2025',
      gain: sumOf(2025),
      difference: sumOf(2026) - sumOf(2025),
    });
    expect(gains[1]?.difference).toBe((season.sum?.gain ?? 0) - (season.sum?.median ?? 0));
    expect(factsOf(season)).toMatchObject({
      // 2020 and 2024 gained on Feb 29 too.
      Rank: '3rd highest of 37 years with all of these days',
      Days: '130 with a value, none missing',
      'Percent of the median': '102 %',
    });
    expect(factsOf(season)['To end at the median']).toMatch(
      /^\d,\d{3} AF a day \(1,0\d0|9\d\d cfs\) on each of 235 days to Oct 31, 2026, where the median is [\d,]+ AF\. Other years had a median of 1,010 cfs on these days\.$/,
    );
  });

  test.each<[string, Options, Record<string, string>, RegExp | undefined]>([
    [
      'estimated days',
      { without: ['2026-01-10', '2026-01-12'] },
      { Days: '127 with a value, 3 estimated, none missing' },
      undefined,
    ],
    [
      'a long gap',
      { without: ['2026-01-10', '2026-01-20'] },
      { Days: '70 with a value, 11 missing', 'To end at the median': 'Unknown: the sum ends at a gap' },
      /^The sum ends on Jan 9, 2026, before a gap of more than 7 days: of the days up to Mar 10, 2026, 11 have no value\./,
    ],
    [
      'a season that is over',
      { start: 'may', to: '2026-01-15' },
      { Days: '153 with a value, none missing', 'To end at the median': 'The season has ended' },
      undefined,
    ],
    [
      'too few reference years',
      { reference: '2018-2020' },
      { 'To end at the median': 'Unknown without a median' },
      /^There is no median of 2018–2020: 3 seasons are complete, and it needs 10, at least 3 of them in each half/,
    ],
    [
      'no reference year',
      { reference: '2030-2040' },
      { 'To end at the median': 'Unknown without a median' },
      /^There is no median of 2030–2040: 0 seasons are complete/,
    ],
    [
      'a reach that loses',
      { gainIn: () => -200 },
      { 'Percent of the median': 'None: the median is not above zero, or small' },
      undefined,
    ],
    [
      'a last year with a long gap',
      { without: ['2024-12-01', '2024-12-31'] },
      {},
      /^The sum of 2025 ended before this date, at a gap of more than 7 days\.$/,
    ],
  ])('with %s say so', (_, options, facts, note) => {
    const season = seasonOf(options);
    expect(factsOf(season)).toMatchObject(facts);
    if (note) expect(seasonNotes(season)).toEqual([expect.stringMatching(note)]);
    else expect(seasonNotes(season)).toEqual([]);
  });

  test('are absent if the first days have no value, and the chart has only its ground', () => {
    const season = seasonOf({ without: ['2025-11-01', '2025-11-20'] });
    expect(seasonFigures(season)).toBeUndefined();
    expect(seasonNotes(season)).toEqual([expect.stringMatching(/^There is no sum from Nov 1, 2025 on/)]);
    const { series, bands } = seasonChartContent(season, {
      theme: 'light',
      source: '',
      drawn: 'difference',
    });
    expect([series.map(({ id }) => id), bands?.length]).toEqual([['Median'], 3]);
  });
});

describe('the chart of a season', () => {
  test('leads with the running season over the ground, beside last year and the lowest', () => {
    const content = seasonChartContent(seasonOf({ without: ['2026-01-10', '2026-01-12'] }), {
      theme: 'light',
      source: 'USBR',
      drawn: 'gain',
    });
    expect(content).toMatchObject({
      title: 'Near Blackfoot to Neeley, cumulative gain since Nov 1',
      statistics: 'Reference: 1991–2020, 30 complete seasons',
      time: { kind: 'season', firstMonth: 11 },
    });
    expect(content.bands?.map(({ label }) => label)).toEqual([
      'Minimum–maximum',
      '10–90 %',
      '25–75 % (normal)',
    ]);
    expect(content.series.map(({ label, emphasis }) => [label, emphasis])).toEqual([
      ['Median of 1991–2020', undefined],
      ['2026', 'leading'],
      ['2025, last year', undefined],
      ['1991, lowest on Mar 10', undefined],
    ]);
    expect(content.series.map(({ dash }) => dash?.length ?? 0)).toEqual([2, 0, 0, 2]);
    const running = content.series[1];
    expect(running?.endLabel).toMatch(/^2026 · [\d,]+ AF$/);
    const at = (place: number) => Array.from(running?.xs ?? []).indexOf(place);
    // Jan 10 is the 71st place; from there on the sum rests on estimates.
    expect([70, 71, 73, 74].map((place) => running?.isEstimated?.(at(place)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([70, 71].map((place) => running?.isMarked?.(at(place)))).toEqual([false, true]);
    expect(running?.noteOf?.(at(80))).toBe('3 days estimated');
    // No season but a leap year has Feb 29, the 121st place.
    expect(at(121)).toBe(-1);
    expect(running?.skippedX).toBe(121);
  });

  test('has one line for a last year that is the lowest too', () => {
    const content = seasonChartContent(seasonOf({ reference: 'all', gainIn: (year) => 3000 - year }), {
      theme: 'dark',
      source: '',
      drawn: 'gain',
    });
    expect(content.series.map(({ label }) => label)).toEqual([
      'Median of 1990–2025',
      '2026',
      '2025, last year and lowest on Mar 10',
    ]);
  });

  test('is of the differences from the median of each day, and without a median of the gains', () => {
    const settings = { theme: 'light', source: '', drawn: 'difference' } as const;
    const season = seasonOf();
    const content = seasonChartContent(season, settings);
    expect(content.title).toMatch(/: difference from the median$/);
    const [median, running] = content.series;
    expect(new Set(Array.from(median?.ys ?? []))).toEqual(new Set([0]));
    expect(Array.from(running?.ys ?? []).at(-1)).toBe((season.sum?.gain ?? 0) - (season.sum?.median ?? 0));
    expect(running?.endLabel).toMatch(/^2026 · \+[\d,]+ AF$/);
    expect(Math.max(...Array.from(content.bands?.[0]?.lows ?? []))).toBeLessThanOrEqual(0);
    const few = seasonChartContent(seasonOf({ reference: '2018-2020' }), settings);
    expect(few.axes.left.title).toBe('Cumulative gain');
    expect(Array.from(few.series[0]?.ys ?? []).at(-1)).toBe(season.sum?.gain);
  });
});

test.each([
  [0, '0'],
  [-0.4, '0'],
  [-1234, '−1,234'],
  [1234.4, '+1,234'],
])('writes a difference of %f as %s', (difference, text) => {
  expect(formatDifference(difference)).toBe(text);
});
