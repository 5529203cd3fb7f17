import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReachGainRecord, ReachGainToDate } from '#contract/season/water-year.ts';
import { cfsDaysToAcreFeet } from '#domain/season/reach-gains.ts';
import { monthsOf, type YearKind } from '#domain/season/season.ts';
import type { SeriesColumns } from '#domain/series-columns.ts';
import { columns as gainColumns } from '#features/reach-gains/files/gain-columns.ts';
import { shownCell, toGainsCsv, toGainsTable, toGainsTsv } from '#features/reach-gains/files/gains-table.ts';
import { describeToDate, gainsCsvComment, nameToDate } from '#features/reach-gains/files/gains-text.ts';
import { shadesOf } from '#features/reach-gains/files/shades.ts';
import {
  describeLatestMonth,
  gainsComputation,
  missingGainsNotes,
} from '#features/reach-gains/screen/gains-charts.ts';
import { dayNumber } from '#lib/calendar.ts';
import { gainsOf, gainsToDateOf } from '#server/water-year/reach-gains.ts';
import { forAll } from '../../support/for-all.ts';
import { dailyRecord, recordBetween, yearKind } from '../../support/random-record.ts';
import { createGain } from '../../support/standing.ts';

const reach = { loc_name: 'Near Blackfoot to Neeley', parameter_name: 'Reach Gain' };

const dataOf = (record: SeriesColumns, kind: YearKind) => ({
  all: gainsOf({ ...reach, ...record }, kind, { hasTotals: true }),
  toDate: gainsToDateOf({ ...reach, ...record }, kind),
});

/** Each day has the value of its year. */
const yearlyRecord = (
  from: string,
  to: string,
  valueIn: (year: number) => number,
  without?: readonly (readonly [from: string, to: string])[],
) => recordBetween(from, to, (date) => valueIn(Number(date.slice(0, 4))), without);

describe('the table of gains', () => {
  // Calendar years as values: the later the year, the larger the gain. 2026 ends on Aug 14; 2020 lacks eight days in
  // July, which are too many to bridge, and 2018 lacks two.
  const record = yearlyRecord('1989-10-01', '2026-08-14', (year) => year - 2000, [
    ['2020-07-01', '2020-07-08'],
    ['2018-07-04', '2018-07-05'],
  ]);
  const table = toGainsTable(dataOf(record, 'water'), 'water');
  const at = (column: string) => table.columns.indexOf(column);
  const totalOf = (name: string) => {
    const row = [...table.totals, ...table.toDate].find((each) => each.name === name);
    if (!row) throw new Error(`There is no row ${name}.`);
    return row;
  };

  test('has the statistics, then the years, newest first; a row for each month, total and part to date', () => {
    expect(table.columns.slice(0, 5)).toEqual(['Median', 'Minimum', 'Maximum', '2026', '2025']);
    expect(table.months.map(({ name }) => name)).toEqual(monthsOf('water'));
    expect(table.totals.map(({ name }) => name)).toEqual(['May - Sept Total', 'Annual Total']);
    expect(table.toDate.map(({ name, dates }) => [name, dates])).toEqual([
      ['May - Sept to Date', 'May 1 – Aug 14'],
      ['Annual to Date', 'Oct 1 – Aug 14'],
      ['Aug to Date', 'Aug 1 – Aug 14'],
    ]);
  });

  test('has totals that are rounded once, and statistics that a year had', () => {
    const season = totalOf('May - Sept Total');
    expect(season.cells[at('2019')]).toEqual({
      value: Math.round(1.983 * 153 * 19),
      daysMissing: 0,
      daysEstimated: 0,
      isProvisional: false,
    });
    expect(season.cells[at('2018')]).toMatchObject({
      value: Math.round(1.983 * 153 * 18),
      daysMissing: 0,
      daysEstimated: 2,
    });
    expect(season.basis[at('2018')]).toBe('2 days estimated');
    expect(season.cells[at('Minimum')]?.value).toBe(season.cells[at('1991')]?.value);
    // 2020, the largest of the period, lacks days.
    expect(season.cells[at('Maximum')]?.value).toBe(season.cells[at('2019')]?.value);
  });

  test('ranks complete years only, and says how many days the others have', () => {
    const season = totalOf('May - Sept Total');
    expect(season.rankedYears).toBe(35);
    expect([at('2025'), at('2024'), at('1990')].map((column) => season.ranks[column])).toEqual([1, 2, 35]);
    for (const [year, days, shade] of [
      // The largest on the same days.
      ['2026', '106 of 153 days', 5],
      ['2020', '145 of 153 days', undefined],
    ] as const) {
      expect([season.ranks[at(year)], season.basis[at(year)], season.shades[at(year)]]).toEqual([
        undefined,
        days,
        shade,
      ]);
    }
    expect(season.ranks[at('Median')]).toBeUndefined();
    const toDate = totalOf('May - Sept to Date');
    expect([toDate.ranks[at('2026')], toDate.rankedYears]).toEqual([1, 36]);
  });

  test('shades the running month, season and year among the same days of other years', () => {
    // August 2026 has 14 of its 31 days: of the whole months it is the smallest, of the same days the largest but two.
    const half = yearlyRecord('1989-10-01', '2026-08-14', (year) =>
      year < 2024 ? year - 1980 : 90 - (2026 - year) * -5,
    );
    const { months, totals, toDate, columns } = toGainsTable(dataOf(half, 'water'), 'water');
    const latest = columns.indexOf('2026');
    const rowOf = (name: string) => [...months, ...totals, ...toDate].find((each) => each.name === name);
    for (const [running, same] of [
      ['Aug', 'Aug to Date'],
      ['May - Sept Total', 'May - Sept to Date'],
      ['Annual Total', 'Annual to Date'],
    ] as const) {
      expect(rowOf(running)?.cells[latest]?.daysMissing).toBeGreaterThan(0);
      expect(rowOf(running)?.shades[latest]).toBe(rowOf(same)?.shades[latest]);
      expect(rowOf(running)?.shades[latest]).toBeGreaterThanOrEqual(4);
    }
    expect(rowOf('Sep')?.cells[latest]).toBeUndefined();
  });

  test('says where the complete years are too few for a statistic of a total', () => {
    // Eight days are missing in each December, so that January has statistics and the year has none.
    const missing = Array.from(
      { length: 37 },
      (_, at) => [`${1989 + at}-12-11`, `${1989 + at}-12-18`] as const,
    );
    const sparse = toGainsTable(
      dataOf(
        yearlyRecord('1989-10-01', '2026-09-30', () => 1, missing),
        'water',
      ),
      'water',
    );
    expect(sparse.totals[1]?.basis.slice(0, 3)).toEqual(Array(3).fill('too few complete years'));
    expect(sparse.totals[1]?.cells[0]).toBeUndefined();
    expect(sparse.totals[0]?.cells[0]?.value).toBe(cfsDaysToAcreFeet(153));
  });

  test('is empty for a reach without values', () => {
    expect(toGainsTable({ all: [], toDate: [] }, 'water')).toMatchObject({ columns: [], toDate: [] });
  });

  test('never ranks, shades or counts an incomplete sum, whatever its value', () =>
    forAll([dailyRecord, yearKind, fc.integer({ min: -9e5, max: 9e5 })], 10, (random, kind, value) => {
      const { all, toDate } = dataOf(random, kind);
      const change = (each: ReachGainRecord) => (each.complete ? each : { ...each, reach_gain_cfs: value });
      const changed = toGainsTable(
        {
          all: all.map(change),
          toDate: toDate.map((each) => ({ ...each, gains: each.gains.map(change) })),
        },
        kind,
      );
      const original = toGainsTable({ all, toDate }, kind);
      const rowsOf = ({ months, totals, toDate: parts }: typeof original) => [...months, ...totals, ...parts];
      for (const [index, row] of rowsOf(original).entries()) {
        const other = rowsOf(changed)[index];
        expect(other?.shades).toEqual(row.shades);
        for (const [column, cell] of row.cells.entries()) {
          if (!cell || cell.daysMissing === 0) expect(other?.cells[column]).toEqual(cell);
          // Only the running year is shaded, among the same days of other years.
          else if (original.columns[column] !== toDate[0]?.year_num)
            expect(row.shades[column]).toBeUndefined();
        }
      }
      for (const [index, row] of [...original.totals, ...original.toDate].entries()) {
        const { ranks } = [...changed.totals, ...changed.toDate][index] ?? {};
        expect(ranks).toEqual(row.ranks);
        const complete = row.cells.flatMap((cell, column) =>
          cell && cell.daysMissing === 0 && /^\d/.test(original.columns[column] ?? '') ? [column] : [],
        );
        expect(row.rankedYears).toBe(complete.length);
        // Larger gains have smaller ranks.
        const inOrder = complete.toSorted((one, two) => (row.ranks[one] ?? 0) - (row.ranks[two] ?? 0));
        const values = inOrder.map((column) => row.cells[column]?.value ?? Number.NaN);
        expect(values).toEqual(values.toSorted((one, two) => two - one));
      }
    }));

  test('is exported with what each sum rests on, and with ranks', () => {
    const lines = toGainsCsv(table, ['Gains'], 'volume').split('\r\n');
    const cells = (name: string) => {
      const line = lines.find((each) => each.startsWith(`${name},`) || each.startsWith(`"${name}`));
      if (!line) throw new Error(`There is no line ${name}.`);
      return (
        line.match(/("[^"]*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replace(/,$/, '').replaceAll('"', '')) ?? []
      );
    };
    expect(lines[0]).toBe('# Gains');
    expect(toGainsTsv(table, 'volume').split('\n')).toHaveLength(lines.length - 2);
    expect(toGainsTsv(table, 'volume').split('\n')[0]).toBe(['Month', ...table.columns].join('\t'));
    expect(lines[1]).toBe(['Month', ...table.columns].join(','));
    expect(cells('Jul: based on').slice(0, 10)).toEqual([
      'Jul: based on',
      ...Array(3).fill('29 years, 1991–2020'),
      ...Array(6).fill('all days'),
    ]);
    expect(cells('Jul: based on')[1 + at('2018')]).toBe('2 days estimated');
    expect(cells('Jul')[1 + at('2020')]).toBe(String(cfsDaysToAcreFeet(23 * 20)));
    expect(cells('Jul: based on')[1 + at('2020')]).toBe('23 of 31 days');
    expect(cells('May - Sept Total: rank of 35 complete years').slice(0, 7)).toEqual([
      'May - Sept Total: rank of 35 complete years',
      '',
      '',
      '',
      '',
      '1',
      '2',
    ]);
    expect(cells('May - Sept to Date (May 1 – Aug 14)')[1 + at('2026')]).toBe(
      String(cfsDaysToAcreFeet(106 * 26)),
    );
    expect(lines.at(-1)).toBe('');
  });
});

describe('percent of median', () => {
  const columns = ['Median', 'Minimum', 'Maximum', '2026', '2025'];
  /** Sums of October in cfs·days by column; the latest year may lack days. */
  const tableOf = (sums: readonly (number | undefined)[], daysMissing = 0) =>
    toGainsTable(
      {
        all: sums.flatMap((sum, at): ReachGainRecord[] => {
          const year_num = columns[at] ?? '';
          const missing = year_num === '2026' ? daysMissing : 0;
          return sum === undefined ? [] : [gainRecord(year_num, sum, missing)];
        }),
        toDate: [],
      },
      'water',
    );
  const gainRecord = (year_num: string, sum: number, missing: number) =>
    createGain({
      year_num,
      reach_gain_cfs: sum,
      complete: missing === 0,
      days_missing: missing,
      ...(!/^\d/.test(year_num) && { count: 30, first_year: 1991, last_year: 2020 }),
    });
  const shownIn2026 = (table: ReturnType<typeof tableOf>) => {
    const row = table.months[0];
    if (!row) throw new Error('There is a row of October.');
    return shownCell(row, table.columns.indexOf('2026'), '2026', 'percent');
  };

  test.each<[string, readonly (number | undefined)[], number, number | null, RegExp | undefined]>([
    ['a gain', [60_000, 40_000, 90_000, 45_000], 0, 75, undefined],
    ['a loss against a median gain', [60_000, 40_000, 90_000, -3000], 0, -5, undefined],
    ['nothing', [60_000, 40_000, 90_000, 0], 0, 0, undefined],
    ['less than half a percent of a loss', [60_000, 40_000, 90_000, -200], 0, 0, undefined],
    ['a sum with missing days', [60_000, 40_000, 90_000, 45_000], 2, null, /days are missing/],
    ['a median loss', [-60_000, -90_000, -40_000, -45_000], 0, null, /median not above zero/],
    ['a median of zero', [0, -900, 900, 450], 0, null, /median not above zero/],
    ['266 % of next to nothing', [30, 8, 90, 80], 0, null, /small median/],
    ['a median lost in its range', [4000, -30_000, 40_000, 20_000], 0, null, /small median/],
    ['no median', [undefined, undefined, undefined, 45_000], 0, null, /too few complete years/],
  ])('of %s', (_, sums, missing, percent, reason) => {
    const shown = shownIn2026(tableOf(sums, missing));
    expect(shown.value).toBe(percent);
    expect(shown.text).toBe(percent === null ? '–' : `${percent} %`.replace('-', '−'));
    if (reason) expect(shown.withheld).toMatch(reason);
    else expect(shown.withheld).toBeUndefined();
  });

  test('is copied and exported as shown, with the reasons', () => {
    const lines = toGainsCsv(tableOf([60_000, 40_000, 90_000, 45_000, 51_234], 2), [], 'percent').split(
      '\r\n',
    );
    expect(lines.slice(0, 3)).toEqual([
      'Month,Median (AF),Minimum,Maximum,2026,2025',
      'Oct,118980,67,150,,85',
      'Oct: based on,"30 years, 1991–2020","30 years, 1991–2020","30 years, 1991–2020","29 of 31 days, no percentage: days are missing",all days',
    ]);
    expect(toGainsTsv(tableOf([60_000, 40_000, 90_000, 45_000]), 'percent').split('\n')[1]).toBe(
      'Oct\t118980\t67\t150\t75',
    );
    expect(gainsCsvComment([], 'water', 'percent')[0]).toContain('in percent of the Median of its row');
  });

  test('is one of the sums over the normal years, or withheld for the whole row', () =>
    forAll([dailyRecord, yearKind], 15, (record, kind) => {
      const { columns: names, months, totals, toDate } = toGainsTable(dataOf(record, kind), kind);
      const median = names.indexOf('Median');
      for (const { cells, percents, withheld } of [...months, ...totals, ...toDate]) {
        for (const [at, cell] of cells.entries()) {
          const percent = percents[at];
          expect(percent === undefined).toBe(cell === undefined);
          if (!percent || !cell) continue;
          if (withheld !== undefined) expect(percent.withheld).toBe(withheld);
          else if (cell.daysMissing > 0) expect(percent.withheld).toBe('incomplete');
          else if (percent.withheld === undefined)
            // Both are rounded to whole acre-feet; a median with a percentage is at least 10 cfs in a month.
            expect((percent.percent / 100) * (cells[median]?.value ?? Number.NaN)).toBeCloseTo(
              cell.value,
              -1,
            );
        }
      }
    }));
});

describe('provisional gains', () => {
  const days = yearlyRecord('1989-10-01', '2026-08-14', (year) => year - 2000);
  const approval = days.days.map((day) => (day < dayNumber('2026-08-01') ? 'A' : 'P')).join('');
  const data = dataOf({ ...days, approval }, 'water');

  test('are marked in the table and in its CSV', () => {
    const { columns, months, totals } = toGainsTable(data, 'water');
    const at = columns.indexOf('2026');
    const marks = [
      months.find(({ name }) => name === 'Jul'),
      months.find(({ name }) => name === 'Aug'),
      totals[1],
    ];
    expect(marks.map((row) => row?.cells[at]?.isProvisional)).toEqual([false, true, true]);
    const lines = toGainsCsv(toGainsTable(data, 'water'), [], 'volume').split('\r\n');
    expect(lines.find((each) => each.startsWith('Aug: based on'))).toContain(
      '"14 of 31 days, provisional",all days,',
    );
  });

  test('have a remark in the table of the chosen series, and in its CSV while the column is hidden', () => {
    const august = data.all.find((row) => row.year_num === '2026' && row.month_abbrev === 'Aug');
    const median = data.all.find((row) => row.year_num === 'Median' && row.month_abbrev === 'Aug');
    if (!august || !median) throw new Error('There are rows of August.');
    const text = 'Incomplete: 17 days missing; Provisional, subject to revision by the agency';
    expect(gainColumns.find(({ id }) => id === 'result')?.note?.(august)).toBe(text);
    const inCsv = gainColumns.filter(({ alwaysInCsv }) => alwaysInCsv);
    expect(inCsv.map((each) => [each.header, each.value(august), each.value(median)])).toEqual([
      ['Days Missing', 17, 0],
      ['Days Estimated', 0, 0],
      ['Number of Years', null, 30],
      ['First Year', null, 1991],
      ['Last Year', null, 2020],
      ['Remarks', text, null],
    ]);
  });
});

describe('shades', () => {
  const cell = (value: number, daysMissing = 0) => ({
    value,
    daysMissing,
    daysEstimated: 0,
    isProvisional: false,
  });

  test('run from the minimum through the median to the maximum of the years, without zeros', () => {
    const columns = ['Median', '2026', '2025', '2024', '2023', '2022'];
    const cells = [cell(100), cell(10), cell(20), cell(120), cell(0), undefined];
    expect(shadesOf(cells, columns)).toEqual([4, -5, 0, 5, undefined, undefined]);
    expect(shadesOf([cell(7)], ['2026'])).toEqual([0]);
    expect(shadesOf([], [])).toEqual([]);
  });
});

describe('the season to date in words', () => {
  const gain = (year_num: string, reach_gain_cfs: number, more: Partial<ReachGainRecord> = {}) =>
    createGain({ year_num, month_abbrev: 'May - Sept to Date', reach_gain_cfs, ...more });
  const median = (cfsDays: number) =>
    gain('Median', cfsDays, { count: 28, first_year: 1991, last_year: 2020 });
  const latest = gain('2026', 22_864);
  /** So many other years, each with a smaller gain. */
  const below = (count: number) =>
    Array.from({ length: count }, (_, at) => gain(String(2025 - at), 20_000 - at));
  const season: ReachGainToDate = {
    month_abbrev: 'May - Sept to Date',
    year_num: '2026',
    from: '2026-05-01',
    through: '2026-08-14',
    rank: 3,
    years: 41,
    percent_of_median: 92.1,
    gains: [median(24_826), latest, ...below(38)],
  };

  test.each<[string, Partial<ReachGainToDate>, string]>([
    [
      'a rank and a percentage',
      {},
      '3rd highest of 41 years with all of these days; 92 % of the median of the same dates, 49.2 KAF (28 years, 1991–2020)',
    ],
    ['the largest', { rank: 1 }, 'the highest of 41 years with all of these days; 92 %'],
    ['the smallest', { rank: 41, gains: [...below(0), median(24_826), latest] }, 'the lowest of 41 years'],
    [
      'a rank from the nearer end',
      { rank: 39, gains: [...below(2), median(24_826), latest] },
      '3rd lowest of 41',
    ],
    [
      'the only year',
      { rank: 1, years: 1, gains: [gain('2026', 22_864)] },
      'the only year with all of these days',
    ],
    [
      'a difference where the median is not positive',
      {
        percent_of_median: null,
        gains: [
          median(-2000),
          gain('2026', -3000),
          ...below(38).map((each) => ({ ...each, reach_gain_cfs: -9000 })),
        ],
      },
      '3rd highest of 41 years with all of these days; 1.98 KAF below the median of the same dates, −3.97 KAF (28 years, 1991–2020)',
    ],
    [
      'no rank if days are missing',
      {
        rank: null,
        percent_of_median: null,
        gains: [median(24_826), gain('2026', 22_000, { complete: false, days_missing: 2 })],
      },
      '2 days missing, so it is neither ranked nor compared; the median of the same dates is 49.2 KAF (28 years, 1991–2020)',
    ],
    [
      'its estimated days',
      { gains: [median(24_826), { ...latest, days_estimated: 3 }, ...below(38)] },
      '3 days estimated; 3rd highest of 41 years',
    ],
  ])('has %s', (_, change, expected) => {
    expect(describeToDate({ ...season, ...change }).comparison).toContain(expected);
  });

  test('has its dates and its gain in three significant figures', () => {
    expect(describeToDate(season)).toMatchObject({ dates: 'May 1 – Aug 14, 2026', gain: '45.3 KAF' });
    const provisional = { ...season, gains: [median(24_826), { ...latest, approval: 'P' }] };
    expect(describeToDate(provisional).comparison).toMatch(/^provisional; the lowest/);
    expect(nameToDate(season, 'water')).toBe('May – September to date');
    expect(nameToDate({ ...season, month_abbrev: 'Aug to Date' }, 'water')).toBe('August to date');
    const annual = { ...season, month_abbrev: 'Annual to Date' };
    expect(nameToDate(annual, 'irrigation')).toBe('Irrigation year 2026 to date');
    expect(gainsCsvComment([season], 'water', 'volume')[0]).toMatch(
      /^May – September to date \(May 1 – Aug 14, 2026\): 45.3 KAF; 3rd highest/,
    );
  });
});

describe('notes', () => {
  const { all, toDate } = dataOf(
    yearlyRecord('1989-10-01', '2026-08-14', () => 1, [
      ['2020-07-01', '2020-07-08'],
      ['2018-03-31', '2018-04-01'],
    ]),
    'water',
  );

  test('say which rule leaves statistics without enough years', () => {
    const ofYear = (year: string) =>
      all.filter(({ year_num, month_abbrev }) => year_num === year && month_abbrev.length === 3);
    const notesOf = (chosen: typeof all, series: string[]) =>
      missingGainsNotes({ chosen, toDate }, { series, year: 'water' });
    expect(notesOf(ofYear('2025'), ['2025'])).toEqual([]);
    expect(notesOf([...ofYear('2026'), ...ofYear('2020')], ['2026', '2020'])).toEqual([
      'Not drawn, because days are missing: Jul of 2020 (23 of 31 days). The table has their sums.',
    ]);
    // The month that runs lacks nothing that could be there.
    expect(notesOf(ofYear('2026'), ['2026'])).toEqual([]);
    expect(notesOf([], ['Median', 'Maximum', '1970'])).toEqual([
      'There are no statistics (Median, Maximum): a month needs 10 complete years from 1991 to 2020, at least 3 of them before 2006 and 3 from then on.',
      'There is no data for 1970 in this reach.',
    ]);
  });

  test('say how the gains were computed, with the numbers of the record', () => {
    const standing = { flagged: 1, provisional: 30 } as Parameters<typeof gainsComputation>[0]['standing'];
    const { section, entries } = gainsComputation({ all, standing }, undefined, 'USBR HydroMet');
    expect(section).toBe('reach-gains');
    const text = Object.fromEntries(entries.map((each) => [each.term, each.text]));
    expect(text).toMatchObject({
      'Source of the values': 'USBR HydroMet',
      'Years of the statistics':
        'Months: 29 to 30 years, 1991–2020. May - Sept Total: 29 years, 1991–2020. Annual Total: 29 years, 1991–2020.',
      Incomplete: '2 months with missing days; 2 months with estimated days',
      Flagged: '1 value of this record failed a quality rule, left out',
      Provisional: '30 values of this record; none in the statistics',
    });
  });
});

test('the title of a printed graph has the latest whole month in the unit of the graph', () => {
  const { all } = dataOf(
    yearlyRecord('1989-10-01', '2026-08-14', () => 10),
    'water',
  );
  const chosen = all.filter(({ year_num }) => ['Median', '2026', '2025'].includes(year_num));
  expect(describeLatestMonth({ chosen }, { year: 'water' })).toBe(
    'Near Blackfoot to Neeley: 615 AF in Jul of water year 2026; median 615 AF.',
  );
  expect(describeLatestMonth({ chosen: [] }, { year: 'water' })).toBeUndefined();
});
