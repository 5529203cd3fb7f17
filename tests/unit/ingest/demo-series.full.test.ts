import { expect, test } from 'vitest';
import { parameterNdx } from '#domain/vocabulary.ts';
import { type DemoStation, demoStations } from '#ingest/demo/catalog.ts';
import { provisionalFrom, recordValues } from '#ingest/demo/record.ts';
import { seriesOf } from '#ingest/demo/series.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { basin } from '../../support/basin.ts';

const stations = demoStations(basin);
const years = Array.from({ length: 30 }, (_, i) => 1991 + i);
const acreFeet = 1.983471;

function stationOf(id: string): DemoStation {
  const found = stations.find((station) => station.id === id);
  if (!found) throw new Error(`no station ${id}`);
  return found;
}

function valuesOf(station: DemoStation, ndx: number, year: number): number[] {
  const series = seriesOf(station).find((one) => one.parameter === ndx);
  if (!series) throw new Error(`${station.name} has no parameter ${ndx}`);
  return [...series.year(year)].filter((value) => !Number.isNaN(value));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const median = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
};

test('Values are the same in every run and whatever the order of the years', () => {
  for (const id of ['13037500', '13023000', '546:ID:SNTL', 'AMF', '434657112282201', 'RG-NEEL-MINI']) {
    const station = stationOf(id);
    const [series] = seriesOf(station);
    const [again] = seriesOf(station);
    const first = [2010, 2011].map((year) => series?.year(year));
    const second = [2011, 2010].map((year) => again?.year(year)).toReversed();
    expect(second).toEqual(first);
  }
});

test('Known values, so that a change of the generator is noticed', () => {
  const picked = ['13037500', '13139510', '546:ID:SNTL', 'AMF', '13087500'].map((id) => {
    const [series] = seriesOf(stationOf(id));
    return [id, ...[0, 150, 240].map((i) => series?.year(2017)[i])];
  });
  expect(picked).toEqual([
    ['13037500', 6360, 2470, 21100],
    ['13139510', 177, 182, 2240],
    ['546:ID:SNTL', 0, 20.6, 0],
    ['AMF', 365507, 1363750, 1658814],
    ['13087500', 1940, 40, 3480],
  ]);
});

const ranges: Record<number, [low: number, high: number]> = {
  [parameterNdx.streamflow]: [0, 60_000],
  [parameterNdx.swe]: [0, 100],
  [parameterNdx.storage]: [0, 1_672_590],
  [parameterNdx.precipitation]: [0, 4],
  [parameterNdx.airTemperature]: [-40, 100],
  [parameterNdx.diversion]: [0, 5_000],
  [parameterNdx.depthToWater]: [0, 1_100],
  [parameterNdx.groundwaterElevation]: [3_000, 6_500],
  [parameterNdx.reachGain]: [-3_000, 5_000],
  [parameterNdx.hoursPumped]: [0, 24],
  [parameterNdx.recharge]: [0, 160],
  [parameterNdx.returnFlow]: [0, 200],
};

test.each([1992, 1997, 2012, 2026])('Every value of water year %i is in its range', (year) => {
  for (const station of stations) {
    for (const series of seriesOf(station)) {
      const [low, high] =
        station.shape.kind === 'unregulated' ? [-1000, 65_000] : (ranges[series.parameter] ?? [0, 0]);
      for (const value of series.year(year)) {
        if (Number.isNaN(value)) continue;
        if (value < low || value > high)
          expect.fail(`${station.name}, parameter ${series.parameter}: ${value}`);
      }
    }
  }
});

test('Reservoirs stay within capacity, and change by no more than a few percent of it a day', () => {
  for (const station of stations) {
    if (station.shape.kind !== 'reservoir') continue;
    const { lowestAf } = station.shape;
    const capacityAf = station.capacity_af ?? 0;
    const values = years.flatMap((year) => valuesOf(station, parameterNdx.storage, year));
    expect(Math.max(...values), station.name).toBeLessThanOrEqual(capacityAf);
    expect(Math.min(...values), station.name).toBeGreaterThanOrEqual(lowestAf);
    const steps = values.slice(1).map((value, i) => Math.abs(value - (values[i] ?? value)));
    expect(Math.max(...steps) / capacityAf, station.name).toBeLessThan(0.05);
  }
});

test('Snow peaks near the site’s median, is rounded to 0.1 inch, and melts by August', () => {
  for (const station of stations) {
    if (station.shape.kind !== 'snow') continue;
    const seasons = years.map((year) => valuesOf(station, parameterNdx.swe, year));
    const peak = median(seasons.map((season) => Math.max(...season)));
    expect(peak / station.shape.medianPeakIn, station.name).toBeGreaterThan(0.75);
    expect(peak / station.shape.medianPeakIn, station.name).toBeLessThan(1.3);
    for (const season of seasons) {
      expect(season[0]).toBe(0);
      expect(season[320], station.name).toBe(0);
      const finer = season.filter((inches) => Math.abs(inches * 10 - Math.round(inches * 10)) >= 1e-9);
      expect(finer, station.name).toEqual([]);
    }
  }
});

test('1997 is wet and 2001 is dry, as they were in the basin', () => {
  const heise = stationOf('13037500');
  const volume = (year: number) => sum(valuesOf(heise, parameterNdx.streamflow, year)) * acreFeet;
  expect(volume(1997)).toBeGreaterThan(1.25 * median(years.map(volume)));
  expect(volume(2001)).toBeLessThan(0.85 * median(years.map(volume)));
});

test.each([
  ['HEII-QU', 3161],
  ['ISLI-QU', 193],
  ['HENI-QU', 19],
])(
  'The April–July volume of %s is that of the computed record, has no gap, and follows the snow',
  (id, thousandAf) => {
    const station = stationOf(id);
    const volume = (year: number) =>
      (sum(valuesOf(station, parameterNdx.streamflow, year).slice(182, 304)) * acreFeet) / 1000;
    expect(median(years.map(volume)) / thousandAf).toBeGreaterThan(0.9);
    expect(median(years.map(volume)) / thousandAf).toBeLessThan(1.15);
    expect(valuesOf(station, parameterNdx.streamflow, 2001)).toHaveLength(365);
    const snow = years.map((year) => valuesOf(stationOf('314:WY:SNTL'), parameterNdx.swe, year)[182] ?? 0);
    const explained = correlation(snow, years.map(volume)) ** 2;
    expect(explained).toBeGreaterThan(0.4);
    expect(explained).toBeLessThan(0.95);
  },
);

test('Small computed flows are sometimes negative', () => {
  for (const id of ['HENI-QU', 'ISLI-QU'])
    expect(Math.min(...valuesOf(stationOf(id), parameterNdx.streamflow, 2001))).toBeLessThan(0);
});

test('Stations close to each other correlate more than distant ones', () => {
  const volumes = (id: string) =>
    years.map((year) => sum(valuesOf(stationOf(id), parameterNdx.streamflow, year)));
  const near = correlation(volumes('13023000'), volumes('13027500'));
  const far = correlation(volumes('13023000'), volumes('13139510'));
  expect(near).toBeGreaterThan(0.9);
  expect(near).toBeGreaterThan(far);
});

test('A losing stream is dry for months in a dry year, and canals are off in winter', () => {
  const dry = valuesOf(stationOf('13132500'), parameterNdx.streamflow, 2001).filter((cfs) => cfs === 0);
  expect(dry.length).toBeGreaterThan(90);
  const canal = valuesOf(stationOf('13087500'), parameterNdx.diversion, 2010);
  expect(Math.max(...canal.slice(62, 151))).toBeLessThanOrEqual(50);
  expect(Math.max(...canal)).toBeGreaterThan(3000);
});

test('Wells in irrigated areas are highest in fall, those near pumps in spring', () => {
  const month = (id: string) => {
    const mean = Array.from({ length: 12 }, (_, m) =>
      sum(
        [2012, 2014, 2016, 2018].map(
          (year) => valuesOf(stationOf(id), parameterNdx.depthToWater, year)[m * 30 + 5] ?? 0,
        ),
      ),
    );
    return mean.indexOf(Math.min(...mean));
  };
  expect([0, 1, 2]).toContain(month('AQI-MV1'));
  expect([3, 4, 5, 6, 7]).toContain(month('434657112282201'));
});

test('Records have gaps, estimated days, provisional recent months, late stations and ended ones', () => {
  const through = dayNumber('2026-11-19');
  const rows = (id: string) => {
    const station = stationOf(id);
    const [series] = seriesOf(station);
    if (!series) throw new Error(id);
    return recordValues(station, series, undefined, through);
  };
  const grays = rows('13023000');
  expect(rows('13037500').days.at(-1)).toBe(through);
  expect(grays.days.length).toBeLessThan(through - dayNumber('1980-10-01') + 1);
  expect(grays.marks).toContainEqual({ approval: 'A', qualifier: 'e' });
  const firstProvisional = grays.marks.findIndex(({ approval }) => approval === 'P');
  expect(formatDay(grays.days[firstProvisional] ?? 0)).toBe('2026-04-01');
  expect(grays.marks.slice(firstProvisional).every(({ approval }) => approval === 'P')).toBe(true);
  expect(rows('13120000').days.at(-1)).toBe(through - 38);
  expect(rows('13090000').days.at(-1)).toBe(dayNumber('2017-09-30'));
});

test('Values are approved after five to eleven months', () => {
  for (let day = dayNumber('2024-01-01'); day < dayNumber('2026-01-01'); day++) {
    const age = day - provisionalFrom(day);
    expect(age).toBeGreaterThanOrEqual(150);
    expect(age).toBeLessThan(150 + 184);
  }
});

function correlation(a: readonly number[], b: readonly number[]): number {
  const [ma, mb] = [sum(a) / a.length, sum(b) / b.length];
  const cov = sum(a.map((x, i) => (x - ma) * ((b[i] ?? 0) - mb)));
  return cov / Math.sqrt(sum(a.map((x) => (x - ma) ** 2)) * sum(b.map((x) => (x - mb) ** 2)));
}
