import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shadesOf, toGainsTable } from '#domain/gains-table.ts';
import { cfsDaysToAcreFeet } from '#domain/reach-gains.ts';
import { monthsOf, yearKinds } from '#domain/season.ts';
import { describeStanding, formatOrdinal } from '#domain/season-labels.ts';
import { seasonLines, seasonStyles } from '#domain/season-lines.ts';
import {
  chooseSeasonParameter,
  defaultSeries,
  isSameSeason,
  readSeason,
  type SeasonSelection,
  whySeasonNotReady,
  writeSeason,
} from '#domain/season-selection.ts';

const defaults: SeasonSelection = { parameter: 1, location: undefined, series: ['Median'], year: 'water' };
const id = fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: undefined });
const names = fc.uniqueArray(fc.constantFrom('Minimum', 'Median', 'Maximum', '1997', '2026', '2027'));
const selections = fc.record({
  parameter: id,
  location: id,
  series: names,
  year: fc.constantFrom(...yearKinds),
});

describe('a selection', () => {
  test('by default is the statistics, the next and the current year', () => {
    expect(defaultSeries('2026-11-21')).toEqual(['Minimum', 'Median', 'Maximum', '2027', '2026']);
    expect(defaultSeries('2026-05-02', ['Median', '2026', '2025'])).toEqual(['Median', '2026']);
  });

  test('written is read again', () => {
    fc.assert(
      fc.property(selections, fc.boolean(), (selection, submitted) => {
        const bare = { ...defaults, parameter: undefined };
        const read = readSeason(writeSeason(selection, submitted), bare);
        expect(read.selection).toEqual(selection);
        expect(read.submitted).toBe(submitted);
        expect(isSameSeason(read.selection, selection)).toBe(true);
      }),
    );
  });

  test('of nonsense is as by default, without unknown series', () => {
    const { selection } = readSeason(
      'parameter=x&location=-1&series=Average,2026,1e9&year=calendar',
      defaults,
    );
    expect(selection).toEqual({ ...defaults, series: ['2026'] });
  });

  test('another parameter keeps the location only if it has it', () => {
    const places = [{ loc_ndx: 4, parameter_ndx_array: [1, 5] }];
    const at = { ...defaults, location: 4 };
    expect(chooseSeasonParameter(at, 5, places).location).toBe(4);
    expect(chooseSeasonParameter(at, 7, places).location).toBeUndefined();
    expect(chooseSeasonParameter(at, undefined, places).location).toBeUndefined();
  });

  test('can be submitted exactly with a series and a location', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        const isReady = selection.series.length > 0 && selection.location !== undefined;
        expect(whySeasonNotReady(selection) === undefined).toBe(isReady);
      }),
    );
  });
});

describe('the lines', () => {
  const record = (series_desc: string, day_order: number, approval: string | null = 'A') => ({
    series_desc,
    day_order,
    rvalue: day_order,
    approval,
    qualifier: approval === 'P' ? 'Ice' : null,
  });

  test('of statistics have their fixed colors and dashes, years solid ones', () => {
    const light = seasonStyles(['Maximum', 'Median', 'Minimum', '2026', '2027'], 'light');
    expect(light.get('Median')?.color).toBe('#000000');
    expect(seasonStyles(['Median'], 'dark').get('Median')?.color).toBe('#ffffff');
    expect(light.get('Maximum')?.color).toMatch(/^#d/);
    expect(light.get('2026')?.dash).toEqual([]);
    expect(new Set([...light.values()].map((each) => each.dash.join())).size).toBe(4);
    expect(new Set([...light.values()].map((each) => each.color)).size).toBe(5);
  });

  test('keep their order, know what is provisional and qualified, and may skip 29 February', () => {
    const [line, ...others] = seasonLines([record('2027', 151), record('2027', 153, 'P')], 'water', 'light');
    expect(others).toEqual([]);
    expect(line).toMatchObject({ id: '2027', xs: [151, 153], skipped: 152 });
    expect([0, 1].map((at) => line?.isMarked(at))).toEqual([false, true]);
    expect([0, 1].map((at) => line?.noteOf(at))).toEqual([undefined, 'affected by ice']);
  });
});

describe('the table of gains', () => {
  const gains = fc.array(
    fc.record({
      year_num: fc.constantFrom('Median', 'Minimum', '2026', '2025', '2024'),
      month_abbrev: fc.constantFrom(...monthsOf('water')),
      reach_gain_cfs: fc.integer({ min: -50_000, max: 90_000 }),
      complete: fc.boolean(),
    }),
    { maxLength: 40 },
  );

  test('adds up: totals are the sums of what is shown', () => {
    fc.assert(
      fc.property(gains, fc.constantFrom(...yearKinds), (records, kind) => {
        const { columns, rows, totals } = toGainsTable(records, kind);
        expect(rows.map((row) => row.name)).toEqual(monthsOf(kind));
        for (const [at] of columns.entries()) {
          const shown = (wanted: readonly string[]) =>
            rows.filter((row) => wanted.includes(row.name)).flatMap((row) => row.cells[at] ?? []);
          for (const [index, wanted] of [['May', 'Jun', 'Jul', 'Aug', 'Sep'], monthsOf(kind)].entries()) {
            const cells = shown(wanted);
            const total = totals[index]?.cells[at];
            if (cells.length === 0) expect(total).toBeUndefined();
            else {
              expect(total?.value).toBe(cells.reduce((sum, cell) => sum + cell.value, 0));
              expect(total?.complete).toBe(
                cells.length === wanted.length && cells.every((cell) => cell.complete),
              );
            }
          }
        }
        for (const { year_num, month_abbrev, reach_gain_cfs } of records.slice(-1)) {
          const cell = rows.find((row) => row.name === month_abbrev)?.cells[columns.indexOf(year_num)];
          expect(cell?.value).toBe(cfsDaysToAcreFeet(reach_gain_cfs));
        }
      }),
    );
  });

  test('is shaded from the least through the median to the most of the years, zero not at all', () => {
    const cell = (value: number) => ({ value, complete: true });
    const columns = ['Median', '2026', '2025', '2024', '2023', '2022'];
    const cells = [cell(100), cell(10), cell(20), cell(120), cell(0), undefined];
    expect(shadesOf(cells, columns)).toEqual([4, -5, 0, 5, undefined, undefined]);
    expect(shadesOf([cell(7)], ['2026'])).toEqual([0]);
    expect(shadesOf([], [])).toEqual([]);
  });
});

test('where the latest value stands, in words', () => {
  const latest = {
    rdate: '2026-11-19',
    value: 2020,
    approval: 'P',
    rank: 28,
    years: 47,
    percent_of_median: 97.6,
  };
  expect(describeStanding(latest, 'cfs')).toBe(
    'Latest: 2,020 cfs on 11/19/2026, provisional; 28th highest of 47 years on record for that day, 98 % of the 1991–2020 median.',
  );
  expect(describeStanding({ ...latest, approval: 'A', years: 1, percent_of_median: null }, 'ft')).toBe(
    'Latest: 2,020 ft on 11/19/2026; the only year on record for that day.',
  );
  expect(describeStanding(null, 'cfs')).toBe('This record has no values yet.');
  expect([1, 2, 3, 4, 11, 12, 13, 21, 111].map(formatOrdinal)).toEqual([
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '111th',
  ]);
});
