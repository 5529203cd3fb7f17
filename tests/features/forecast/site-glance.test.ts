import { describe, expect, test } from 'vitest';
import { RequestFailed } from '#contract/request.ts';
import { describeChange } from '#domain/quantity.ts';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { changeOver, glanceOf, loadGlances } from '#features/forecast/screen/site-glance.ts';
import { fakeServer } from '../../support/fake-server.ts';
import { createStanding } from '../../support/standing.ts';

const today = '2026-11-21';
const cfs = { unit: 'cfs', isDepth: false };
const ft = { unit: 'ft', isDepth: true };

describe('a change', () => {
  const values = { days: [1, 2, 5, 9, 10], values: [7, 8, 4, 6, 6.5] };

  test.each([
    ['of a day', 10, 1, 0.5],
    ['of several days, across a gap', 9, 7, -2],
    ['without a value before', 10, 7, undefined],
    ['before the first value', 1, 1, undefined],
    ['to a day without a value', 11, 1, undefined],
  ])('%s', (_, day, span, expected) => {
    expect(changeOver(values, day, span)).toBe(expected);
  });

  test.each([
    [120, 1, cfs, '+120 cfs in 1 day'],
    [-12_345, 7, cfs, '−12,300 cfs in 7 days'],
    [0, 1, cfs, 'unchanged in 1 day'],
    [0.001, 7, cfs, 'unchanged in 7 days'],
    [undefined, 7, cfs, 'no value 7 days before'],
    [0.3, 1, ft, 'water level −0.3 ft in 1 day'],
    [-0.3, 7, ft, 'water level +0.3 ft in 7 days'],
    [0, 7, ft, 'water level unchanged in 7 days'],
  ])('of %s over %s days is described', (change, span, options, expected) => {
    expect(describeChange(change, span, options)).toBe(expected);
  });
});

describe('the line of a site', () => {
  const series = {
    start: '2026-09-29',
    dates: [0, 1, 2, 3, 51],
    values: [9, 9, 10, 20, 5],
    approval: 'AAAPP',
  };

  test('has the latest value, its changes and the values of the last year', () => {
    const glance = glanceOf(
      { parameter: 1, measure: 'value' },
      { standing: createStanding(), series, today: '2026-06-19' },
    );
    expect(glance).toMatchObject({
      described: {
        value: '12,700 cfs',
        when: 'on Jun 18, provisional',
        standing: { class: { text: 'below normal' }, text: '24th percentile of 28 years' },
      },
      changes: ['+70 cfs in 1 day', '−210 cfs in 7 days'],
      values: [9, 9, 10, 20, 5],
      isReversed: false,
    });
  });

  test('of a volume begins with the water year, and so do its changes', () => {
    const latest = { rdate: '2026-10-02', value: 59.5 };
    const standing = createStanding({ units_name: 'AF', finding: null, latest });
    const line = glanceOf({ parameter: 1, measure: 'volume' }, { standing, series, today });
    expect(line.values).toEqual(
      [10 * acreFeetPerCfsDay, (10 + 20) * acreFeetPerCfsDay].map((each) => expect.closeTo(each)),
    );
    expect(line.changes).toEqual(['+39.7 AF in 1 day', 'no value 7 days before']);
  });

  test('allows for a record without values, and values that could not be loaded', () => {
    const volume = { parameter: 1, measure: 'volume' } as const;
    const standing = createStanding({ units_name: 'AF', finding: null });
    expect(glanceOf(volume, { standing, series: undefined, today })).toMatchObject({
      described: { value: '1.54 KAF' },
      changes: [],
    });
    const empty = createStanding({ latest: null });
    const recent = { ...series, dates: [], values: [], approval: '' };
    const line = glanceOf({ ...volume, measure: 'value' }, { standing: empty, series: recent, today });
    expect([line.described, line.changes]).toEqual([undefined, []]);
  });

  test('is drawn downward for a depth', () => {
    const line = glanceOf({ parameter: 7, measure: 'value' }, { standing: createStanding(), series, today });
    expect(line.isReversed).toBe(true);
  });
});

describe('the lines of sites', () => {
  const chart = (id: string, parameter: number) =>
    ({ id, title: id, parameter, locId: `L-${id}`, measure: 'value', moreInfo: [] }) as const;
  const sites = [
    { chart: chart('one', 1), location: 10 },
    { chart: chart('two', 1), location: 11 },
    { chart: chart('well', 7), location: 20 },
  ];
  const { signal } = new AbortController();

  test('share one call for the values of a parameter', async () => {
    const server = fakeServer({ readStanding: () => createStanding() });
    const lines = await loadGlances(server.request, sites, today, signal);
    expect([...lines.keys()]).toEqual(['one', 'two', 'well']);
    expect(server.callsOf('readDailyData').map((call) => call.params)).toEqual([
      { parameter: '1', locations: '10,11', start: '2025-11-06', end: today },
      { parameter: '7', locations: '20', start: '2025-11-06', end: today },
    ]);
    expect(lines.get('two')?.values).toEqual([5, 6.5, 7]);
  });

  test('are absent for a site that fails, and have no changes without values', async () => {
    let calls = 0;
    const server = fakeServer({
      readStanding: () => {
        calls += 1;
        if (calls === 2) throw new RequestFailed('offline', 'No connection.');
        return createStanding();
      },
      readDailyData: () => {
        throw new RequestFailed('offline', 'No connection.');
      },
    });
    const lines = await loadGlances(server.request, sites, today, signal);
    expect([...lines.keys()]).toEqual(['one', 'well']);
    expect(lines.get('one')).toMatchObject({ days: [], described: { value: '12,700 cfs' } });
  });

  test('fail if every site fails', async () => {
    const server = fakeServer({
      readStanding: () => {
        throw new RequestFailed('offline', 'No connection.');
      },
    });
    await expect(loadGlances(server.request, sites, today, signal)).rejects.toThrow('No connection.');
  });
});
