import { describe, expect, test } from 'vitest';
import type { DailyColumns } from '#contract/daily-data.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { columnsFor, toValueRows } from '#features/time-series/files.ts';
import {
  droppedNote,
  flaggedNote,
  knownOnNote,
  lateNotes,
  missingDataNotes,
  noDataNote,
} from '#features/time-series/screen/notes.ts';
import type { Results } from '#features/time-series/screen/results.ts';
import { colorsOf, sideSeries, toChartContent } from '#features/time-series/screen/series.ts';
import { dayNumber } from '#lib/calendar.ts';
import { categoryColors, legibleOn } from '#lib/colors.ts';
import { offeredColumns } from '#lib/table/columns.ts';
import { createDailyColumns, location } from '../../support/fake-server.ts';

function resultsOf(left: DailyColumns, right: DailyColumns, overrides: Partial<Results> = {}): Results {
  const locations = (columns: DailyColumns) => columns.series.map((each) => each.loc_ndx);
  const choice = (columns: DailyColumns) => ({
    parameter: columns.parameter.parameter_ndx,
    locations: locations(columns),
  });
  return {
    shown: { huc8s: [], left: choice(left), right: choice(right), start: undefined, end: undefined },
    period: { start: '2020-01-01', end: '2020-01-31' },
    left: { status: 'ready', data: left },
    right: { status: 'ready', data: right },
    ...overrides,
  };
}

const streamflow = createDailyColumns(1, [11, 10]);
const depth = createDailyColumns(7, [20]);
const pumped: DailyColumns = {
  ...createDailyColumns(7, [30, 31]),
  parameter: { parameter_ndx: 10, parameter_name: 'Hours Pumped', units_name: 'hours' },
};

describe('the graph', () => {
  test('has both axes with units, the locations in their chosen order, and a reversed axis of depth to water', () => {
    const content = toChartContent(resultsOf(streamflow, depth), 'light');
    expect(content?.title).toBe('Streamflow and Depth to Water');
    expect(content?.axes).toMatchObject({
      left: { title: 'Streamflow', unit: 'cfs', reversed: false },
      right: { title: 'Depth to Water', unit: 'ft', reversed: true },
    });
    expect(content?.series.map((each) => `${each.side} ${each.label}`)).toEqual([
      'left Place 11',
      'left Place 10',
      'right Place 20',
    ]);
    expect(toChartContent(resultsOf(depth, streamflow), 'light')?.axes.left.reversed).toBe(true);
  });

  test('preserves gaps, days and provisional values', () => {
    const [series] = toChartContent(resultsOf(streamflow, depth), 'light')?.series ?? [];
    const first = dayNumber('2020-01-01');
    expect(Array.from(series?.xs ?? [])).toEqual([first, first + 1, first + 3]);
    expect(series?.maxGap).toBe(1);
    expect([0, 1, 2].map((at) => series?.isMarked?.(at))).toEqual([false, false, true]);
  });

  test('has the hours pumped of a day in the footer, if there are any', () => {
    const content = toChartContent(resultsOf(pumped, depth), 'light');
    expect(content?.footer?.(dayNumber('2020-01-02'))).toBe('Hours Pumped: 13');
    expect(content?.footer?.(dayNumber('2020-01-03'))).toBeUndefined();
    expect(
      toChartContent(resultsOf(streamflow, depth), 'light')?.footer?.(dayNumber('2020-01-02')),
    ).toBeUndefined();
  });

  test('draws each parameter with its mark, and offers a logarithmic scale of streamflow', () => {
    const content = toChartContent(resultsOf(streamflow, pumped), 'light');
    expect(content?.series.map(({ shape }) => shape)).toEqual(['line', 'line', 'bars', 'bars']);
    expect([content?.axes.left.offersLog, content?.axes.right?.offersLog]).toEqual([true, false]);
    const sparse = depth.series.map((each) => ({ ...each, dates: [0, 30, 62], values: [5, 6, 7] }));
    const dots = toChartContent(resultsOf(streamflow, { ...depth, series: sparse }), 'light');
    expect(dots?.series.map(({ shape }) => shape)).toEqual(['line', 'line', 'dots']);
  });

  test('has the capacity of up to three reservoirs, and says how full they were', () => {
    const stored = (ndxs: readonly number[]): DailyColumns => ({
      ...createDailyColumns(7, ndxs),
      parameter: {
        parameter_ndx: parameterNdx.storage,
        parameter_name: 'Reservoir Storage',
        units_name: 'AF',
      },
    });
    const places = ['JCK', 'HEN', 'ISL', 'GRS', 'unknown'].map((loc_id, at) => ({ loc_ndx: at + 1, loc_id }));
    const contentOf = (ndxs: readonly number[]) =>
      toChartContent(resultsOf(stored(ndxs), streamflow), 'light', places);
    expect(contentOf([1])?.levels).toEqual([{ side: 'left', value: 847_000, label: 'Capacity 847,000 AF' }]);
    expect(contentOf([1, 2])?.levels?.map(({ label }) => label)).toEqual([
      'Capacity of Place 1 847,000 AF',
      'Capacity of Place 2 90,000 AF',
    ]);
    expect([[5], [1, 2, 3, 4]].map((ndxs) => contentOf(ndxs)?.levels)).toEqual([[], []]);
    const [jackson, , flow] = contentOf([1, 5])?.series ?? [];
    expect(jackson?.noteOf?.(0)).toBe('0 % full');
    expect(contentOf([5])?.series[0]?.noteOf?.(0)).toBeUndefined();
    expect(flow?.noteOf?.(0)).toBeUndefined();
  });

  test('is drawn with one axis only, and not drawn without values', () => {
    const nothing = createDailyColumns(7, []);
    const failed = { status: 'failed', error: new Error('x') } as never;
    expect(toChartContent(resultsOf(streamflow, nothing), 'light')?.axes.right).toBeUndefined();
    expect(toChartContent(resultsOf(streamflow, depth, { left: failed }), 'light')?.title).toBe(
      'Depth to Water',
    );
    expect(toChartContent(resultsOf(nothing, nothing), 'light')).toBeUndefined();
  });

  test('uses category colors for up to 20 locations and a gradient for more, without repeats', () => {
    const selection = (count: number) => ({
      ...resultsOf(streamflow, depth).shown,
      left: { parameter: 1, locations: Array.from({ length: count }, (_, at) => at + 1) },
    });
    const few = [...colorsOf(selection(19), 'light').values()];
    expect(few).toHaveLength(20);
    expect(few[0]).toBe(legibleOn(categoryColors[1], 'light'));
    expect(new Set(few).size).toBe(20);
    const beside = { ...selection(3), left: { parameter: 1, locations: [8, 3] } };
    expect(colorsOf(beside, 'light').get('left-3')).toBe(colorsOf(selection(3), 'light').get('left-3'));
    const many = [...colorsOf(selection(40), 'dark').values()];
    expect(many[0]).not.toBe(categoryColors[0]);
    // The location that is on both axes has one color.
    expect(new Set(many).size).toBe(40);
  });
});

/** The same with flagged values: a spike in the gap, and a value after the last one. */
function withFlagged(columns: DailyColumns): DailyColumns {
  const [first, ...others] = columns.series;
  if (!first) return columns;
  return {
    ...columns,
    series: [
      {
        ...first,
        qualifiers: { 2: 'e' },
        flagged: [
          { day: 2, value: 9000, flag: 'spike', approval: 'P' },
          { day: 4, value: 9, flag: 'capacity', approval: 'A' },
        ],
      },
      ...others,
    ],
  };
}

function nothingPasses(columns: DailyColumns): DailyColumns {
  const series = withFlagged(columns).series.map((each) => ({
    ...each,
    dates: [],
    values: [],
    approval: '',
  }));
  return { ...columns, series };
}

describe('flagged values', () => {
  const flagged = resultsOf(withFlagged(streamflow), depth);
  const first = dayNumber('2020-01-01');

  test('are drawn next to the line with their rule', () => {
    const [series, other] = toChartContent(flagged, 'light')?.series ?? [];
    expect(Array.from(series?.ys ?? [])).toEqual([5, 6.5, 7]);
    expect(Array.from(series?.excluded?.xs ?? [])).toEqual([first + 2, first + 4]);
    expect([0, 1].map((at) => series?.excluded?.noteOf(at))).toEqual([
      'Flagged: a jump that is undone within days. Provisional, subject to revision by the agency; estimated by the agency',
      'Flagged: more than the reservoir holds',
    ]);
    expect(other?.excluded).toBeUndefined();
  });

  test('are drawn even without other values', () => {
    const content = toChartContent(resultsOf(nothingPasses(createDailyColumns(1, [10])), depth), 'light');
    expect(content?.series[0]).toMatchObject({ xs: new Int32Array(0), excluded: {} });
  });

  test('are not part of the hours pumped', () => {
    const content = toChartContent(resultsOf(withFlagged(pumped), depth), 'light');
    expect(content?.footer?.(first + 1)).toBe('Hours Pumped: 13');
    expect(content?.footer?.(first + 2)).toBeUndefined();
  });

  test('are counted under the graph', () => {
    expect(flaggedNote(resultsOf(streamflow, depth))).toBeUndefined();
    expect(flaggedNote(flagged)).toBe(
      '2 values of Place 11 were flagged by quality rules and are not part of the graph’s lines: 1 × a jump that is undone within days, 1 × more than the reservoir holds. The table lists them.',
    );
    const both = resultsOf(withFlagged(streamflow), withFlagged(depth));
    expect(flaggedNote(both)).toBe(
      '4 values were flagged by quality rules and are not part of the graph’s lines: Place 11 (1 × a jump that is undone within days, 1 × more than the reservoir holds); Place 20 (1 × a jump that is undone within days, 1 × more than the reservoir holds). The table lists them.',
    );
    const [series] = withFlagged(depth).series;
    if (!series) throw new Error('There is a series.');
    const one = { ...depth, series: [{ ...series, flagged: series.flagged.slice(0, 1) }] };
    expect(flaggedNote(resultsOf(streamflow, one))).toMatch(
      /^1 value of Place 20 was flagged by quality rules and is not part of the graph’s lines: 1 × .*The table lists it\.$/,
    );
  });

  test('are marked rows of the table in order of their days, with the reason in a column', () => {
    const side = sideSeries(flagged, 'left');
    const both = side ? [side] : [];
    const cell = (id: string) => columnsFor(both).find((each) => each.id === id);
    const rows = toValueRows(both).slice(0, 5);
    expect(rows.map((row) => [cell('report')?.value(row), cell('result')?.mark?.(row)])).toEqual([
      ['2020-01-01', undefined],
      ['2020-01-02', undefined],
      ['2020-01-03', 'flagged'],
      ['2020-01-04', undefined],
      ['2020-01-05', 'flagged'],
    ]);
    expect(rows.map((row) => cell('flag')?.value(row)).at(-1)).toBe('more than the reservoir holds');
  });
});

describe('notes', () => {
  test('list late records, except those that end early or after the period', () => {
    const locationsUntil = (por_end: string) => [
      { ...location(20), records: [{ ...location(20).records[0], parameter_ndx: 7, por_end, ...daily }] },
    ];
    const daily = {
      por_start: '2019-12-01',
      num_days: 35,
      num_years: 0,
      total_samples: 35,
      source: null,
    };
    const results = resultsOf(streamflow, depth);
    expect(lateNotes(results, locationsUntil('2020-01-04'), '2020-01-20')).toEqual([
      'Depth to Water at Place 20 last reported on Jan 4, 2020, 16 days ago; it usually reports every day.',
    ]);
    expect(lateNotes(results, locationsUntil('2020-01-04'), '2020-01-06')).toEqual([]);
    expect(lateNotes(results, locationsUntil('2020-02-04'), '2020-02-20')).toEqual([]);
    const long = { ...results, period: { start: '2020-01-01', end: '2020-03-01' } };
    expect(lateNotes(long, locationsUntil('2020-01-04'), '2020-03-01')).toEqual([]);
    expect(missingDataNotes(long, [])).toHaveLength(2);
  });

  test('say which axis has no data', () => {
    const nothing = createDailyColumns(7, []);
    expect(noDataNote(resultsOf(streamflow, depth))).toBeUndefined();
    expect(noDataNote(resultsOf(nothing, depth))).toBe('No data available for left axis');
    expect(noDataNote(resultsOf(streamflow, nothing))).toBe('No data available for right axis');
    expect(noDataNote(resultsOf(nothing, nothing))).toBe('No data available for left or right axis');
  });

  test('say which location has no data, and which record ends early', () => {
    const results = resultsOf(streamflow, depth, { period: { start: '2020-01-01', end: '2021-01-31' } });
    const wanted = {
      ...results,
      shown: { ...results.shown, left: { parameter: 1, locations: [11, 10, 12] } },
    };
    expect(missingDataNotes(wanted, [])).toEqual([
      'Between these dates there is no Streamflow at location 12.',
      'Streamflow ends early: Place 11 has no value after Jan 4, 2020; Place 10 has no value after Jan 4, 2020.',
      'Depth to Water ends early: Place 20 has no value after Jan 4, 2020.',
    ]);
    expect(missingDataNotes(resultsOf(streamflow, depth), [])).toEqual([]);
  });

  test('name five of many records, and count the others', () => {
    const ndxs = Array.from({ length: 50 }, (_, at) => at + 1);
    const many = createDailyColumns(1, ndxs);
    const synthetic = {
      ...many,
      series: withFlagged(many).series.map((each) => ({
        ...each,
        flagged: [{ day: 2, value: 9000, flag: 'spike' as const, approval: 'P' }],
      })),
    };
    const long = resultsOf(synthetic, depth, { period: { start: '2020-01-01', end: '2021-01-31' } });
    expect(missingDataNotes(long, [])[0]).toMatch(
      /^Streamflow ends early: (Place \d has .*?; ){5}and 45 more\.$/,
    );
    expect(flaggedNote(long)).toMatch(/^50 values .*: (Place \d \(.*?\); ){5}and 45 more\. The table/);
    const records = ndxs.map((ndx) => ({
      ...location(ndx, [1]),
      records: location(ndx, [1]).records.map((each) => ({
        ...each,
        por_end: '2020-01-04',
        num_days: 9000,
        total_samples: 9000,
      })),
    }));
    const late = lateNotes(resultsOf(synthetic, depth), records, '2020-01-20');
    expect(late).toHaveLength(6);
    expect(late.at(-1)).toBe('45 more records are late.');
  });

  test('count what was dropped', () => {
    expect(droppedNote({ huc8s: [], parameters: [], locations: [4] })).toBe(
      '1 location of this selection is no longer available and was left out.',
    );
    expect(droppedNote({ huc8s: [1], parameters: [2], locations: [] })).toBe(
      '1 HUC8 and 1 parameter of this selection are no longer available and were left out.',
    );
  });
});

describe('values that an import changed, and values of an earlier day', () => {
  const [first] = streamflow.series;
  const changed: DailyColumns = {
    ...streamflow,
    series: first ? [{ ...first, changes: { '1': { on: '2020-02-01', from: 6 } } }] : [],
  };

  test('have a column that says on which day, and what the value was', () => {
    const results = resultsOf(changed, depth);
    const both = (['left', 'right'] as const).flatMap((side) => sideSeries(results, side) ?? []);
    const column = columnsFor(both).find(({ id }) => id === 'changed');
    expect(toValueRows(both).map((row) => column?.value(row))).toEqual([
      null,
      'On Feb 1, 2020, from 6.00',
      null,
      null,
      null,
      null,
    ]);
    const unchanged = sideSeries(resultsOf(streamflow, depth), 'left');
    expect(offeredColumns(columnsFor(unchanged ? [unchanged] : [])).some(({ id }) => id === 'changed')).toBe(
      false,
    );
  });

  test('are named in the note and in the graph’s source', () => {
    const results = resultsOf(streamflow, depth);
    expect(knownOnNote(results)).toBeUndefined();
    const earlier = { ...results, shown: { ...results.shown, knownOn: '2020-01-15' } };
    expect(knownOnNote(earlier)).toBe(
      'Values as they were known at the end of Jan 15, 2020. Imports may have changed them since.',
    );
    expect(toChartContent(earlier, 'light')?.source).toBe('USGS. As known on Jan 15, 2020');
  });
});
