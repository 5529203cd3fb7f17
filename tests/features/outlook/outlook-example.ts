import { Outlook, type OutlookPredictor } from '#features/outlook/contract.ts';
import { addDays } from '#lib/calendar.ts';

/** Deterministic, between −1 and 1. */
export const wave = (at: number, period: number) => Math.sin((at * 2 * Math.PI) / period + period);

export const from = '2026-04-01';
export const to = '2026-07-31';
const median = 3_560_000;
const days = Array.from({ length: 122 }, (_, at) => addDays(from, at));

/** The share of a season's volume that has come by a day of the period, 0 to 1. */
function share(at: number): number {
  const place = (at + 1) / days.length;
  return place * place * (3 - 2 * place);
}

export const volumes = [2_700_000, 3_110_000, 3_420_000, 3_750_000, 4_230_000];
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

export const years = Array.from({ length: 39 }, (_, at) => 1982 + at);
const observedOf = (at: number) => Math.round(median * (1 + 0.35 * wave(at, 7.3) + 0.1 * wave(at, 2.9)));
export const forecastOf = (at: number) => Math.round(observedOf(at) * (1 + 0.1 * wave(at, 3.7)));

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
