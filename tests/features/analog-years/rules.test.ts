import { describe, expect, it, test } from 'vitest';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { recordStatistics } from '#domain/statistics/daily-statistics.ts';
import { parameterNdx } from '#domain/vocabulary.ts';
import {
  type AnalogRecords,
  type AnalogSnowSite,
  type AnalogWeights,
  analogOutcomes,
  analogYears,
  createAnalogSource,
  equalWeights,
  formatAnalogWeights,
  parseAnalogWeights,
} from '#features/analog-years/rules.ts';
import { dayNumber, formatDay } from '#lib/calendar.ts';
import { lazily } from '#lib/format-number.ts';
import { mean } from '#lib/moments.ts';
import { randomSource } from '#lib/random-source.ts';
import { hasRealSeries } from '../../support/real-series.ts';
import { caseCount } from '../../support/thorough.ts';
import { slowAnalogYears } from './analog-oracle.ts';
import { realAnalogRecords } from './real-records.ts';

const [firstDay, lastDay] = ['1984-10-01', '2026-09-20'].map(dayNumber) as [number, number];

/** A record with a season, years that differ, and gaps of up to twelve days. */
function record(seed: number, valueOn: (dayOfYear: number, noise: number) => number, from = firstDay) {
  const random = randomSource(seed);
  const [days, values] = [[] as number[], [] as number[]];
  let gap = 0;
  let wet = random();
  for (let day = from; day <= lastDay; day += 1) {
    if (day % 365 === 0) wet = random();
    if (gap === 0 && random() < 0.001) gap = 1 + Math.floor(random() * 12);
    if (gap > 0) {
      gap -= 1;
      continue;
    }
    days.push(day);
    values.push(Math.round(100 * valueOn(day % 365.25, wet + random() / 4)) / 100);
  }
  return { days, values };
}

const season = (day: number) => 1 + Math.sin((day / 365.25) * 2 * Math.PI);
const snowSite = (seed: number, from?: number) => {
  const values = record(seed, (day, wet) => Math.max(0, 14 * (season(day) - 0.9) * (0.5 + wet)), from);
  const { statistics } = recordStatistics(values, 'water', parameterNdx.swe);
  return { record: values, medians: new Map(statistics.map(({ order, median }) => [order, median])) };
};
const records = {
  storage: [1, 2].map((seed) => record(seed, (day, wet) => 1000 * (season(day) + wet))),
  snow: [
    { label: 'Upper', sites: [snowSite(3), snowSite(4), snowSite(5, dayNumber('2003-10-01'))] },
    { label: 'Lower', sites: [snowSite(6)] },
  ],
  flow: [record(7, (day, wet) => 3000 * season(day + 120) * (0.4 + wet))],
  gains: [8, 9].map((seed) => record(seed, (day, wet) => 300 * (season(day) - 0.8 + wet))),
} satisfies AnalogRecords;
const source = createAnalogSource(records);

const mapOf = ({ days, values }: { days: readonly number[]; values: readonly number[] }) =>
  new Map(days.map((day, at) => [formatDay(day), values[at] ?? Number.NaN]));
const oracleData = {
  storage: records.storage.map(mapOf),
  snow: records.snow.map(({ sites }) => sites.map((site) => mapOf(site.record))),
  flow: records.flow.map(mapOf),
  gains: records.gains.map(mapOf),
};

const weightsOf = (storage: number, snow: number, flow: number, gains: number): AnalogWeights => ({
  storage,
  snow,
  flow,
  gains,
});

describe('analog years', () => {
  const days = caseCount(300);

  it(`equal a second, slow computation on ${days} random days`, { tags: ['full'] }, () => {
    const random = randomSource(11);
    const leapDays = ['2000-02-29', '2012-02-29', '2024-02-29', '2020-10-01', '2021-09-30'].map(dayNumber);
    const sets = [equalWeights, weightsOf(1, 2, 0, 0.5), weightsOf(0, 1, 0, 0), weightsOf(3, 0, 1, 1)];
    let compared = 0;
    for (let round = 0; round < days; round += 1) {
      const on = leapDays[round] ?? dayNumber('1992-01-01') + Math.floor(random() * 12_650);
      const weights = sets[round % sets.length] ?? equalWeights;
      const fast = analogYears(createAnalogSource(records, on), on, weights);
      const slow = slowAnalogYears(oracleData, formatDay(on), weights, 1985, round % 10 === 0);
      const about = `${formatDay(on)} ${formatAnalogWeights(weights)}`;
      expect(
        fast.complete.map(({ year }) => year),
        about,
      ).toEqual(slow.complete);
      expect(
        fast.nearest.map(({ year }) => year),
        about,
      ).toEqual(slow.nearest.map(({ year }) => year));
      for (const [at, { distance }] of slow.nearest.entries()) {
        expect(fast.nearest[at]?.distance, about).toBeCloseTo(distance, 8);
        compared += 1;
      }
      const { volume } = fast.skill;
      if (volume === null || slow.errors === undefined) continue;
      expect(volume.years).toBe(slow.errors.length);
      expect(volume.error / acreFeetPerCfsDay).toBeCloseTo(mean(slow.errors.map(({ own }) => own)), 4);
      const climatology = mean(slow.errors.map((each) => each.climatology));
      expect(volume.climatologyError / acreFeetPerCfsDay).toBeCloseTo(climatology, 4);
      expect(volume.score?.skill).toBeCloseTo(1 - volume.error / volume.climatologyError, 10);
    }
    expect(compared).toBeGreaterThan(3 * days);
  });

  it('finds the year itself where another is its copy, and nothing of later years', () => {
    const on = dayNumber('2010-04-01');
    const later = analogYears(source, on, equalWeights);
    expect(later.complete.every(({ year }) => year < 2010)).toBe(true);
    const cut = ({ days, values }: { days: readonly number[]; values: readonly number[] }) => {
      const count = days.findLastIndex((day) => day <= on) + 1;
      return { days: days.slice(0, count), values: values.slice(0, count) };
    };
    const cutSite = (site: AnalogSnowSite) => ({ ...site, record: cut(site.record) });
    const known = {
      storage: records.storage.map(cut),
      snow: records.snow.map(({ label, sites }) => ({ label, sites: sites.map(cutSite) })),
      flow: records.flow.map(cut),
      gains: records.gains.map(cut),
    };
    const found = analogYears(createAnalogSource(records, on), on, equalWeights);
    expect(analogYears(createAnalogSource(known), on, equalWeights)).toEqual(found);
  });

  it('bridges no gap with what came after the day', () => {
    const [on, gap] = ['2010-04-03', '2010-04-01'].map(dayNumber) as [number, number];
    const hole = records.storage.map(({ days, values }) => {
      const places = days.flatMap((day, at) => (day < gap || day > on + 2 ? [at] : []));
      return { days: places.map((at) => days[at] ?? 0), values: places.map((at) => values[at] ?? 0) };
    });
    const asOf = (through?: number) =>
      analogYears(createAnalogSource({ ...records, storage: hole }, through), on, equalWeights).measures[0]
        ?.asOf;
    expect(asOf()).toBe(on);
    expect(asOf(on)).toBe(gap - 1);
  });

  it('leaves out a measure that does not exist on the day, and says why', () => {
    const summer = analogYears(source, dayNumber('2020-08-15'), weightsOf(1, 1, 0, 1));
    const gaps = Object.fromEntries(summer.measures.map(({ kind, group, gap }) => [group ?? kind, gap]));
    expect(gaps).toMatchObject({ storage: undefined, Lower: 'value', flow: 'weight', gains: undefined });
    expect(summer.nearest).toHaveLength(5);
    const snowOnly = analogYears(source, dayNumber('2020-08-15'), weightsOf(0, 1, 0, 0));
    expect(snowOnly.nearest).toEqual([]);
    expect(analogOutcomes.map((each) => snowOnly.skill[each])).toEqual([null, null, null, null]);
  });

  it('takes a value of up to seven days before, and no older one', () => {
    const of = (on: string) => analogYears(source, dayNumber(on), equalWeights).measures[0];
    expect(of('2026-09-27')?.asOf).toBe(lastDay);
    expect(of('2026-09-28')).toMatchObject({ asOf: undefined, value: undefined, gap: 'value' });
  });

  it('needs ten years of a measure, and gives fewer than five years where there are fewer', () => {
    const early = analogYears(source, dayNumber('1993-05-01'), equalWeights);
    expect(early.measures[0]).toMatchObject({ gap: 'years' });
    expect(early.nearest).toEqual([]);
    // The two records have eleven years each, and three of them in common.
    const some = (from: number, to: number) => ({
      days:
        records.flow[0]?.days.filter(
          (day) => day >= dayNumber(`${from}-10-01`) && day < dayNumber(`${to}-10-01`),
        ) ?? [],
      values: records.flow[0]?.values ?? [],
    });
    const join = (...parts: { days: number[]; values: readonly number[] }[]) => ({
      days: parts.flatMap(({ days }) => days),
      values: parts.flatMap(({ days, values }) => values.slice(0, days.length)),
    });
    const few = createAnalogSource({
      storage: [join(some(1990, 2004), some(2024, 2025))],
      flow: [join(some(2000, 2012), some(2024, 2025))],
      snow: [],
      gains: undefined,
    });
    const found = analogYears(few, dayNumber('2025-05-01'), equalWeights);
    expect(found.complete.length).toBeGreaterThan(0);
    expect(found.nearest.length).toBeLessThan(5);
    expect(found.nearest).toHaveLength(found.complete.length);
  });

  it('has nothing without records', () => {
    const empty = createAnalogSource({ storage: [], snow: [], flow: undefined, gains: undefined });
    expect(analogYears(empty, dayNumber('2024-02-29'), equalWeights)).toMatchObject({
      nearest: [],
      complete: [],
      measures: [{ kind: 'storage', gap: 'value', years: 0 }],
    });
  });

  test.each([
    ['1,1,1,1', equalWeights],
    ['0,2,0.5,10', weightsOf(0, 2, 0.5, 10)],
  ])('reads the weights %s', (text, weights) => {
    expect(parseAnalogWeights(text)).toEqual(weights);
    expect(formatAnalogWeights(weights)).toBe(text);
  });

  test.each([
    '0,0,0,0',
    '1,1,1',
    '1,1,1,1,1',
    '-1,1,1,1',
    'a,b,c,d',
    '',
    '1,,1,1',
    '11,1,1,1',
    '1.123,1,1,1',
    '1e1,1,1,1',
    ' 1,1,1,1',
    'NaN,1,1,1',
  ])('refuses the weights "%s"', (text) => {
    expect(parseAnalogWeights(text)).toBeUndefined();
  });
});

describe.skipIf(!hasRealSeries)('analog years of the measured series of 1980 to 2020', () => {
  const source = lazily(() => createAnalogSource(realAnalogRecords()));

  test.each([
    ['2020-01-01', 'volume', 0.17],
    ['2020-04-01', 'volume', 0.53],
    ['2020-04-01', 'peak', 0.18],
    ['2020-04-01', 'carry_over', 0.38],
    ['2020-07-01', 'carry_over', 0.71],
    ['2020-11-25', 'volume', 0.05],
  ] as const)(
    'on %s the median of the five meets the %s with a skill of %d',
    { tags: ['full'] },
    (on, outcome, skill) => {
      const found = analogYears(source(), dayNumber(on), equalWeights).skill[outcome];
      expect(found?.years).toBeGreaterThan(35);
      expect(found?.score?.skill).toBeCloseTo(skill, 2);
    },
  );
});
