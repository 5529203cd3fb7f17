import { describe, expect, test } from 'vitest';
import type { DailyColumns } from '#contract/daily-data.ts';
import { readDerived } from '#features/derived-series/rules/definitions.ts';
import { widenPeriod } from '#features/derived-series/rules/derive.ts';
import { deriveResults, operandChoices } from '#features/derived-series/screen/derived-results.ts';
import { toValueRows } from '#features/time-series/files.ts';
import { emptySide, type Selection } from '#features/time-series/rules/selection.ts';
import { sumContent } from '#features/time-series/screen/many.ts';
import { loadResults, type Results } from '#features/time-series/screen/results.ts';
import { colorsOf, dailyAddress, sideSeries, toChartContent } from '#features/time-series/screen/series.ts';
import { createDailyColumns, fakeServer, location } from '../../support/fake-server.ts';

const places = [10, 11, 20].map((each) => location(each));
const streamflow = createDailyColumns(1, [10, 11]);
const depth = createDailyColumns(7, [20]);

function resultsOf(texts: readonly string[], right: DailyColumns | null = depth): Results {
  expect(readDerived(texts).refused).toEqual([]);
  return {
    shown: {
      huc8s: [],
      left: { parameter: 1, locations: [10, 11] },
      right: right ? { parameter: 7, locations: [20] } : emptySide,
      start: undefined,
      end: undefined,
      more: texts,
      ...(right ? {} : { oneAxis: true as const }),
    },
    period: { start: '2020-01-01', end: '2020-01-31' },
    left: { status: 'ready', data: streamflow },
    right: right ? { status: 'ready', data: right } : { status: 'unused' },
  };
}

const contentOf = (results: Results) =>
  toChartContent(results, 'light', places, deriveResults(results, places));

describe('the graph', () => {
  test('has a line with a color of its own for each series, on the axis of its unit, and says how it is computed', () => {
    const results = resultsOf(['diff:l10,l11:Gain', 'lag:r20:1:Later', 'sum:l10,d1:Both']);
    const content = contentOf(results);
    expect(content?.series.map(({ id, label, side }) => [id, label, side])).toEqual([
      ['left-10', 'Place 10', 'left'],
      ['left-11', 'Place 11', 'left'],
      ['right-20', 'Place 20', 'right'],
      ['derived-1', 'Gain', 'left'],
      ['derived-2', 'Later', 'right'],
      ['derived-3', 'Both', 'left'],
    ]);
    expect(new Set(content?.series.map(({ color }) => color)).size).toBe(6);
    expect(Array.from(content?.series[3]?.ys ?? [])).toEqual([0, 0, 0]);
    expect(content?.series[3]?.isMarked?.(2)).toBe(true);
    expect(content?.notes).toEqual([
      'Gain (cfs): Place 10 − Place 11',
      'Later (ft): Place 20, 1 day later',
      'Both (cfs): Place 10 + Gain',
    ]);
    expect(content?.source).toBe('USGS');
    // The colors of the locations stay.
    const without = colorsOf({ ...results.shown, more: undefined }, 'light');
    for (const [id, color] of without) expect(colorsOf(results.shown, 'light').get(id)).toBe(color);
  });

  test('has an axis for volumes where one is free, and leaves them to the table where none is', () => {
    const onOneAxis = contentOf(resultsOf(['af:l10:Volume', 'cfs:d1:Flow'], null));
    expect(onOneAxis?.axes.right).toMatchObject({ title: 'Derived series', unit: 'AF' });
    expect(onOneAxis?.series.slice(2).map(({ label, side }) => [label, side])).toEqual([
      ['Volume', 'right'],
      ['Flow', 'left'],
    ]);
    const full = resultsOf(['af:l10:Volume']);
    expect(contentOf(full)?.series).toHaveLength(3);
    const derived = deriveResults(full, places);
    expect(toValueRows(derived.listed)).toHaveLength(3);
    expect(derived.faults).toEqual([
      '“Volume” is in AF, which neither axis has: it is in the table only. Choose one axis to draw it.',
    ]);
  });

  test('keeps derived series out of the sum of locations', () => {
    const content = contentOf(resultsOf(['diff:l10,l11:Gain']));
    const sums = content && sumContent(content).series;
    expect(sums?.map(({ id }) => id)).toEqual(['left-sum', 'right-20', 'derived-1']);
    expect(Array.from(sums?.[0]?.ys ?? [])).toEqual([10, 13, 14]);
  });
});

test('what cannot be computed is left out and named', () => {
  const results = resultsOf(['diff:l10,l99:Gain', 'mean:l10:7:Week', 'diff:l10,r20:Mixed', 'lag:d3:1:After']);
  expect(contentOf(results)?.series).toHaveLength(3);
  expect(deriveResults(results, places).faults).toEqual([
    '“Gain” is not computed. location 99 is not among the chosen series.',
    '“Week” has no value between these dates: 7-day mean of Place 10. No gap is filled.',
    '“Mixed” is not computed. A difference needs one unit: Place 10 is in cfs, Place 20 in ft.',
    '“After” is not computed. Mixed is not among the chosen series.',
  ]);
  expect(
    dailyAddress(
      results,
      [sideSeries(results, 'left')].flatMap((each) => each ?? []),
      places,
      deriveResults(results, places),
    ),
  ).toContain('&derived=mean:l1:7:Week');
});

test('the link to the data counts the sites of the file', () => {
  const results = resultsOf(['diff:l11,l10:Gain', 'lag:r20:1:Later', 'mean:d1:3:Mean']);
  const both = (['left', 'right'] as const).flatMap((side) => sideSeries(results, side) ?? []);
  const address = dailyAddress(results, both, places, deriveResults(results, places));
  expect(address).toMatch(/&derived=diff:l2,l1:Gain&derived=lag:r1:1:Later&derived=mean:d1:3:Mean$/);
  // Without values on the left axis, the file has only the right one.
  const empty = { ...results, left: { status: 'ready', data: { ...streamflow, series: [] } } } as Results;
  const right = sideSeries(empty, 'right');
  expect(dailyAddress(empty, right ? [right] : [], places, deriveResults(empty, places))).toMatch(
    /&derived=lag:l1:1:Later$/,
  );
});

test('reads as many days before as a mean needs, and shows the chosen days only', async () => {
  const server = fakeServer({
    readDailyData: () => {
      const whole = createDailyColumns(1, [10, 11]);
      return {
        ...whole,
        series: whole.series.map((each) => ({
          ...each,
          start: '2019-12-30',
          dates: [0, 1, 2, 3],
          values: [1, 2, 3, 7],
          approval: 'AAAP',
        })),
      };
    },
  });
  const { shown } = resultsOf(['mean:l10:3:Mean'], null);
  const period = { start: '2020-01-01', end: '2020-01-31' };
  const settings = { signal: new AbortController().signal, previous: undefined, report: () => {} };
  const readPeriod = widenPeriod(period, readDerived(shown.more ?? []).derived);
  const results = await loadResults(server.request, { shown, period, readPeriod }, settings);
  expect(server.callsOf('readDailyData').map(({ params }) => params)).toEqual([
    { parameter: '1', locations: '10,11', start: '2019-12-30', end: '2020-01-31' },
  ]);
  const content = contentOf(results);
  expect(content?.series.map(({ ys }) => Array.from(ys))).toEqual([
    [3, 7],
    [3, 7],
    [2, 4],
  ]);
});

test('offers the chosen locations, then the derived series with their units or what is wrong with them', () => {
  const selection: Selection = resultsOf([
    'af:l10:Volume',
    'cfs:l10:Wrong',
    'mean:l77:3:Lost',
    'lag:d3:1:After',
  ]).shown;
  const parameters = [
    { parameter_ndx: 1, parameter_name: 'Streamflow', units_name: 'cfs', huc8_ndx_array: [] },
    { parameter_ndx: 7, parameter_name: 'Depth to Water', units_name: 'ft', huc8_ndx_array: [] },
  ];
  expect(operandChoices(selection, { parameters, locations: places })).toEqual([
    { operand: 'l10', name: 'Place 10', unit: 'cfs' },
    { operand: 'l11', name: 'Place 11', unit: 'cfs' },
    { operand: 'r20', name: 'Place 20', unit: 'ft' },
    { operand: 'd1', name: 'Volume', unit: 'AF' },
    {
      operand: 'd2',
      name: 'Wrong',
      unit: '',
      fault: 'A flow needs daily volumes in AF; Place 10 is in cfs.',
    },
    { operand: 'd3', name: 'Lost', unit: '', fault: 'location 77 is not among the chosen series.' },
    { operand: 'd4', name: 'After', unit: '', fault: 'Lost is not among the chosen series.' },
  ]);
});
