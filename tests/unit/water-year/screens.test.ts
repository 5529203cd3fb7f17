import { afterEach, describe, expect, test, vi } from 'vitest';
import { supplyForecast, tributaryForecast } from '#config/forecast.ts';
import { columns } from '#features/water-year/comparison/columns.ts';
import { createWaterYear } from '#features/water-year/comparison/screen.ts';
import { createForecast } from '#features/water-year/forecast/screen.ts';
import { comparisonChartContent, missingNotes } from '#features/water-year/shared/comparison-chart.ts';
import { describeFlaggedCount, describeLateRecord } from '#features/water-year/shared/record-notes.ts';
import { readOut } from '#kits/chart/read-out.ts';
import { basin } from '../../support/basin.ts';
import { fakeAddress, fakeServer, location } from '../../support/fake-server.ts';

const now = () => new Date('2026-11-21T18:00:00Z');
let stop = () => {};
afterEach(() => stop());

const standing = {
  loc_ndx: 10,
  loc_name: 'Place 10',
  parameter_name: 'Streamflow',
  units_name: 'cfs',
  normal_years: 8,
  source: null,
  is_demonstration: false,
  flagged: 0,
  latest: null,
};
const value = {
  series_desc: '2026',
  day_desc: 'Oct 01',
  day_order: 1,
  rvalue: 5,
  parameter_name: 'Streamflow',
  loc_name: 'Place 10',
  units_name: 'cfs',
  approval: 'A',
  qualifier: null,
};

async function serverWith(responses: Record<string, () => unknown> = {}) {
  const lists = fakeServer();
  const known = async (name: string) => lists.request({ name } as never, {} as never);
  const [parameters, locations] = [await known('listSeriesParameters'), await known('listSeriesLocations')];
  return fakeServer({
    listAnalysisParameters: () => parameters,
    listAnalysisLocations: () => locations,
    listAnalysisSeries: () =>
      ['Minimum', 'Median', 'Maximum', '2027', '2026'].map((series_desc) => ({ series_desc })),
    readWaterYears: () => [value],
    readStanding: () => standing,
    ...responses,
  });
}

async function open(query = '') {
  const server = await serverWith();
  const bar = fakeAddress(query);
  const screen = createWaterYear({ request: server.request, address: bar.address, now });
  stop = screen.start();
  await vi.waitFor(() => expect(screen.$ready.get()).toBe(true));
  return { screen, server, ...bar };
}

describe('Water Year Comparisons', () => {
  test('submits series, parameter and location, and writes them to the address', async () => {
    const { screen, server, history } = await open();
    expect(screen.$reason.get()).toBe('Choose a location.');
    screen.setLocation(10);
    screen.submit();
    screen.submit();
    await vi.waitFor(() => expect(screen.result.$state.get().status).toBe('ready'));
    expect(server.callsOf('readWaterYears').map((call) => call.params)).toEqual([
      { parameter: '1', location: '10', series: 'Minimum,Median,Maximum,2027,2026' },
    ]);
    expect(history.at(-1)).toContain('submitted=yes');
  });

  test('restores a link without what the lists do not have', async () => {
    const { screen } = await open('parameter=1&location=10&series=Median,1900&submitted=yes');
    await vi.waitFor(() => expect(screen.result.$state.get().status).toBe('ready'));
    expect(screen.$selection.get()).toMatchObject({ location: 10, series: ['Median'] });
    stop();
    const other = await open('parameter=7&location=10&series=Median&submitted=yes');
    expect(other.screen.$selection.get().location).toBeUndefined();
    expect(other.screen.result.$state.get().status).toBe('idle');
  });

  test('clears a location that does not have the new parameter', async () => {
    const { screen } = await open();
    screen.setLocation(10);
    screen.setParameter(7);
    expect(screen.$selection.get().location).toBeUndefined();
    screen.setLocation(11);
    screen.setParameter(1);
    expect(screen.$selection.get().location).toBe(11);
  });

  test('reloads the result when the kind of year changes', async () => {
    const { screen, server } = await open('parameter=1&location=10&series=Median&submitted=yes');
    await vi.waitFor(() => expect(screen.result.$state.get().status).toBe('ready'));
    screen.setYear('irrigation');
    await vi.waitFor(() => expect(server.callsOf('readWaterYears')).toHaveLength(2));
    await vi.waitFor(() => expect(screen.result.$state.get().status).toBe('ready'));
  });
});

describe('a comparison', () => {
  const selection = {
    parameter: 1,
    location: 10,
    series: ['Median', '2026', '1999'],
    year: 'water',
  } as const;

  test('says which series are missing, and why statistics are', () => {
    expect(missingNotes({ records: [value], standing }, selection)).toEqual([
      'There are no statistics (Median): a day needs values in 10 years from 1991 to 2020, and this record has 8.',
      'There is no data for water year 1999.',
    ]);
    const seldom = { records: [value], standing: { ...standing, normal_years: 30 } };
    expect(missingNotes(seldom, selection)[0]).toContain('no day of this record has that many');
  });

  test('marks provisional and qualified values in the read-out and in the table', () => {
    const records = [{ ...value, approval: 'P', qualifier: 'e' }];
    const content = comparisonChartContent({ records, standing }, selection, 'light', 'USGS');
    if (!content) throw new Error('There is a graph.');
    const out = readOut(content, content.series, 1);
    expect(out.readings[0]).toMatchObject({ marked: true, note: 'estimated by the agency' });
    expect(out.meaning).toBe('Provisional values are subject to revision by the agency.');
    const result = columns.find((each) => each.id === 'result');
    expect(records.map((row) => result?.note?.(row))).toEqual([
      'Provisional, subject to revision by the agency; estimated by the agency',
    ]);
  });

  test('counts flagged values, and says that a volume ends at them', () => {
    expect(describeFlaggedCount({ flagged: 0 }, 'value')).toBeUndefined();
    expect(describeFlaggedCount({ flagged: 1 }, 'value')).toBe(
      '1 value of this record was flagged by quality rules and is not part of lines and statistics.',
    );
    expect(describeFlaggedCount({ flagged: 3 }, 'volume')).toBe(
      '3 values of this record were flagged by quality rules and are not part of lines and statistics. A volume ends at the first flagged value of its year.',
    );
  });

  test('says that a record is late if the current year is shown', () => {
    const site = location(10, [1]);
    const records = site.records.map((each) => ({ ...each, num_days: 900, total_samples: 900 }));
    const late = (series: readonly string[], today: string) =>
      describeLateRecord({ ...site, records }, 1, { series, year: 'water' }, today);
    expect(late(['Median', '2027'], '2026-12-01')).toBe(
      'Place 10 last reported on 11/19/2026, 12 days ago; it usually reports every day.',
    );
    expect(late(['Median', '2026'], '2026-12-01')).toBeUndefined();
    expect(late(['2027'], '2026-11-20')).toBeUndefined();
  });

  test('has a graph with the note on statistics, and none without records', () => {
    const content = comparisonChartContent({ records: [value], standing }, selection, 'light', 'USGS');
    expect(content?.subtitle).toBe(
      '*Statistics are calculated for the NRCS 30-Year Hydroclimatic Normals period of 1991 to 2020',
    );
    expect(content?.time).toEqual({ kind: 'season', firstMonth: 10 });
    expect(
      comparisonChartContent({ records: [value], standing }, { ...selection, parameter: 7 }, 'light', '')
        ?.axes.left.reversed,
    ).toBe(true);
    expect(comparisonChartContent({ records: [], standing }, selection, 'light', '')).toBeUndefined();
  });
});

describe('the forecast pages', () => {
  test('have six charts, and eleven in three reaches with https links', () => {
    const supply = supplyForecast(basin).flatMap((group) => group.charts);
    expect(supply.map((chart) => `${chart.parameter} ${chart.measure}`)).toEqual([
      '1 value',
      '1 volume',
      '1 volume',
      '2 value',
      '3 value',
      '7 value',
    ]);
    expect(tributaryForecast(basin).map((group) => group.heading)).toEqual([
      'Near Blackfoot to Neeley',
      'Neeley to Minidoka',
      'Minidoka to Milner',
    ]);
    const tributaries = tributaryForecast(basin).flatMap((group) => group.charts);
    expect(tributaries).toHaveLength(11);
    for (const { href } of tributaries.flatMap((chart) => chart.moreInfo))
      expect(new URL(href).protocol).toBe('https:');
    expect(tributaries.every((chart) => chart.moreInfo.length > 0)).toBe(true);
  });

  test('load on every Submit, and need a series', async () => {
    const server = await serverWith();
    const bar = fakeAddress('series=Median');
    const screen = createForecast({ request: server.request, address: bar.address, now });
    stop = screen.start();
    await vi.waitFor(() => expect(screen.$ready.get()).toBe(true));
    const first = screen.$submitted.get();
    expect(first.series).toEqual(['Median']);
    screen.submit();
    expect(screen.$submitted.get().submitCount).toBe(first.submitCount + 1);
    screen.setSeries([]);
    expect(screen.$reason.get()).toBe('Choose at least one series.');
    screen.submit();
    expect(screen.$submitted.get().submitCount).toBe(first.submitCount + 1);
    const [chart] = supplyForecast(basin)[0]?.charts ?? [];
    if (!chart) throw new Error('There is no chart.');
    const values = screen.createValues(chart, 10);
    values.submit(screen.$submitted.get());
    await vi.waitFor(() => expect(values.$state.get().status).toBe('ready'));
    expect(server.callsOf('readWaterYears').at(-1)?.params.series).toBe('Median');
  });
});
