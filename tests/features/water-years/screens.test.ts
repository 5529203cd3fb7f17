import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WaterYearRecord } from '#contract/season/water-year.ts';
import { type SeasonSelection, slotsOf } from '#domain/season/season-tool-address.ts';
import { describeEndedVolumes } from '#domain/season/volume-notes.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import { createForecast } from '#features/forecast/screen/screen.ts';
import { columns } from '#features/water-years/files.ts';
import { createWaterYear } from '#features/water-years/screen/screen.ts';
import { formatCell } from '#lib/table/columns.ts';
import { comparisonChartContent } from '#season/years/chart-data.ts';
import { computationOf } from '#season/years/computation.ts';
import { describeFlaggedCount, missingNotes } from '#season/years/record-text.ts';
import { dataOf } from '#stores/queries.ts';
import { type FakeResponses, fakeAddress, fakeServer } from '../../support/fake-server.ts';
import { createStanding, createYearRecord } from '../../support/standing.ts';

const now = () => new Date('2026-11-21T18:00:00Z');
let stop = () => {};
afterEach(() => stop());

const standing = createStanding({ normal_years: 8, later_normal_years: 5, latest: null });
const value = createYearRecord();

const serverWith = (responses: FakeResponses = {}) =>
  fakeServer({
    listAnalysisSeries: () =>
      ['Minimum', 'Median', 'Maximum', '2027', '2026'].map((series_desc) => ({ series_desc })),
    readWaterYears: () => [value],
    readStanding: () => standing,
    ...responses,
  });

async function open(query = '', responses: FakeResponses = {}) {
  const server = serverWith(responses);
  const bar = fakeAddress(query);
  const screen = createWaterYear({ request: server.request, address: bar.address, now });
  stop = screen.start();
  await vi.waitFor(() => expect(screen.$ready.get()).toBe(true));
  return { screen, server, ...bar };
}

describe('Water Year Comparisons', () => {
  test.each([
    ['', 10],
    ['parameter=7', 11],
    ['parameter=7&location=20', 20],
    ['parameter=7&location=10', undefined],
    ['location=nowhere', undefined],
    ['parameter=99', undefined],
  ])('from "%s" starts with location %s, and submits nothing', async (query, expected) => {
    const { screen } = await open(query);
    expect(screen.$selection.get().location).toBe(expected);
    expect(screen.result.$state.get().status).toBe('idle');
  });

  test('keeps the color of a year whose neighbor is removed, also from a link', async () => {
    const years = ['2026', '1992', '1998'];
    const responses = { listAnalysisSeries: () => years.map((series_desc) => ({ series_desc })) };
    const { screen, history } = await open('parameter=1&location=10&series=2026,1992,1998', responses);
    const before = slotsOf(screen.$selection.get()).get(1998);
    screen.setSeries(['2026', '1998']);
    expect(slotsOf(screen.$selection.get()).get(1998)).toBe(before);
    await vi.waitFor(() => expect(history.at(-1)).toContain('colors=,1998'));
    stop();
    const link = await open(history.at(-1)?.replace(/^\?/, ''), responses);
    expect(slotsOf(link.screen.$selection.get()).get(1998)).toBe(before);
  });

  test('has no volume of a parameter that is no discharge', async () => {
    const { screen, server } = await open(
      'parameter=7&location=11&series=Median&measure=volume&submitted=yes',
    );
    await vi.waitFor(() => expect(screen.result.$state.get().status).toBe('ready'));
    expect(screen.$canBeVolume.get()).toBe(false);
    expect(server.callsOf('readWaterYears').at(-1)?.query).toEqual({ year: 'water', measure: 'value' });
    screen.setParameter(1);
    expect(screen.$canBeVolume.get()).toBe(true);
    screen.setMeasure('volume');
    screen.setParameter(7);
    expect(screen.$selection.get().measure).toBe('value');
  });
});

describe('Compare with of Water Year Comparisons', () => {
  const responses = {
    listAnalysisSeries: () =>
      ['Minimum', 'Median', 'Maximum', '2026', '2021', '1994'].map((series_desc) => ({ series_desc })),
  };

  test('draws years where something is drawn, and only chooses them before', async () => {
    const { screen, server } = await open('series=Median,2026', responses);
    screen.compareWith(['Median', '2026', '2021']);
    expect(screen.result.$state.get().status).toBe('idle');
    screen.submit();
    await vi.waitFor(() => expect(screen.result.$state.get().status).toBe('ready'));
    screen.compareWith(['2026', '1994']);
    await vi.waitFor(() => expect(screen.result.$state.get().status).toBe('ready'));
    expect(server.callsOf('readWaterYears').map(({ params }) => params?.series)).toContain('2026,1994');
  });

  test('draws other years over the statistics that are chosen', async () => {
    const { screen, server } = await open('series=Median,2026', responses);
    screen.draw([2021, 1994, 1980]);
    await vi.waitFor(() => expect(screen.result.$state.get().status).toBe('ready'));
    expect(server.callsOf('readWaterYears')[0]?.params?.series).toBe('Median,2021,1994');
  });
});

describe('a comparison', () => {
  const selection = {
    parameter: 1,
    location: 10,
    series: ['Median', '2026', '1999'],
    year: 'water',
    measure: 'value',
    colors: [],
  } as const;

  test('says which series are missing, and which rule leaves statistics without enough years', () => {
    expect(missingNotes({ records: [value], standing }, selection)).toEqual([
      'There are no statistics (Median): they need 10 years from 1991 to 2020, and this record has 8.',
      'There is no data for water year 1999.',
    ]);
    const noteOf = (years: Parameters<typeof createStanding>[0], measure: 'value' | 'volume' = 'value') =>
      missingNotes({ records: [value], standing: createStanding(years) }, { ...selection, measure })[0];
    expect(noteOf({ normal_years: 13, later_normal_years: 12 })).toBe(
      'There are no statistics (Median): they need 3 years in each half of 1991 to 2020, and this record has 1 in 1991–2005 and 12 in 2006–2020.',
    );
    expect(noteOf({ normal_years: 15, later_normal_years: 2 })).toContain(
      'this record has 13 in 1991–2005 and 2 in 2006–2020.',
    );
    expect(noteOf({ normal_years: 25, later_normal_years: 12 })).toBe(
      'There are no statistics (Median): they need the same day in 10 years from 1991 to 2020, 3 of them in each half. This record has values in 25 years, but too few in any one day.',
    );
    expect(noteOf({ parameter_ndx: 7, normal_years: 25, later_normal_years: 12 })).toContain(
      'too few in any one month.',
    );
    expect(noteOf({ normal_years: 4, later_normal_years: 4 }, 'volume')).toBe(
      'There are no statistics (Median): they need 10 complete years from 1991 to 2020, and this record has 4. A year is complete if none of its gaps is longer than 7 days.',
    );
    const volumes = { ...selection, series: ['1999'], measure: 'volume' } as const;
    expect(missingNotes({ records: [value], standing }, volumes)).toEqual([
      'There is no data for water year 1999, or none at its beginning.',
    ]);
  });

  test('says which volumes ended at a long gap, and when', () => {
    const until = (series_desc: string, day_order: number) => createYearRecord({ series_desc, day_order });
    const records = [until('2024', 163), until('2025', 366), until('2027', 45), until('Median', 200)];
    expect(describeEndedVolumes(records, 'water', '2026-11-19')).toEqual([
      'The volume of 2024 ends on Mar 11, 2024: more than 7 days after it have no value.',
    ]);
    expect(describeEndedVolumes([until('2023', 163)], 'water', '2026-11-19')[0]).toContain('Mar 11, 2023');
    // Days at the end of a record can be flagged or late without a gap.
    expect(describeEndedVolumes([until('2027', 45)], 'water', '2026-11-21')).toEqual([]);
    expect(describeEndedVolumes([until('2027', 45)], 'water', '2026-11-22')).toHaveLength(1);
  });

  test('says how it was computed, with the numbers of the record', () => {
    const statistic = (day_order: number, count: number, provisional: number) =>
      createYearRecord({
        series_desc: 'Median',
        day_order,
        approval: null,
        count,
        first_year: 1991,
        last_year: 2020,
        provisional,
        period: 'day',
      });
    const entriesOf = (
      records: Parameters<typeof computationOf>[0]['records'],
      overrides: Parameters<typeof createStanding>[0],
      measure: 'value' | 'volume' = 'value',
    ) => {
      const { entries, section } = computationOf(
        { records, standing: createStanding(overrides) },
        { measure, year: 'water' },
        'USGS',
      );
      return { section, ...Object.fromEntries(entries.map(({ term, text }) => [term, text])) };
    };
    expect(
      entriesOf([statistic(1, 30, 0), statistic(2, 24, 2)], { flagged: 3, provisional: 412 }),
    ).toMatchObject({
      section: 'statistics-of-a-day',
      Formula: expect.stringContaining('that day in the water years 1991–2020'),
      'Source of the values': 'USGS',
      'Years of the statistics': '24 to 30 years, 1991–2020',
      Flagged: '3 values of this record failed a quality rule and are left out',
      Provisional: '412 values of this record; up to 2 in the statistics of a day',
    });
    expect(
      entriesOf(
        [
          statistic(1, 27, 0),
          createYearRecord({ series_desc: '2024', estimated_days: 2 }),
          createYearRecord({ series_desc: '2023', estimated_days: 1 }),
        ],
        {},
        'volume',
      ),
    ).toMatchObject({
      section: 'volumes',
      Formula: expect.stringContaining('1.983471'),
      'Years of the statistics': '27 years, 1991–2020, all of them complete',
      Flagged: 'No values',
      Provisional: 'No volumes in the statistics',
      Estimated: '2 days of 2024, 1 day of 2023',
    });
    expect(entriesOf([], { parameter_ndx: 7, latest: { period: 'month' } })).toMatchObject({
      section: 'monthly-statistics-of-wells',
      'Years of the statistics': '30 years, 1991–2020',
    });
    expect(
      entriesOf([], { normal_years: 4, latest: { count: null, first_year: null, last_year: null } }),
    ).toMatchObject({
      'Years of the statistics': 'There are no statistics; the record has 4 years of 1991–2020',
    });
  });

  test('has what statistics rest on and estimated days in every CSV, and its numbers rounded', () => {
    expect(columns.filter(({ alwaysInCsv }) => alwaysInCsv).map(({ header }) => header)).toEqual([
      'Number of Years',
      'First Year',
      'Last Year',
      'Estimated Days',
      'Remarks',
    ]);
    const result = columns.find((each) => each.id === 'result');
    const shown = (rvalue: number, units_name: string) => {
      const row = createYearRecord({ rvalue, units_name });
      return result && formatCell(result, row);
    };
    expect([shown(12_345.6, 'cfs'), shown(583_412.4, 'AF'), shown(8.7, 'in')]).toEqual([
      '12,300',
      '583,412',
      '8.70',
    ]);
  });

  test('counts flagged values, and says what a volume does without them', () => {
    expect(describeFlaggedCount({ flagged: 0 }, 'value')).toBeUndefined();
    expect(describeFlaggedCount({ flagged: 1 }, 'value')).toBe(
      '1 value of this record was flagged by quality rules and is not part of lines and statistics.',
    );
    expect(describeFlaggedCount({ flagged: 3 }, 'volume')).toBe(
      '3 values of this record were flagged by quality rules and are not part of lines and statistics. In a volume, their days count as missing.',
    );
  });

  test('has the capacity of a reservoir as a level, a logarithmic scale of streamflow, and says what it is of', () => {
    const basis = { approval: null, count: 30, first_year: 1991, last_year: 2020, period: 'day' } as const;
    const records = [value, createYearRecord({ series_desc: 'Median', ...basis })];
    const contentOf = (change: Partial<SeasonSelection>) =>
      comparisonChartContent(
        { records, normals: [], standing: createStanding() },
        { ...selection, ...change },
        'light',
        '',
        'JCK',
      );
    expect(contentOf({ parameter: parameterNdx.storage })?.levels).toEqual([
      { side: 'left', value: 847_000, label: 'Capacity 847,000 AF' },
    ]);
    expect(contentOf({})?.levels).toBeUndefined();
    expect(contentOf({})?.axes.left.offersLog).toBe(true);
    expect(contentOf({ measure: 'volume' })?.axes.left.offersLog).toBe(false);
    expect(contentOf({})).toMatchObject({
      statistics: 'Normals: 30 years, 1991–2020',
    });
  });

  test('has the normals as ground, beside the chosen series', () => {
    const median = createYearRecord({ series_desc: 'Median', approval: null });
    const normals = ['P25', 'P75'].map((series_desc) => createYearRecord({ series_desc, approval: null }));
    const idsOf = (records: readonly WaterYearRecord[]) => {
      const content = comparisonChartContent(
        { records, normals: [...normals, median] },
        selection,
        'light',
        '',
      );
      return [content?.bands?.map((each) => each.id), content?.series.map((each) => each.id)];
    };
    expect(idsOf([value])).toEqual([['P25-P75'], ['Median', '2026']]);
    expect(idsOf([value, median])).toEqual([['P25-P75'], ['2026', 'Median']]);
  });

  test('marks estimated volumes, and has no graph without records', () => {
    const contentOf = (records: readonly WaterYearRecord[], change: Partial<SeasonSelection> = {}) =>
      comparisonChartContent({ records, normals: [value] }, { ...selection, ...change }, 'light', '');
    const bridged = createYearRecord({ series_desc: '2025', estimated_days: 2 });
    expect(contentOf([value, bridged], { measure: 'volume' })).toMatchObject({
      notes: ['Estimated: 2 days of 2025.'],
      estimatedMark: { label: 'Estimated' },
    });
    expect(contentOf([value])?.notes).toEqual([]);
    expect(contentOf([value], { parameter: 7 })?.axes.left.reversed).toBe(true);
    expect(contentOf([])).toBeUndefined();
  });
});

describe('the forecast pages', () => {
  test('show the series of an address that was never submitted, also when a list fails', async () => {
    const failing = { listAnalysisSeries: () => Promise.reject(new Error('down')) };
    const server = serverWith(failing);
    const screen = createForecast({ request: server.request, address: fakeAddress('').address, now });
    stop = screen.start();
    await vi.waitFor(() => expect(dataOf(screen.result.$state.get())?.series).toContain('2026'));
    await vi.waitFor(() =>
      expect(screen.$faults.get().map(({ what }) => what)).toEqual(['The list of series']),
    );
    expect(screen.$byLocId.get().size).toBeGreaterThan(0);
  });

  test('load on every Submit, and need a series', async () => {
    const server = serverWith();
    const bar = fakeAddress('series=Median');
    const screen = createForecast({ request: server.request, address: bar.address, now });
    stop = screen.start();
    await vi.waitFor(() => expect(screen.$ready.get()).toBe(true));
    const submitted = () => dataOf(screen.result.$state.get());
    await vi.waitFor(() => expect(submitted()).toEqual({ series: ['Median'] }));
    const first = submitted();
    screen.submit();
    await vi.waitFor(() => expect(screen.result.$state.get().status).toBe('ready'));
    expect(submitted()).not.toBe(first);
    screen.setSeries([]);
    expect(screen.$reason.get()).toBe('Choose at least one series.');
    expect(bar.history.at(-1)).toBe('series=Median');
    const second = submitted();
    screen.submit();
    expect(submitted()).toBe(second);
    const values = screen.createValues();
    const chosen = { parameter: 1, location: 10, year: 'water', measure: 'value', colors: [] } as const;
    values.submit({ ...chosen, series: ['Median'] });
    await vi.waitFor(() => expect(values.$state.get().status).toBe('ready'));
    expect(server.callsOf('readWaterYears').map((call) => call.params.series)).toEqual([
      'Median',
      'Minimum,Maximum,P10,P90,P25,P75',
    ]);
  });
});
