import { Fill } from '#contract/season/fill.ts';
import { Outlook, type OutlookPredictor } from '#contract/season/outlook.ts';
import { addDays, dayNumber } from '#lib/calendar.ts';

/** Deterministic, between −1 and 1. */
const wave = (at: number, period: number) => Math.sin((at * 2 * Math.PI) / period + period);

const from = '2026-04-01';
const to = '2026-07-31';
const median = 3_560_000;
const days = Array.from({ length: 122 }, (_, at) => addDays(from, at));

/** The share of a season's volume that has come by a day of the period, 0 to 1. */
function share(at: number): number {
  const place = (at + 1) / days.length;
  return place * place * (3 - 2 * place);
}

const volumes = [2_700_000, 3_110_000, 3_420_000, 3_750_000, 4_230_000];
const [p90 = 0, , p50 = 0, , p10 = 0] = volumes;

function predictor(at: number, overrides: Partial<OutlookPredictor> = {}): OutlookPredictor {
  return {
    kind: 'snow',
    group: 'Snake above Heise',
    loc_ndx: 100 + at,
    loc_id: `SNOW-${at}`,
    loc_name: `Snow Site ${at + 1}`,
    parameter_name: 'Snow Water Equivalent',
    units_name: 'in',
    rdate: from,
    value: 15 + at,
    mean: 17,
    deviation: 4.2,
    years: 39,
    z: (at - 2) / 4.2,
    weight: 0.2,
    effect: 12 * (at - 2),
    is_late: false,
    is_provisional: true,
    is_demonstration: false,
    delivered_by: 'NRCS Snotel',
    ...overrides,
  };
}

const predictors: readonly OutlookPredictor[] = [
  ...[0, 1, 2, 3].map((at) => predictor(at)),
  predictor(4, {
    kind: 'winter-flow',
    group: 'Snake River near Heise',
    loc_id: 'HEII-QU',
    loc_name: 'Snake River near Heise, unregulated',
    parameter_name: 'Streamflow',
    units_name: 'cfs',
    rdate: '2026-03-31',
    value: 2210,
    mean: 2300,
    deviation: 310,
    is_provisional: false,
  }),
];

const years = Array.from({ length: 39 }, (_, at) => 1982 + at);
const observedOf = (at: number) => Math.round(median * (1 + 0.35 * wave(at, 7.3) + 0.1 * wave(at, 2.9)));
const forecastOf = (at: number) => Math.round(observedOf(at) * (1 + 0.1 * wave(at, 3.7)));

const hindcast = years.map((year, at) => {
  const forward = at < 20 ? null : Math.round(observedOf(at) * (1 + 0.16 * wave(at, 4.1)));
  return {
    year,
    observed_af: observedOf(at),
    leave_one_out_af: forecastOf(at),
    forward_af: forward,
    forward_low_af: forward && Math.round(forward * 0.86),
    forward_high_af: forward && Math.round(forward * 1.15),
    is_held: forward && observedOf(at) >= forward * 0.86 && observedOf(at) <= forward * 1.15,
  };
});
const forwards = hindcast.filter(({ forward_af }) => forward_af !== null);

/** An outlook with everything in it, issued on April 1, 2026; the values of `overrides` replace its own. */
export function createOutlookExample(overrides: Partial<Outlook> = {}): Outlook {
  const example = {
    point: 'heise',
    label: 'Snake River near Heise',
    flow: {
      loc_ndx: 14,
      loc_id: 'HEII-QU',
      loc_name: 'Snake River near Heise, unregulated',
      parameter_ndx: 1,
      parameter_name: 'Streamflow',
      is_demonstration: false,
      delivered_by: 'USBR HydroMet',
    },
    issued: from,
    first_issue: '2002-01-01',
    last_issue: to,
    period: { from, to },
    median_af: median,
    median_years: 30,
    observed: { volume_af: 0, days: 0, missing_days: 0, curve: { days: [], values: [] } },
    predictors,
    forecast: {
      volumes_af: volumes,
      percents_of_median: volumes.map((volume) => (volume / median) * 100),
      fan: {
        days,
        p90: days.map((_, at) => p90 * share(at)),
        p75: days.map((_, at) => 3_050_000 * share(at)),
        p50: days.map((_, at) => p50 * share(at)),
        p25: days.map((_, at) => 3_830_000 * share(at)),
        p10: days.map((_, at) => p10 * share(at)),
      },
      skill: {
        years: 39,
        nse: 0.862,
        nse_low: 0.777,
        rmse_af: 416_000,
        mae_af: 330_000,
        climatology_rmse_af: 1_121_000,
        percent_error_sd: 16.4,
        held: forwards.filter(({ is_held }) => is_held).length,
        tried: forwards.length,
      },
      hindcast: hindcast.map((each) => ({
        ...each,
        is_held: each.is_held === null ? null : Boolean(each.is_held),
      })),
      analogs: [1999, 2008, 2016].map((year, at) => ({
        year,
        distance: 0.4 + at / 10,
        volume_af: 3_200_000 + at * 300_000,
        curve: {
          days: days.map((day) => `${year}${day.slice(4)}`),
          values: days.map((_, day) => (3_200_000 + at * 300_000) * share(day)),
        },
      })),
      model: {
        method: 'principal-components',
        intercept: 1850,
        components: [
          { coefficient: 120, loadings: predictors.map(() => 0.45) },
          { coefficient: -30, loadings: predictors.map((_, at) => (at === 4 ? 0.9 : 0.1)) },
        ],
        coefficients: predictors.map((_, at) => 40 + at),
        standard_error: 105,
        degrees_of_freedom: 36,
        range: { kind: 'past-errors', count: 19, factor: 1.19 },
        years,
        predictors: years.map((_, at) =>
          predictors.map((_each, index) => (at + index === 0 ? null : 15 + index)),
        ),
        volumes: years.map((_, at) => observedOf(at)),
      },
    },
    reasons: [],
    basis: 'known-then',
    issues: [
      {
        issued: '2026-03-31',
        computed_at: '2026-03-31T14:05:09Z',
        volumes_af: null,
        reasons: ['8 of 21 predictors have no value yet; they carry 38 % of the weight, more than 25 %.'],
      },
      {
        issued: from,
        computed_at: '2026-04-01T14:05:09Z',
        volumes_af: [2_690_000, 3_100_000, 3_400_000, 3_740_000, 4_220_000],
        reasons: [],
      },
    ],
    official: [
      {
        agency: 'NRCS',
        station: '13037500:ID:USGS',
        point_name: 'Snake R nr Heise',
        publication_date: '2026-04-01',
        volumes_af: [2_620_000, 3_010_000, 3_290_000, 3_570_000, 3_990_000],
        normal_af: 3_560_000,
      },
    ],
    provisional: 0.34,
    is_demonstration: false,
  };
  return Outlook.parse({ ...example, ...overrides });
}

/** The same withheld: a third of the predictors is late. */
export function createWithheldOutlook(): Outlook {
  return createOutlookExample({
    forecast: null,
    reasons: ['8 of 21 predictors have no value yet; they carry 38 % of the weight, more than 25 %.'],
    predictors: predictors.map((each, at) =>
      at < 2
        ? { ...each, rdate: null, value: null, z: null, weight: null, effect: null, is_late: true }
        : { ...each, weight: null, effect: null },
    ),
  });
}

const capacity = 4_045_000;

/** What it takes to fill the system to 97 percent by July 31, 2026. */
export function createFillExample(overrides: Partial<Fill> = {}): Fill {
  const fillYears = years.map((year, at) => {
    const peak = Math.min(capacity, Math.round(capacity * (0.93 + 0.12 * wave(at, 5.3))));
    const storage = Math.round(capacity * (0.62 + 0.14 * wave(at, 6.1)));
    const isReached = peak >= 0.97 * capacity;
    return {
      year,
      storage_af: storage,
      forecast_af: forecastOf(at),
      peak_af: peak,
      is_reached: isReached,
      reached_on: isReached ? `${year}-06-${String(1 + (at % 28)).padStart(2, '0')}` : null,
      gain_cfs: (peak - storage) / 1.983471 / 121,
      predicted_peak_af: Math.min(capacity, Math.round(peak * (1 + 0.05 * wave(at, 3.3)))),
      predicted_chance: isReached ? 0.8 : 0.3,
    };
  });
  const storage = 2_980_000;
  const target = 0.97 * capacity;
  const days = dayNumber(to) - dayNumber(from);
  const required = (target - storage) / 1.983471 / days;
  const reached = fillYears.filter((each) => each.is_reached).length;
  return Fill.parse({
    id: 'system',
    label: 'The seven reservoirs',
    point: 'heise',
    point_label: 'Snake River near Heise',
    members: ['Jackson Lake', 'Palisades', 'American Falls'].map((loc_name, at) => ({
      loc_ndx: 400 + at,
      loc_id: ['JCK', 'PAL', 'AMF'][at],
      loc_name,
      capacity_af: [847_000, 1_200_000, 1_998_000][at],
      storage_af: [600_000, 900_000, 1_480_000][at],
      is_demonstration: false,
      delivered_by: 'USBR HydroMet',
    })),
    issued: from,
    first_issue: '2002-01-01',
    last_issue: to,
    by: to,
    days,
    target: 0.97,
    capacity_af: capacity,
    target_af: target,
    storage: { rdate: from, value_af: storage, provisional: 1 },
    space_af: target - storage,
    required_cfs: required,
    years_with_gain: fillYears.filter(({ gain_cfs }) => gain_cfs >= required).length,
    years: fillYears,
    chance: {
      method: 'forecast',
      reason: null,
      chance: 0.62,
      peak_af: [3_520_000, 3_780_000, 3_960_000, capacity, capacity],
      median_day: '06-12',
      years_reached: reached,
      coefficients: { b0: -14.2, b1: 2.9e-6, b2: 1.6e-6 },
      outlook_af: p50,
    },
    skill: {
      years: 39,
      mae_af: 213_000,
      climatology_mae_af: 371_000,
      brier: 0.154,
      climatology_brier: 0.235,
      brier_skill: 0.344,
      brier_skill_low: 0.121,
      expected: 18.6,
      reached: 19,
      deviation: 2.4,
      bins: [
        { from: 0.1, years: 9, expected: 1.2, reached: 1, deviation: 1.02 },
        { from: 0.3, years: 7, expected: 2.5, reached: 3, deviation: 1.27 },
        { from: 0.5, years: 8, expected: 4.4, reached: 4, deviation: 1.41 },
        { from: 0.6, years: 6, expected: 3.9, reached: 4, deviation: 1.17 },
        { from: 0.7, years: 9, expected: 6.6, reached: 7, deviation: 1.33 },
      ],
    },
    reasons: [],
    is_demonstration: false,
    ...overrides,
  });
}
