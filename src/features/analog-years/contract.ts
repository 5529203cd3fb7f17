import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { analogKinds, analogOutcomes, maxAnalogWeight, parseAnalogWeights } from './rules.ts';

const Day = z.iso.date();
const number = z.nullable(z.number());

/**
 * What years are compared by: total storage, the snow of a group in percent of the median of the date, natural flow since
 * October 1, gains since November 1. `as_of` is the last day with it, at most 7 days before that of the answer. `gap` says
 * why it does not count: a `weight` of 0, no `value`, or fewer than ten `years` that have it; null where it counts.
 * `deviation` is the standard deviation over the complete years.
 */
const AnalogMeasure = z.object({
  kind: z.enum(analogKinds),
  label: z.string(),
  unit: z.enum(['AF', '%']),
  /** The records that the caller needs an account for, or that the portal does not show. */
  withheld: z.array(z.string()),
  as_of: z.nullable(Day),
  value: number,
  gap: z.nullable(z.enum(['weight', 'value', 'years'])),
  years: z.int(),
  mean: number,
  deviation: number,
});
export type AnalogMeasure = z.output<typeof AnalogMeasure>;

/** The total storage in AF on the days of a water year from `first` on; null on a day without one. */
const StorageCurve = z.object({ first: Day, values: z.array(number) });

const Outcomes = z.object({ volume: number, peak: number, carry_over: number, gain: number });

/**
 * A past water year: its values on the same day in the order of the measures, and in AF what `followed`. `distance` is the
 * root of the weighted mean of the squared differences from this year, each ÷ the deviation. `storage` begins on the day.
 */
const AnalogYear = z.object({
  year: z.int(),
  on: Day,
  distance: z.number(),
  values: z.array(number),
  followed: Outcomes,
  storage: StorageCurve,
});
export type AnalogYear = z.output<typeof AnalogYear>;

/**
 * What followed, in AF up to the end of the water year: the natural flow of April to July, or its rest; the largest storage;
 * the storage on September 30; the gain of the reaches. `median` is that of the nearest years, `climatology` that of all
 * complete ones. `error` and `climatology_error` are the mean absolute errors of either over so many complete `years`, each
 * by the others; `skill` is 1 − one ÷ the other, above `skill_low` with a chance of 95 percent. Null with fewer than ten.
 */
const AnalogOutcome = z.object({
  outcome: z.enum(analogOutcomes),
  from: Day,
  to: Day,
  median: number,
  climatology: number,
  hindcast: z.nullable(
    z.object({
      years: z.int(),
      error: z.number(),
      climatology_error: z.number(),
      skill: number,
      skill_low: number,
    }),
  ),
});
export type AnalogOutcome = z.output<typeof AnalogOutcome>;

/**
 * The past water years most like the running one, which are no forecast. `complete` are those that have every measure that
 * counts; `nearest` are the five nearest of them, or fewer.
 */
export const AnalogYears = z.object({
  on: Day,
  first: z.nullable(Day),
  /** The last day with a value of any measure, on or before the asked one; null without one. */
  newest: z.nullable(Day),
  year: z.int(),
  weights: z.object({ storage: z.number(), snow: z.number(), flow: z.number(), gains: z.number() }),
  measures: z.array(AnalogMeasure),
  complete: z.array(z.int()),
  nearest: z.array(AnalogYear),
  outcomes: z.array(AnalogOutcome),
  /** From October 1 to the day. */
  storage: StorageCurve,
  delivered_by: z.array(z.string()),
});
export type AnalogYears = z.output<typeof AnalogYears>;

/** The last day with values up to `on`, and equal weights, by default. Null for a basin file without any of the measures. */
export const readAnalogYears = defineEndpoint({
  summary:
    'The past water years most like this one by storage, snow, flow and gains to date, and what followed',
  method: 'GET',
  path: '/api/analog-years',
  access: 'open',
  query: z.object({
    on: z.optional(z.string()),
    weights: z.optional(
      z
        .string()
        .check(
          z.refine(
            (text) => parseAnalogWeights(text) !== undefined,
            `must be four numbers from 0 to ${maxAnalogWeight} for storage, snow, flow and gains, such as 1,2,0,1, not all of them 0`,
          ),
        ),
    ),
  }),
  maxAge: 60,
  variesByCaller: true,
  response: z.nullable(AnalogYears),
  errors: [400],
});
