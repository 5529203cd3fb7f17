import { Fill } from '#features/fill/contract.ts';
import { dayNumber } from '#lib/calendar.ts';
import { forecastOf, from, to, volumes, wave, years } from '../outlook/outlook-example.ts';

const capacity = 4_045_000;
const [, , p50 = 0] = volumes;

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
    ...overrides,
  });
}
