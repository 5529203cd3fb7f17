import { describe, expect, test } from 'vitest';
import { acreFeetPerCfsDay } from '#domain/season/cumulative-volume.ts';
import { computeFill } from '#features/fill/rules/compute-fill.ts';
import { describeFillReason, type FillInput, type FillReason } from '#features/fill/rules/fill-result.ts';
import { randomSource } from '#lib/random-source.ts';

const capacity = 1000;
const random = randomSource(7);

/** 30 years whose peaks follow storage and forecast, up to the capacity. */
const years = Array.from({ length: 30 }, (_, at) => {
  const storage = 300 + 400 * random();
  const forecast = 200 + 600 * random();
  const peak = Math.min(capacity, 100 + storage + 0.5 * forecast + 40 * (random() - 0.5));
  return {
    year: 1991 + at,
    storage_af: storage,
    forecast_af: forecast,
    peak_af: peak,
    reached_on: peak >= 900 ? `${1991 + at}-06-${10 + (at % 20)}` : null,
    gain_cfs: (peak - storage) / 100 / acreFeetPerCfsDay,
  };
});
const input: FillInput = {
  years,
  capacity_af: capacity,
  target_af: 900,
  days: 100,
  storage_af: 500,
  outlook_af: 600,
};

describe('what it takes to fill', () => {
  test('is the space, the mean gain that fills it, and in how many years there was that much', () => {
    const { space_af, required_cfs, years_with_gain } = computeFill(input);
    expect(space_af).toBe(400);
    expect(required_cfs).toBeCloseTo(400 / 100 / 1.983471, 10);
    expect(years_with_gain).toBe(years.filter(({ gain_cfs }) => gain_cfs >= (required_cfs ?? 0)).length);
  });

  test('is nothing once the target is reached, by either method', () => {
    const full = { ...input, storage_af: 950 };
    for (const each of [full, { ...full, outlook_af: undefined }]) {
      const { space_af, required_cfs, chance } = computeFill(each);
      expect([space_af, required_cfs, chance?.chance]).toEqual([0, 0, 1]);
      expect(Math.min(...(chance?.peak_af ?? []))).toBeGreaterThanOrEqual(950);
    }
  });
});

describe('the chance to fill', () => {
  test('rests on storage and forecast where both skills are above zero', () => {
    const { chance, skill, years: rows, reasons } = computeFill(input);
    expect(reasons).toEqual([]);
    expect(skill?.brier_skill).toBeGreaterThan(0);
    expect(chance).toMatchObject({ method: 'forecast', reason: null, outlook_af: 600 });
    expect(chance?.coefficients?.b1).toBeGreaterThan(0);
    expect(chance?.coefficients?.b2).toBeGreaterThan(0);
    // 100 + 500 + 300 is the target itself.
    expect(chance?.chance).toBeGreaterThan(0.1);
    expect(chance?.chance).toBeLessThan(0.9);
    expect(chance?.peak_af).toEqual(chance?.peak_af.toSorted((one, other) => one - other));
    expect(rows.every(({ predicted_peak_af }) => predicted_peak_af !== null)).toBe(true);
  });

  test('grows with the forecast, and no peak is above the capacity', { tags: ['full'] }, () => {
    const chances = [200, 500, 600, 700, 2000].map(
      (outlook_af) => computeFill({ ...input, outlook_af }).chance,
    );
    const list = chances.map((each) => each?.chance ?? -1);
    expect(list).toEqual(list.toSorted((one, other) => one - other));
    // A fifth of the years follows neither storage nor forecast, and fills as often as all.
    const share = years.filter(({ peak_af }) => peak_af >= 900).length / 30;
    expect(list[0]).toBeCloseTo(0.2 * share, 3);
    expect(list.at(-1)).toBeCloseTo(0.2 * share + 0.8, 3);
    expect(Math.max(...chances.flatMap((each) => each?.peak_af ?? []))).toBeLessThanOrEqual(capacity);
  });

  test('gives the median first day of the years that reached the target', () => {
    const days = ['05-30', '06-01', '06-20'];
    const some = years.map((year, at) => ({
      ...year,
      reached_on: days[at] ? `${year.year}-${days[at]}` : null,
    }));
    expect(computeFill({ ...input, years: some }).chance).toMatchObject({
      median_day: '06-01',
      years_reached: 3,
    });
    const no = years.map((year) => ({ ...year, reached_on: null }));
    expect(computeFill({ ...input, years: no }).chance).toMatchObject({ median_day: null, years_reached: 0 });
  });

  const withoutForecast = years.map((year) => ({ ...year, forecast_af: null }));
  const shuffledForecasts = years.map((year, at) => ({
    ...year,
    storage_af: years[(at * 7) % 30]?.storage_af ?? 0,
    forecast_af: years[(at * 11) % 30]?.forecast_af ?? 0,
  }));
  const sameStart = years.map((year) => ({ ...year, storage_af: 300, forecast_af: 400 }));
  test.each<[string, Partial<FillInput>, FillReason['code'] | null]>([
    ['a forecast', {}, null],
    ['no outlook on the day', { outlook_af: undefined }, 'no-outlook'],
    ['no forecast of past years', { years: withoutForecast }, 'few-forecasts'],
    [
      '14 years with a forecast',
      { years: [...years.slice(0, 14), ...withoutForecast.slice(14)] },
      'few-forecasts',
    ],
    ['15 years with a forecast', { years: [...years.slice(0, 15), ...withoutForecast.slice(15)] }, null],
    ['a forecast that says nothing', { years: shuffledForecasts }, 'no-skill'],
    ['storage and forecast that never vary', { years: sameStart }, 'no-skill'],
    ['a target that every year reached', { target_af: 10 }, 'no-skill'],
    ['a target that no year reached', { target_af: 1000.5, capacity_af: 1001 }, 'no-skill'],
  ])('is by climatology or by forecast with %s', (_, changed, code) => {
    const result = computeFill({ ...input, ...changed });
    expect(result.reasons).toEqual([]);
    expect(result.chance?.method).toBe(code === null ? 'forecast' : 'climatology');
    expect(result.chance?.reason?.code ?? null).toBe(code);
    expect(result.chance?.coefficients === null).toBe(code !== null);
    if (code === null) return;
    const all = { ...input, ...changed };
    const share = all.years.filter(({ peak_af }) => Math.max(peak_af, 500) >= all.target_af).length / 30;
    expect(result.chance?.chance).toBeCloseTo(share, 12);
  });

  test.each<[string, Partial<FillInput>, FillReason['code'][]]>([
    ['storage', { storage_af: undefined }, ['no-storage']],
    ['ten past years', { years: years.slice(0, 9) }, ['few-years']],
    ['any past year or storage', { years: [], storage_af: undefined }, ['no-storage', 'few-years']],
  ])('is withheld without %s', (_, changed, codes) => {
    const result = computeFill({ ...input, ...changed });
    expect(result.chance).toBeNull();
    expect(result.reasons.map(({ code }) => code)).toEqual(codes);
    expect(JSON.stringify(result)).toBe(JSON.stringify(structuredClone(result)));
  });
});

test.each<[FillReason, string]>([
  [{ code: 'few-years', years: 9 }, 'Only 9 past years can be used; a chance needs 10.'],
  [
    { code: 'no-storage' },
    'A reservoir has no storage on this day or the 3 days before it, so there is no total.',
  ],
  [{ code: 'no-outlook' }, 'There is no outlook for this day, so the chance is the share of past years.'],
  [
    { code: 'few-forecasts', years: 14 },
    'Only 14 past years have a forecast and the storage; the method needs 15, so the chance is the share of past years.',
  ],
  [
    { code: 'no-skill', isBetter: false },
    'On this day, storage and forecast explain the fill no better than past years do, so the chance is the share of past years.',
  ],
  [
    { code: 'no-skill', isBetter: true },
    'On this day, storage and forecast explain the fill hardly better than past years do, so the chance is the share of past years.',
  ],
  [
    { code: 'unreliable', expected: 18.24, reached: 23 },
    'On this day, what the method said of past years was not reliable (18.2 were expected to reach the target, 23 did; see the reliability), so the chance is the share of past years.',
  ],
])('says %j in a sentence', (reason, sentence) => {
  expect(describeFillReason(reason)).toBe(sentence);
});
